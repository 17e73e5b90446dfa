/// Shapes of keys that services issue: a telling prefix, then random characters.
enum KeyShape {
    /// Whether a key that `end(at:_:in:)` knows, or a JSON web token, may begin with the letter `byte`.
    @inline(__always)
    static func mayBegin(_ byte: UInt8) -> Bool {
        (byte >= 0x61 ? smallLetters : capitalLetters) >> UInt32(byte & 31) & 1 != 0
    }

    /// Small letters that no key begins with are b, i, j, q, u, v, y, z; `a` is bit 1.
    private static let smallLetters: UInt32 =
        ~(1 << 2 | 1 << 9 | 1 << 10 | 1 << 17 | 1 << 21 | 1 << 22 | 1 << 25 | 1 << 26)
    /// Capital letters that keys begin with are A, E, F, G, H, L, N, P, S.
    private static let capitalLetters: UInt32 =
        1 << 1 | 1 << 5 | 1 << 6 | 1 << 7 | 1 << 8 | 1 << 12 | 1 << 14 | 1 << 16 | 1 << 19

    /// One past the key that the token `start ..< end` is or begins, or nil. The token is letters, digits, `_` and `-`;
    /// some keys go on behind it.
    static func end(at start: Int, _ end: Int, in text: TextBytes) -> Int? {
        switch text[start] {
        case 0x73: return small(s: start, end, in: text)
        case 0x76:  // v
            if prefix("vercel_blob_rw_", 16, start, end, in: text) { return end }
            if prefix("vercel_", 20, start, end, in: text), isMixed(start &+ 7, end, in: text) { return end }
        case 0x72:  // r
            if text.matches("re_", at: start), end &- start >= 28, isResendKey(start, end, in: text) { return end }
            if modal("rk_", start, end, in: text) || modal("rzp_", start, end, in: text) { return end }
            if prefix("rt_", 8, start, end, in: text), isMixed(start &+ 3, end, in: text) { return end }
            if prefix("rubygems_", 32, start, end, in: text) { return end }
        case 0x70:  // p
            if modal("pk_", start, end, in: text) { return end }
            if prefix("pypi-", 16, start, end, in: text) || prefix("pscale_tkn_", 20, start, end, in: text)
                || prefix("pscale_pw_", 20, start, end, in: text)
            {
                return end
            }
            if prefix("pul-", 32, start, end, in: text), isHexadecimal(start &+ 4, end, in: text) { return end }
        case 0x65:
            if modal("ek_", start, end, in: text) { return end }
        case 0x77:
            if prefix("whsec_", 8, start, end, in: text) { return endOfBase64(end, of: start, in: text) }
        case 0x63:
            if prefix("cks_", 8, start, end, in: text), isMixed(start &+ 4, end, in: text) { return end }
            if prefix("cfat_", 24, start, end, in: text) || prefix("cfut_", 24, start, end, in: text),
                isMixed(start &+ 5, end, in: text)
            {
                return end
            }
            if prefix("cs_live_", 20, start, end, in: text) || prefix("cs_test_", 20, start, end, in: text) {
                return end
            }
        case 0x6C:  // l
            if prefix("live_", 8, start, end, in: text), isPlainKey(start &+ 5, end, in: text) { return end }
            if prefix("lin_api_", 24, start, end, in: text) { return end }
        case 0x74:  // t
            if prefix("tap_live_", 8, start, end, in: text) || prefix("tap_test_", 8, start, end, in: text),
                isPlainKey(start &+ 9, end, in: text)
            {
                return end
            }
            if prefix("test_", 8, start, end, in: text), isPlainKey(start &+ 5, end, in: text) { return end }
            if prefix("tfp_", 24, start, end, in: text), isMixed(start &+ 4, end, in: text) { return end }
        case 0x6D:
            if prefix("mock_", 8, start, end, in: text), isPlainKey(start &+ 5, end, in: text) { return end }
        case 0x41...0x5A: return capital(start, end, in: text)
        case 0x67: return small(g: start, end, in: text)
        case 0x78:  // x
            if text.matches("xox", at: start), text[start &+ 4] == 0x2D, end &- start >= 14 { return end }
            if prefix("xapp-1-", 20, start, end, in: text) { return end }
        case 0x6E:
            if prefix("npm_", 20, start, end, in: text) { return end }
            if prefix("ntn_", 30, start, end, in: text), isMixed(start &+ 4, end, in: text) { return end }
        case 0x64:  // d
            if prefix("dop_v1_", 32, start, end, in: text) || prefix("doo_v1_", 32, start, end, in: text)
                || prefix("dor_v1_", 32, start, end, in: text) || prefix("dckr_pat_", 20, start, end, in: text)
            {
                return end
            }
            if prefix("dapi", 32, start, end, in: text), isHexadecimal(start &+ 4, end, in: text) { return end }
        case 0x68:
            if prefix("hf_", 24, start, end, in: text), isMixed(start &+ 3, end, in: text) { return end }
        case 0x61: return small(a: start, end, in: text)
        case 0x66:
            if prefix("figd_", 24, start, end, in: text) { return end }
        case 0x6B:  // k
            if end &- start == 36, prefix("key-", 32, start, end, in: text), isHexadecimal(start &+ 4, end, in: text) {
                return end
            }
            if prefix("klarna_live_", 16, start, end, in: text) || prefix("klarna_test_", 16, start, end, in: text) {
                return endOfBase64(end, of: start, in: text)
            }
        case 0x6F:
            if prefix("ops_eyJ", 24, start, end, in: text) { return end }
        default: break
        }
        return nil
    }

