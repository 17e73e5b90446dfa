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
        return text[end] == 0x5D && isRule(start, end, in: text) ? end &+ 1 : nil
    }

    /// Whether the bytes `start ..< end`, which are lower-case letters and dashes, are the id of a rule. By their length
    /// first: a text of nothing but placeholders asks for each of them several times.
    static func isRule(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        let ids: StaticString =
            switch end &- start {
            case 3: "pan cvv pin emv jwt url"
            case 4: "name path"
            case 5: "track email phone limit"
            case 6: "expiry secret cookie device"
            case 7: "api-key session address"
            case 8: "three-ds password"
            case 9: "free-text container"
            case 10: "ip-address birth-date"
            case 11: "private-key mac-address national-id"
            case 12: "bank-account"
            case 13: "authorization"
            case 14: "encrypted-card"
            default: ""
            }
        return text.isOne(of: ids, start, end)
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
