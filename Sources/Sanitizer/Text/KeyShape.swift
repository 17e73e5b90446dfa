/// Shapes of keys that services issue: a telling prefix, then random characters.
enum KeyShape {
    /// One past the key that the token `start ..< end` is or begins, or nil.
    static func end(at start: Int, _ end: Int, in text: TextBytes) -> Int? {
        switch text[start] {
        case 0x73:  // s
            if modal("sk_", start, end, in: text) { return end }
            if prefix("sk-", 20, start, end, in: text) { return end }
            if prefix("sk_", 20, start, end, in: text), isMixed(start &+ 3, end, in: text) { return end }
            if prefix("shpat_", 20, start, end, in: text) || prefix("shpss_", 20, start, end, in: text) { return end }
            if prefix("sq0atp-", 12, start, end, in: text) || prefix("sq0csp-", 12, start, end, in: text) { return end }
        case 0x72:  // r
            if modal("rk_", start, end, in: text) || modal("rzp_", start, end, in: text) { return end }
            if prefix("rt_", 8, start, end, in: text), isMixed(start &+ 3, end, in: text) { return end }
        case 0x70:  // p
            if modal("pk_", start, end, in: text) { return end }
            if prefix("pypi-", 16, start, end, in: text) { return end }
        case 0x65: if modal("ek_", start, end, in: text) { return end }
        case 0x77: if prefix("whsec_", 8, start, end, in: text) { return end }
        case 0x63:
            if prefix("cks_", 8, start, end, in: text), isMixed(start &+ 4, end, in: text) { return end }
        case 0x6C: if prefix("live_", 8, start, end, in: text), isPlainKey(start &+ 5, end, in: text) { return end }
        case 0x74: if prefix("test_", 8, start, end, in: text), isPlainKey(start &+ 5, end, in: text) { return end }
        case 0x6D: if prefix("mock_", 8, start, end, in: text), isPlainKey(start &+ 5, end, in: text) { return end }
        case 0x41:  // A
            if text.matches("AKIA", at: start) || text.matches("ASIA", at: start), end &- start == 20,
                isUpperAlphanumeric(start, end, in: text)
            {
                return end
            }
            if prefix("AIza", 30, start, end, in: text) { return end }
        case 0x67:  // g
            if text[start &+ 1] == 0x68, text[start &+ 3] == 0x5F,
                text.isOne(of: "ghp ghs gho ghu ghr", start, start &+ 3), end &- start >= 20
            {
                return end
            }
            if prefix("github_pat_", 20, start, end, in: text) || prefix("glpat-", 16, start, end, in: text) {
                return end
            }
        case 0x78: if text.matches("xox", at: start), text[start &+ 4] == 0x2D, end &- start >= 14 { return end }
        case 0x6E: if prefix("npm_", 20, start, end, in: text) { return end }
        case 0x64: if prefix("dop_v1_", 32, start, end, in: text) { return end }
        case 0x68: if prefix("hf_", 24, start, end, in: text), isMixed(start &+ 3, end, in: text) { return end }
        case 0x46: if prefix("FLWSECK", 16, start, end, in: text) { return end }
        default: break
        }
        return nil
    }

    /// One past a SendGrid key `SG.x.y` or a Google token `ya29.x` at `start`, or nil.
    static func dotted(at start: Int, in text: TextBytes) -> Int? {
        guard !text[start &- 1].isWordByte else { return nil }
        var end = start
        let least: Int
        if text.matches("SG.", at: start) {
            end &+= 3
            least = 24
        } else if text.matches("ya29.", at: start) {
            end &+= 5
            least = 24
        } else {
            return nil
        }
        while text[end].isWordByte || text[end] == 0x2D || text[end] == 0x2E { end &+= 1 }
        while text[end &- 1] == 0x2E { end &-= 1 }
        return end &- start >= least ? end : nil
    }

    /// One past a token with `_secret_` in it, as client secrets of payment intents have, or nil.
    static func clientSecret(_ start: Int, _ end: Int, in text: TextBytes) -> Int? {
        var position = text.next(0x5F, from: start &+ 1)
        while position &+ 8 < end {
            if text.matches("_secret_", at: position) {
                return isMixed(position &+ 8, end, in: text) || end &- position >= 24 ? end : nil
            }
            position = text.next(0x5F, from: position &+ 1)
        }
        return nil
    }

    /// `sk_live_…`, `sk_test_…`.
    private static func modal(_ prefix: StaticString, _ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        guard text.matches(prefix, at: start) else { return false }
        let mode = start &+ prefix.utf8CodeUnitCount
        guard text.matches("live_", at: mode) || text.matches("test_", at: mode) else { return false }
        return end &- mode >= 5 &+ 8
    }

    private static func prefix(
        _ prefix: StaticString,
        _ least: Int,
        _ start: Int,
        _ end: Int,
        in text: TextBytes
    )
        -> Bool
    {
        text.matches(prefix, at: start) && end &- start &- prefix.utf8CodeUnitCount >= least
    }

    /// Whether a letter follows a digit, or case is mixed beyond camel case: words with a number at their end are
    /// names, not keys.
    static func isMixed(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        var digits = 0
        var position = start
        var isMixed = false
        while position < end {
            let byte = text[position]
            if byte.isDigit { digits &+= 1 }
            if byte.isLetter, text[position &- 1].isDigit, position > start { isMixed = true }
            if byte == 0x5F || byte == 0x2D, !isMixed, digits == 0 { return false }
            position &+= 1
        }
        if isMixed { return true }
        // `Ab19` ends in digits, yet no word mixes case and number like that: capitals and two digits or more.
        var hasUpper = false
        var hasLower = false
        position = start
        while position < end {
            if text[position].isUpper { hasUpper = true } else if text[position].isLetter { hasLower = true }
            position &+= 1
        }
        return digits >= 2 && hasUpper && hasLower
    }

    /// Whether one mixed run of letters and digits stands there, as in `live_K3y9Qw81`; `test_3ds_flow` has two words.
    private static func isPlainKey(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        var position = start
        while position < end {
            guard text[position].isAlphanumeric else { return false }
            position &+= 1
        }
        return isMixed(start, end, in: text)
    }

    private static func isUpperAlphanumeric(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        var position = start
        while position < end {
            guard text[position].isUpper || text[position].isDigit else { return false }
            position &+= 1
        }
        return true
    }
}