    /// Keys that begin with `s`: Stripe and those who write keys like it, OpenAI, Anthropic, Shopify, Square, Sentry.
    private static func small(s start: Int, _ end: Int, in text: TextBytes) -> Int? {
        if modal("sk_", start, end, in: text) { return end }
        if prefix("sk-", 20, start, end, in: text) { return end }
        if prefix("sk_", 20, start, end, in: text), isMixed(start &+ 3, end, in: text) { return end }
        if text.matches("shp", at: start), text[start &+ 5] == 0x5F,
            text.isOne(of: "shpat shpss shppa shpca", start, start &+ 5), isLong(20, start &+ 6, end, in: text)
        {
            return end
        }
        if text.matches("sq0", at: start), text[start &+ 6] == 0x2D,
            text.isOne(of: "sq0atp sq0csp sq0idp", start, start &+ 6), isLong(12, start &+ 7, end, in: text)
        {
            return end
        }
        if prefix("sntrys_", 24, start, end, in: text) || prefix("sntryu_", 32, start, end, in: text)
            || prefix("secret_", 32, start, end, in: text) && isMixed(start &+ 7, end, in: text)
            || prefix("sbp_", 32, start, end, in: text) && isHexadecimal(start &+ 4, end, in: text)
        {
            return end
        }
        return nil
    }

    /// Keys that begin with `g`: GitHub, GitLab, Grafana.
    private static func small(g start: Int, _ end: Int, in text: TextBytes) -> Int? {
        if text[start &+ 1] == 0x68, text[start &+ 3] == 0x5F, text.isOne(of: "ghp ghs gho ghu ghr", start, start &+ 3),
            isLong(16, start &+ 4, end, in: text)
        {
            return end
        }
        if prefix("github_pat_", 20, start, end, in: text) || prefix("glsa_", 24, start, end, in: text) { return end }
        if text[start &+ 1] == 0x6C {
            var dash = start
            while dash &- start <= 6, text[dash].isLetter { dash &+= 1 }
            if text[dash] == 0x2D,
                text.isOne(of: "glpat gldt glrt glptt glft glsoat glcbt glimt glagent", start, dash),
                isLong(16, dash &+ 1, end, in: text)
            {
                return end
            }
        }
        return nil
    }

    /// Keys that begin with `a`: PayPal and Braintree, whose parts a dollar sign separates, and Plaid.
    private static func small(a start: Int, _ end: Int, in text: TextBytes) -> Int? {
        if text[end] == 0x24, text.isOne(of: "access_token", start, end) {
            var close = end
            while text[close].isWordByte || text[close] == 0x24 { close &+= 1 }
            return close &- end >= 16 ? close : nil
        }
        if prefix("access-production-", 24, start, end, in: text) || prefix("access-sandbox-", 24, start, end, in: text)
            || prefix("access-development-", 24, start, end, in: text)
        {
            return end
        }
        return nil
    }

