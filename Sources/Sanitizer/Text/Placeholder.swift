/// What stands in a text that was scrubbed before: `[redacted:<rule>]`, `[redacted]`, a keyed digest, a truncated card
/// number.
///
/// Only known rules count: anything merely shaped alike is text like any other.
enum Placeholder {
    /// One past the placeholder that starts at `position`, or nil.
    @inline(__always)
    static func end(at position: Int, in text: TextBytes) -> Int? {
        guard text[position] == 0x5B else { return CardDigits.truncatedEnd(at: position, in: text) }
        let next = text[position &+ 1]
        guard next == 0x72 || next == 0x68 else { return nil }
        return next == 0x72 ? knownEnd(at: position, in: text) : DigestText.end(at: position, in: text)
    }

    @inline(never)
    private static func knownEnd(at position: Int, in text: TextBytes) -> Int? {
        if text.matches(Rule.removedMark, at: position) { return position &+ 10 }
        guard text.matches("[redacted:", at: position) else { return nil }
        let start = position &+ 10
        var end = start
        while end &- start <= 20, text[end] != 0x5D {
            guard text[end] == 0x2D || text[end] &- 0x61 < 26 else { return nil }
            end &+= 1
        }
        guard text[end] == 0x5D else { return nil }
        let name = unsafe String(decoding: text.buffer(start, end), as: UTF8.self)
        return Rule(rawValue: name) == nil ? nil : end &+ 1
    }

    /// The start of the placeholder whose bracket closes at `position`, or nil.
    static func start(endingAt position: Int, in text: TextBytes) -> Int? {
        guard text[position] == 0x5D else { return nil }
        var start = position &- 1
        while start >= 0, position &- start < DigestText.longest {
            if text[start] == 0x5B { return end(at: start, in: text) == position &+ 1 ? start : nil }
            start &-= 1
        }
        return nil
    }

    /// Whether a placeholder's closing bracket stands at `position`.
    static func ends(at position: Int, in text: TextBytes) -> Bool {
        start(endingAt: position, in: text) != nil
    }

    /// Whether `start ..< end` lies within one placeholder.
    static func covers(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        if text[start] == 0x5B, let close = Self.end(at: start, in: text) { return end <= close }
        let limit = max(0, start &- DigestText.longest)
        var cursor = start
        while cursor > limit {
            // Eight bytes at a time, the last bracket of them first.
            let low = max(limit, cursor &- 8)
            let shift = UInt64(truncatingIfNeeded: (8 &- (cursor &- low)) &* 8)
            let found = Lanes.exactly(text.word(at: low, filler: 0) << shift, 0x5B)
            guard found != 0 else {
                cursor = low
                continue
            }
            cursor &-= 1 &+ found.leadingZeroBitCount &>> 3
            if let close = Self.end(at: cursor, in: text) { return end <= close }
        }
        return false
    }
}
