/// Words that make a number more likely to be what a detector looks for.
enum Cue {
    /// How far a word may stand from the number, in bytes; 32 characters, more for scripts of two bytes.
    static let reach = 32

    /// Whether `test` accepts a word that starts within `Cue.reach` bytes before `position`. A placeholder between
    /// hides what stands before it, so that a second pass sees no more than the first.
    @inline(__always)
    static func before(
        _ position: Int,
        in text: TextBytes,
        reach: Int = Cue.reach,
        _ test: (TextBytes, Int) -> Bool
    ) -> Bool {
        var cursor = position &- 1
        let limit = max(0, position &- reach)
        while cursor >= limit {
            if text[cursor] == 0x5D, Placeholder.ends(at: cursor, in: text) { return false }
            if startsWord(cursor, in: text), test(text, cursor) { return true }
            cursor &-= 1
        }
        return false
    }

    /// As `before`, for words that start within reach after `position`.
    @inline(__always)
    static func after(
        _ position: Int,
        in text: TextBytes,
        reach: Int = Cue.reach,
        _ test: (TextBytes, Int) -> Bool
    ) -> Bool {
        var cursor = position
        let limit = min(text.count, position &+ reach)
        while cursor < limit {
            if text[cursor] == 0x5B, Placeholder.end(at: cursor, in: text) != nil { return false }
            if startsWord(cursor, in: text), test(text, cursor) { return true }
            cursor &+= 1
        }
        return false
    }

    /// The first letter, or character above ASCII that is neither digit nor separator, in `start ..< limit`, which is within
    /// the text; `limit` without one.
    static func nextOfWord(from start: Int, _ limit: Int, in text: TextBytes) -> Int {
        let high: UInt64 = 0x8080_8080_8080_8080
        let ones: UInt64 = 0x0101_0101_0101_0101
        var cursor = start
        while cursor < limit {
            let word = text.word(at: cursor)
            let lower = word & ~high | 0x20 &* ones
            let letter = (lower &+ (0x80 - 0x61) &* ones) & ~(lower &+ (0x80 - 0x7B) &* ones)
            let found = (letter | word) & high
            guard found != 0 else {
                cursor &+= 8
                continue
            }
            cursor &+= found.trailingZeroBitCount &>> 3
            guard cursor < limit, text[cursor] >= 0x80 else { return min(cursor, limit) }
            let element = text.element(at: cursor)
            guard element.kind != .other else { return cursor }
            cursor &+= element.length
        }
        return max(start, limit)
    }

    /// Words start after anything but a letter; letters of other scripts are judged by their bytes alone.
    @inline(__always)
    static func startsWord(_ position: Int, in text: TextBytes) -> Bool {
        let byte = text[position]
        if byte >= 0xC0 { return true }
        return byte.isLetter && !text[position &- 1].isLetter
    }

    /// A word that speaks of cards, whole: `CardForm` is none.
    @inline(never)
    static func isCardWord(_ text: TextBytes, _ position: Int) -> Bool {
        switch text[position].lowered {
        case 0x63:
            text.isWord(at: position, of: "card cards cc creditcard debitcard carte cartao")
        case 0x70: text.isWord(at: position, of: "pan pans")
        case 0x76: text.isWord(at: position, of: "visa verve")
        case 0x6D: text.isWord(at: position, of: "maestro mastercard mada mir")
        case 0x61: text.isWord(at: position, of: "amex")
        case 0x64: text.isWord(at: position, of: "diners discover dankort")
        case 0x65: text.isWord(at: position, of: "elo")
        case 0x68: text.isWord(at: position, of: "hipercard")
        case 0x6A: text.isWord(at: position, of: "jcb")
        case 0x6B: text.isWord(at: position, of: "karte kort kaart karta")
        case 0x72: text.isWord(at: position, of: "rupay")
        case 0x74: text.isWord(at: position, of: "troy tarjeta")
        case 0x75: text.isWord(at: position, of: "unionpay uatp")
        case 0xD0: text.matches("карт", at: position)
        case 0xD8: text.matches("بطاق", at: position)
        case 0xE5: text.matches("卡", at: position)
        default: false
        }
    }
}

/// A stretch of a text without a word: no letter, no byte above ASCII. What was looked at stays known, so that numbers
/// side by side cost one look together.
struct Silence {
    private var start = 0
    private var end = 0

    /// Whether no word stands in `low ..< high`, both clamped to the text.
    mutating func covers(_ low: Int, _ high: Int, in text: TextBytes) -> Bool {
        let low = max(0, low)
        let high = min(text.count, high)
        if low >= start, high <= end { return true }
        let from = low >= start && low < end ? end : low
        // Some way further, as the next number asks for that.
        let word = Cue.nextOfWord(from: from, min(text.count, high &+ 256), in: text)
        guard word >= high else { return false }
        if from == low { start = low }
        end = word
        return true
    }
}