    /// Keys that begin with a capital letter.
    private static func capital(_ start: Int, _ end: Int, in text: TextBytes) -> Int? {
        switch text[start] {
        case 0x41:  // A
            if text.matches("AKIA", at: start) || text.matches("ASIA", at: start),
                isUpperAlphanumeric(start, end, in: text),
                end &- start == 20 || end &- start >= 12 && end &- start < 20 && isCut(end, in: text)
            {
                return end
            }
            if prefix("AIza", 30, start, end, in: text) { return end }
            if prefix("A21AA", 40, start, end, in: text) || prefix("ATATT3", 40, start, end, in: text)
                || prefix("AGE-SECRET-KEY-1", 24, start, end, in: text)
            {
                return end
            }
            // Adyen: base64, a dash, base64, a dash, and a word.
            if text.matches("AQE", at: start), isMixed(start, end, in: text) {
                let close = endOfBase64(start, of: start, in: text)
                var dash = start
                while dash < close, text[dash] != 0x2D { dash &+= 1 }
                return close &- start >= 60 && dash &- start >= 30 && dash < close ? close : nil
            }
            // Telegram: the number of a bot, a colon, and 35 characters.
            if text.matches("AA", at: start), end &- start == 35, text[start &- 1] == 0x3A, text[start &- 2].isDigit,
                text[start &- 9].isDigit
            {
                return end
            }
            if prefix("AAAA", 7, start, end, in: text), text[end] == 0x3A, text.matches("APA91b", at: end &+ 1) {
                return endOfBase64(end &+ 1, of: start, in: text)
            }
        case 0x53:  // S
            if end &- start == 34, text[start &+ 1] == 0x4B, isHexadecimal(start &+ 2, end, in: text) { return end }
        case 0x4C:  // L
            // Alibaba Cloud.
            if prefix("LTAI", 12, start, end, in: text), end &- start <= 30, isMixed(start &+ 4, end, in: text) {
                return end
            }
        case 0x47: if prefix("GOCSPX-", 20, start, end, in: text) { return end }
        case 0x46: if prefix("FLWSECK", 16, start, end, in: text) { return end }
        case 0x45:  // E
            if prefix("EAAA", 50, start, end, in: text) || prefix("EAAC", 100, start, end, in: text)
                || prefix("EZAK", 40, start, end, in: text) || prefix("EZTK", 40, start, end, in: text)
            {
                return isMixed(start &+ 4, end, in: text) ? end : nil
            }
        case 0x4E: if prefix("NRAK-", 20, start, end, in: text) { return end }
        case 0x50: if prefix("PMAK-", 40, start, end, in: text) { return end }
        case 0x48: if prefix("HRKU-", 24, start, end, in: text) { return end }
        default: break
        }
        return nil
    }

    /// Whether a key that `dotted(at:in:)` knows may begin with `byte`.
    @inline(__always)
    static func mayDot(_ byte: UInt8) -> Bool { byte == 0x53 || byte == 0x64 || byte == 0x79 || byte == 0x68 }

    /// One past a key whose first part, up to four characters, ends in a point: `SG.x.y` of SendGrid, `ya29.x` of
    /// Google, `hvs.x` of Vault, `dp.pt.x` of Doppler, or nil.
    static func dotted(at start: Int, in text: TextBytes) -> Int? {
        guard !text[start &- 1].isWordByte else { return nil }
        var end = start
        if text.matches("SG.", at: start) || text.matches("dp.", at: start) && text[start &+ 5] == 0x2E {
            end &+= 3
        } else if text.matches("ya29.", at: start) {
            end &+= 5
        } else if text.matches("hvs.", at: start) || text.matches("hvb.", at: start) {
            end &+= 4
        } else {
            return nil
        }
        while text[end].isWordByte || text[end] == 0x2D || text[end] == 0x2E { end &+= 1 }
        while text[end &- 1] == 0x2E { end &-= 1 }
        return end &- start >= 24 ? end : nil
    }

    /// One past a refresh token of Google, `1//0…`, whose slashes start at `slash`, or nil.
    static func refreshToken(at slash: Int, in text: TextBytes) -> Int? {
        guard text[slash &- 1] == 0x31, text.matches("//0", at: slash), !text[slash &- 2].isWordByte else { return nil }
        var end = slash &+ 3
        while text[end].isWordByte || text[end] == 0x2D { end &+= 1 }
        return end &- slash >= 40 ? end : nil
    }

