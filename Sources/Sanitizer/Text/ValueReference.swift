/// Values that stand for a secret instead of being one: parameters of a statement, variables, calls, masks.
enum ValueReference {
    /// Whether `start ..< end`, beside a name that ends in `name`, only refers to a secret.
    static func isReference(_ start: Int, _ end: Int, beside name: Range<Int>, in text: TextBytes) -> Bool {
        guard start < end, end &- start <= 96 else { return false }
        return isMask(start, end, in: text) || isParameter(start, end, in: text) || isCall(start, end, in: text)
            || isProperty(start, end, beside: name, in: text)
    }

    /// `****`, `••••`, `xxxx`, `[FILTERED]`, `<hidden>`.
    static func isMask(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        let first = text[start]
        if first == 0x2A || first == 0x23 || first | 0x20 == 0x78 || first == 0x2E {
            guard end &- start >= 3 || first == 0x2A else { return false }
            var position = start
            while position < end, text[position] == first { position &+= 1 }
            return position == end
        }
        if first == 0xE2 {
            var position = start
            while position < end, text.matches("•", at: position) || text.matches("●", at: position) { position &+= 3 }
            return position == end
        }
        guard first == 0x5B || first == 0x3C || first == 0x28 else { return false }
        let close: UInt8 = first == 0x28 ? 0x29 : first &+ 2
        let last = text[end &- 1] == close ? end &- 1 : end
        guard last < end || text[end] == close else { return false }
        return text.isOne(
            of: "filtered redacted hidden masked removed scrubbed omitted protected secret password token none empty",
            start &+ 1,
            last
        )
    }

    /// `?`, `$1`, `:name`, `%s`, `{0}`, `{{name}}`, `$NAME`, `${NAME}`, `%NAME%`.
    private static func isParameter(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        switch text[start] {
        case 0x3F:
            return end &- start == 1
        case 0x3A:
            return isName(start &+ 1, end, upper: false, in: text)
        case 0x25:
            if end &- start == 2 { return text[start &+ 1].isLetter || text[start &+ 1] == 0x40 }
            return text[end &- 1] == 0x25 && isName(start &+ 1, end &- 1, upper: true, in: text)
        case 0x7B:
            // One brace is how ODBC quotes a value.
            if end &- start <= 3 { return text[end &- 1] == 0x7D && (end &- start == 2 || text[start &+ 1].isDigit) }
            return text[start &+ 1] == 0x7B && text[end &- 1] == 0x7D && text[end &- 2] == 0x7D
        case 0x24:
            if text[start &+ 1] == 0x7B { return text[end &- 1] == 0x7D }
            if end &- start <= 3, text[start &+ 1].isDigit, end &- start == 2 || text[start &+ 2].isDigit {
                return true
            }
            return isName(start &+ 1, end, upper: true, in: text)
        default:
            return false
        }
    }

    /// Whether letters and `_` alone stand there, digits only at the end; in capitals when `upper`.
    private static func isName(_ start: Int, _ end: Int, upper: Bool, in text: TextBytes) -> Bool {
        guard start < end else { return false }
        var position = start
        while position < end, text[position] == 0x5F || (upper ? text[position].isUpper : text[position].isLetter) {
            position &+= 1
        }
        return position > start && position == end
    }

    /// `getToken()`, `vault.read(name)`: no digit anywhere.
    private static func isCall(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        guard text[end &- 1] == 0x29, text[start].isLetter || text[start] == 0x5F else { return false }
        var hasOpening = false
        for position in start..<end &- 1 {
            let byte = text[position]
            if byte == 0x28 {
                hasOpening = true
            } else if !(byte.isLetter || byte == 0x5F || byte == 0x2E || hasOpening && (byte == 0x2C || byte == 0x29)) {
                return false
            }
        }
        return hasOpening
    }

    /// `password` beside `password`, `config.password`, `process.env.TOKEN`.
    private static func isProperty(_ start: Int, _ end: Int, beside name: Range<Int>, in text: TextBytes) -> Bool {
        var first = start
        var last = start
        var position = start
        while position < end {
            let byte = text[position]
            if byte == 0x2E {
                if first == start, last == start { first = position }
                last = position &+ 1
            } else if !(byte.isLetter || byte == 0x5F) {
                return false
            }
            position &+= 1
        }
        if last > start, last < end,
            text.isOne(
                of: """
                    self this config process env os settings options opts params props state user req request ctx \
                    context args data credentials secrets vars form input body event super
                    """,
                start,
                first
            )
        {
            return true
        }
        // The last word of the name itself.
        var word = name.upperBound
        while word > name.lowerBound, text[word &- 1].isLetter || text[word &- 1] == 0x5F { word &-= 1 }
        let length = name.upperBound &- word
        guard length >= 3, end &- last == length else { return false }
        for offset in 0..<length where text[word &+ offset].lowered != text[last &+ offset].lowered { return false }
        return true
    }
}
