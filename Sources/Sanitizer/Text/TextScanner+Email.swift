/// E-mail addresses, also of internationalised domains and names.
extension TextScanner {
    /// Finds addresses around each `@`.
    @inline(never)
    mutating func findEmails(_ text: TextBytes) {
        var position = 0
        while true {
            position = text.next(0x40, or: 0xEF, from: position)
            guard position < text.count else { return }
            if text[position] == 0x40 {
                position = takeEmail(at: position, 1, in: text)
            } else if text.matches("＠", at: position) {
                position = takeEmail(at: position, 3, in: text)
            } else {
                position &+= 1
            }
        }
    }

    /// The address around the sign at `sign`. Returns where to go on.
    private mutating func takeEmail(at sign: Int, _ length: Int, in text: TextBytes) -> Int {
        let domain = sign &+ length
        var start = sign
        while sign &- start < 65, Self.isLocalByte(text[start &- 1]) { start &-= 1 }
        while start < sign, text[start] == 0x2E || text[start] == 0x2D || text[start] == 0x27 || text[start] == 0x25 {
            start &+= 1
        }
        if text[sign &- 1] == 0x22, let open = Self.openingQuote(before: sign &- 1, in: text) { start = open }
        guard start < sign, text[sign &- 1] != 0x2E else { return domain }
        guard let end = Self.endOfDomain(from: domain, in: text), !Self.isUserinfo(before: sign, in: text) else {
            if explains { noteEmail(start, sign, length, Self.isUserinfo(before: sign, in: text), in: text) }
            return domain
        }
        // `git@host:path` names a repository, no person.
        if length == 1, Self.isRemote(start, sign, in: text), text[end] == 0x3A, !text[end &+ 1].isBlank {
            if explains { note(.email, start, end, .repository) }
            return end
        }
        add(start, end, .email, .shape, text)
        return end
    }

    /// The quote that opens a quoted local part (RFC 5322, 3.2.4), 64 bytes back at most.
    private static func openingQuote(before end: Int, in text: TextBytes) -> Int? {
        var cursor = end &- 1
        while end &- cursor < 64, cursor >= 0, text[cursor] >= 0x20 {
            if text[cursor] == 0x22 { return end &- cursor > 1 ? cursor : nil }
            cursor &-= 1
        }
        return nil
    }

    /// Whether the `@` ends the credentials of a URL: those go without the host.
    private static func isUserinfo(before sign: Int, in text: TextBytes) -> Bool {
        var cursor = sign
        while sign &- cursor < 128, cursor > 0 {
            let byte = text[cursor &- 1]
            if byte == 0x2F { return text[cursor &- 2] == 0x2F }
            if byte <= 0x20 || byte == 0x3F || byte == 0x23 || byte.isQuote { return false }
            cursor &-= 1
        }
        return false
    }

    /// Whether `start ..< end` is the name that every repository is reached by.
    static func isRemote(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        text.isOne(of: "git hg svn", start, end)
    }

    private static func isLocalByte(_ byte: UInt8) -> Bool {
        if byte.isWordByte || byte >= 0x80 { return true }
        switch byte {
        case 0x2E, 0x2B, 0x2D, 0x25, 0x27, 0x7E, 0x21, 0x24, 0x2A: return true
        default: return false
        }
    }

    /// One past a domain of two labels or more, or a payment handle, that starts at `start`.
    private static func endOfDomain(from start: Int, in text: TextBytes) -> Int? {
        var position = start
        var label = start
        var labels = 1
        var end = start
        while position &- start < 256 {
            let byte = text[position]
            if byte.isAlphanumeric || byte >= 0x80 {
                if byte >= 0x80, !isLetter(at: position, in: text) { break }
                position &+= 1
                while text[position] & 0xC0 == 0x80 { position &+= 1 }
                end = position
            } else if byte == 0x2D || byte == 0x5F {
                position &+= 1
            } else if byte == 0x2E, position > label {
                position &+= 1
                guard text[position].isAlphanumeric || text[position] >= 0x80 else { break }
                label = position
                labels &+= 1
            } else {
                break
            }
        }
        if labels == 1 {
            let isHandle = text.isOne(
                of: "upi paytm ybl ibl axl apl okaxis oksbi okhdfcbank okicici okexample",
                start,
                end
            )
            return isHandle ? end : nil
        }
        guard end > label, end &- label >= 2 else { return nil }
        // The last label is a name; `sdk@4.2.1` and `icon@2x.png` are releases and files.
        var letter = label
        while letter < end {
            guard text[letter].isLetter || text[letter] >= 0x80 || text[letter] == 0x2D || letter > label &+ 3 else {
                return nil
            }
            letter &+= 1
        }
        if text[start].isDigit, text[start &+ 1] == 0x78, text[start &+ 2] == 0x2E || text[start &+ 2] == 0x7E {
            return nil
        }
        var version = text[start] | 0x20 == 0x76 ? start &+ 1 : start
        let first = version
        while text[version].isDigit { version &+= 1 }
        if version > first, text[version] == 0x2E { return nil }
        if labels == 2,
            text.isOne(of: "swift js ts kt java png jpg jpeg gif svg html css json dll yml xml txt", label, end)
        {
            return nil
        }
        return end
    }

    /// Whether the character at `position` may stand in a domain: letters and digits of other scripts, no
    /// punctuation or space.
    private static func isLetter(at position: Int, in text: TextBytes) -> Bool {
        let (scalar, _) = text.scalar(at: position)
        switch scalar {
        case 0...0xBF, 0x2000...0x206F, 0x3000...0x3004, 0x3008...0x3020, 0xFF00...0xFF0F, 0xFF1A...0xFF20, 0xFEFF:
            return false
        case 0x060C, 0x061B, 0x061F: return false
        default: return true
        }
    }
}
