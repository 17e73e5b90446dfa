/// A part of a long text that is searched once more, since something in it has changed or an escape stands there.
///
/// Around the places themselves stands what their reading may depend on, and around that a margin: what is found in
/// front of the core belongs to a text cut anywhere, and what reaches into the last margin asks for more text.
struct TextPart {
    /// Up to this length a text is searched whole.
    static let wholeLimit = 4_096
    /// What stands on both sides beside the surroundings.
    static let margin = 256
    /// How far the reading of a place may reach back and forth. Cues, labels and the tokens that ids are stand within it.
    private static let before = 192
    private static let after = 384

    /// Where the part begins.
    private(set) var start: Int
    /// Where what counts begins.
    var core: Int
    /// One past the part.
    private(set) var end: Int

    /// The part around the place at `position`, with nothing behind it.
    init(from position: Int, in text: TextBytes) {
        core = max(0, position &- Self.before)
        var low = max(0, core &- Self.margin)
        let floor = max(0, low &- Self.margin)
        // Between two words if there is such a place, else between two characters.
        var cursor = low
        while cursor > floor, text[cursor &- 1] > 0x20 { cursor &-= 1 }
        if cursor > floor { low = cursor }
        while low > 0, text[low].isContinuation { low &-= 1 }
        start = low
        end = position
    }

    /// How far back a line is looked for that the reading of a place may depend on.
    private static let lineReach = 2_048

    /// What the reading of `start ..< end` may reach, in whole characters: a short text as a whole. Of a longer one all
    /// that stands before in the line, down to `floor`, where another place ends, and the lines before in which a quote
    /// is open: a value that begins there is read otherwise when its end is gone. Behind it no word is cut that ends soon.
    static func surroundings(of start: Int, _ end: Int, floor: Int, in text: TextBytes) -> (Int, Int) {
        guard text.count > wholeLimit else { return (0, text.count) }
        let near = max(0, start &- before)
        let last = min(near, max(floor, start &- lineReach))
        var low = last
        var open: UInt8 = 0
        for position in last..<near {
            let byte = text[position]
            if byte == 0x0A, open == 0 { low = position &+ 1 }
            // Each of the three in a bit of its own: they differ in the lower ones.
            if byte.isQuote { open ^= 1 << (byte & 7) }
        }
        var high = min(text.count, end &+ after)
        let ceiling = min(text.count, high &+ margin)
        while high < ceiling, text[high] > 0x20 { high &+= 1 }
        while low > 0, text[low].isContinuation { low &-= 1 }
        while high < text.count, text[high].isContinuation { high &+= 1 }
        return (low, high)
    }

    /// Takes the place at `position` in, with what stands around it.
    mutating func extend(to position: Int, in text: TextBytes) {
        end(at: position &+ Self.after &+ Self.margin, in: text)
    }

    /// Lets the core begin at `position`, and the part so far before it as it must; as it was when that is not behind.
    mutating func advance(to position: Int, in text: TextBytes) {
        let part = TextPart(from: position &+ Self.before, in: text)
        guard part.start > start else { return }
        (start, core) = (part.start, part.core)
    }

    /// Makes the part twice as long, and 1 KiB longer at least.
    mutating func grow(in text: TextBytes) {
        end(at: end &+ max(1_024, end &- start), in: text)
    }

    /// Whether a part of its own around the place at `position` would begin within this one.
    func meets(_ position: Int) -> Bool { position < end &+ Self.before &+ Self.margin }

    /// Whether the text goes on behind the part.
    func isCut(in text: TextBytes) -> Bool { end < text.count }

    private mutating func end(at position: Int, in text: TextBytes) {
        end = max(end, min(text.count, position))
        while end < text.count, text[end].isContinuation { end &+= 1 }
    }
}
