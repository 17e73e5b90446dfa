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
        return next == 0x72 ? Rule.placeholderEnd(at: position, in: text) : DigestText.end(at: position, in: text)
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
        // What a placeholder consists of leads back to the bracket that opens it; few hits begin with that.
        guard isInner(text[start]) || text[start] == 0x5D else { return false }
        let limit = max(0, start &- DigestText.longest)
        var cursor = start &- 1
        while cursor > limit, isInner(text[cursor]) { cursor &-= 1 }
        guard cursor >= limit, text[cursor] == 0x5B, let close = Self.end(at: cursor, in: text) else { return false }
        return end <= close
    }

    /// Whether the byte may stand between the brackets of a placeholder: lower-case letters, `-` and `:`.
    @inline(__always)
    private static func isInner(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 || byte == 0x2D || byte == 0x3A }
}