    /// One past a token with `_secret_` in it, as client secrets of payment intents have, or nil.
    static func clientSecret(_ start: Int, _ end: Int, in text: TextBytes) -> Int? {
        var position = start &+ 1
        while position &+ 8 < end {
            let found = Lanes.equal(text.word(at: position), 0x5F)
            guard found != 0 else {
                position &+= 8
                continue
            }
            position &+= Lanes.first(found)
            if position &+ 8 < end, text.matches("_secret_", at: position) {
                let isIntent = position &- start >= 20 && isMixed(start, position, in: text)
                // Words joined by low lines are the name of something.
                let isLong = end &- position >= 24 && text.next(0x5F, from: position &+ 8) >= end
                return isIntent || isMixed(position &+ 8, end, in: text) || isLong ? end : nil
            }
            position &+= 1
        }
        return nil
    }

    /// `sk_live_…`, `sk_test_…`, and `sk_sbox_…` of Checkout.com.
    private static func modal(_ prefix: StaticString, _ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        guard text.matches(prefix, at: start) else { return false }
        let mode = start &+ prefix.utf8CodeUnitCount
        guard text.matches("live_", at: mode) || text.matches("test_", at: mode) || text.matches("sbox_", at: mode)
        else {
            return false
        }
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
        text.matches(prefix, at: start) && isLong(least, start &+ prefix.utf8CodeUnitCount, end, in: text)
    }

    /// Whether `least` characters stand there, or some fewer where the text was cut off.
    private static func isLong(_ least: Int, _ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        let length = end &- start
        if length >= least { return true }
        return length >= 8 && isCut(end, in: text) && isMixed(start, end, in: text)
    }

    /// Whether the text ends at `position`, or an ellipsis says that it was cut there.
    private static func isCut(_ position: Int, in text: TextBytes) -> Bool {
        position >= text.count || text.matches("…", at: position) || text.matches("...", at: position)
    }

    /// One past what follows in the base64 alphabets, dashes and padding included. Within a path a word
    /// behind a slash ends it.
    private static func endOfBase64(_ from: Int, of start: Int, in text: TextBytes) -> Int {
        let isSegment = text[start &- 1] == 0x2F
        var end = from
        while text[end].isBase64 || text[end] == 0x3D && (text[end &+ 1] == 0x3D || !text[end &+ 1].isAlphanumeric) {
            if isSegment, text[end] == 0x2F, isWord(after: end, in: text) { break }
            end &+= 1
        }
        return end
    }

    /// Whether the segment behind the slash at `slash` is a word.
    private static func isWord(after slash: Int, in text: TextBytes) -> Bool {
        var end = slash &+ 1
        while text[end].isLetter || text[end] == 0x2D || text[end] == 0x5F { end &+= 1 }
        return end &- slash <= 16 && !text[end].isBase64
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
    /// Of thirty characters and more a `-` or `_` may be one of them.
    private static func isPlainKey(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        var position = start
        var humps = 0
        var others = 0
        while position < end {
            let byte = text[position]
            if !byte.isAlphanumeric { others &+= 1 }
            if byte.isUpper, position > start, !text[position &- 1].isUpper { humps &+= 1 }
            position &+= 1
        }
        let length = end &- start
        if others > 0 { return length >= 30 && humps >= 4 && others <= length / 8 }
        // Without a digit the case tells: no name has so many humps.
        return isMixed(start, end, in: text) || length >= 16 && humps >= 4 && humps &* 5 >= length
    }

    /// Whether letters and digits alone follow `re_` (Resend), in two parts at most, the last of which is long and mixed:
    /// names of functions that begin so are words.
    private static func isResendKey(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        var digits = 0
        var part = start &+ 3
        for position in start &+ 3..<end {
            let byte = text[position]
            if byte.isDigit { digits &+= 1 }
            guard !byte.isAlphanumeric else { continue }
            guard byte == 0x5F, part == start &+ 3, 8...12 ~= position &- part else { return false }
            part = position &+ 1
        }
        return digits >= 3 && end &- part >= (part == start &+ 3 ? 24 : 16) && isMixed(part, end, in: text)
    }

    private static func isHexadecimal(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        var position = start
        while position < end {
            guard text[position].isHexadecimal else { return false }
            position &+= 1
        }
        return true
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
