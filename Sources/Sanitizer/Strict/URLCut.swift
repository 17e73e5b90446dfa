/// Cuts the URLs of a text to scheme and host (`strict`): paths, queries and fragments of a checkout hold session
/// ids, accounts and names.
///
/// Of the host its last two labels stay (three where the last two are a generic second level such as `co.uk`), or all
/// of it when the policy allows it. `javascript:`, `data:` and `file:` URLs and custom schemes keep the scheme alone.
enum URLCut {
    /// Finds what must go and hands it to `body`, in order. Linear: every byte is looked at a bounded number of times.
    static func find(in text: ByteView, allowedHosts: [String], _ body: (TextEdit) -> Void) {
        var schemeStart = 0
        var position = 0
        if isUnschemed(text) {
            // The text begins with a host and its path.
            let end = urlEnd(text, 0)
            cutAuthority(text, text.matches("//", at: 0) ? 2 : 0, end, allowedHosts, body)
            position = end
            schemeStart = end
        }
        while position < text.count {
            let byte = text[position]
            if byte == 0x3A, position > schemeStart, isURL(text, schemeStart, position) {
                // A script or a document in a URL has spaces and brackets of its own.
                let isWhole = schemeStart == 0 && holdsDocument(text[0..<position])
                let full = isWhole ? text.count : urlEnd(text, position + 1)
                let end = withoutPunctuation(text, position + 1, full)
                cut(text, schemeStart..<position, end, full, allowedHosts, body)
                position = max(full, position + 1)
                schemeStart = position
                continue
            }
            position += 1
            if !isSchemeByte(byte, isFirst: position - 1 == schemeStart) { schemeStart = position }
        }
    }

    /// Whether `text` holds anything to cut.
    static func hasURL(_ text: ByteView) -> Bool {
        var found = false
        find(in: text, allowedHosts: []) { _ in found = true }
        return found
    }

    /// Whether the text begins with a URL without its scheme: `//host/path`, `host.example/path`.
    private static func isUnschemed(_ text: ByteView) -> Bool {
        let start = text.matches("//", at: 0) ? 2 : 0
        var end = start
        var label = start
        var points = 0
        var letters = 0
        while end < text.count, text[end] != 0x2F, text[end] != 0x3F, text[end] != 0x23 {
            let byte = text[end]
            if byte <= 0x20, start == 2 { break }
            if byte == 0x2E {
                guard end > label else { return false }
                points += 1
                letters = 0
                label = end + 1
            } else if byte == 0x3A {
                // A port.
                guard points > 0, end + 1 < text.count, text[end + 1] &- 0x30 < 10 else { return false }
                label = end + 1
            } else if (byte | 0x20) &- 0x61 < 26 {
                letters += 1
            } else if byte &- 0x30 >= 10, byte != 0x2D {
                return false
            }
            end += 1
        }
        guard points > 0, letters > 1, end > label, end < text.count || start == 2 else { return false }
        return true
    }

    /// Whether what follows the scheme is not an address but a thing itself.
    private static func holdsDocument(_ scheme: ByteView) -> Bool {
        scheme.equalsIgnoringCase("data") || scheme.equalsIgnoringCase("javascript")
            || scheme.equalsIgnoringCase("vbscript")
    }

    private static func isSchemeByte(_ byte: UInt8, isFirst: Bool) -> Bool {
        if (byte | 0x20) &- 0x61 < 26 { return true }
        return !isFirst && (byte &- 0x30 < 10 || byte == 0x2B || byte == 0x2D || byte == 0x2E)
    }

    /// Whether what stands around the colon at `colon` is a URL: an authority or a path follows, or the scheme is one
    /// that never has either.
    private static func isURL(_ text: ByteView, _ start: Int, _ colon: Int) -> Bool {
        guard colon + 1 < text.count else { return false }
        let next = text[colon + 1]
        if next == 0x2F || next == 0x3F { return true }
        guard isURLByte(next) else { return false }
        // By their end: what stands before the word may be taken, and then it is a word of its own.
        for scheme in [
            "javascript", "data", "file", "mailto", "tel", "sms", "upi", "intent", "blob", "geo", "sip", "sips",
            "smsto", "mmsto", "facetime", "vbscript", "bitcoin", "whatsapp",
        ]
            as [StaticString]
        {
            let length = scheme.utf8CodeUnitCount
            if colon - length >= start, text[colon - length..<colon].equalsIgnoringCase(scheme) { return true }
        }
        return false
    }

    /// Where the URL ends whose colon is before `start`: at white space, a quote or a bracket.
    private static func urlEnd(_ text: ByteView, _ start: Int) -> Int {
        var end = start
        while end < text.count, isURLByte(text[end]) { end += 1 }
        return end
    }

    private static func isURLByte(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x22 && byte != 0x3C && byte != 0x3E
    }

    /// The end of the URL without the punctuation of the sentence around it.
    private static func withoutPunctuation(_ text: ByteView, _ start: Int, _ end: Int) -> Int {
        var end = end
        while end > start, isClosing(text[end - 1]) {
            // The bracket of a placeholder belongs to it.
            if text[end - 1] == 0x5D { break }
            end -= 1
        }
        return end
    }

    private static func isClosing(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2E, 0x2C, 0x3B, 0x3A, 0x21, 0x29, 0x7D, 0x5D, 0x27, 0x22: true
        default: false
        }
    }

    private static func cut(
        _ text: ByteView,
        _ scheme: Range<Int>,
        _ end: Int,
        _ full: Int,
        _ allowedHosts: [String],
        _ body: (TextEdit) -> Void
    ) {
        func remove(_ start: Int, _ end: Int) {
            guard start < end else { return }
            body(TextEdit(start: start, end: end, rule: .url, evidence: .profile, method: .remove))
        }
        let afterColon = scheme.upperBound + 1
        guard text.matches("//", at: afterColon), hasHost(text[scheme]) else { return remove(afterColon, full) }
        cutAuthority(text, afterColon + 2, end, allowedHosts, body)
    }

    /// Cuts what follows `//`: user information, the host's first labels, and everything behind the host.
    private static func cutAuthority(
        _ text: ByteView,
        _ authority: Int,
        _ end: Int,
        _ allowedHosts: [String],
        _ body: (TextEdit) -> Void
    ) {
        func remove(_ start: Int, _ end: Int) {
            guard start < end else { return }
            body(TextEdit(start: start, end: end, rule: .url, evidence: .profile, method: .remove))
        }
        var authorityEnd = authority
        var host = authority
        var bracket: Int?
        while authorityEnd < end {
            let byte = text[authorityEnd]
            if byte == 0x2F || byte == 0x3F || byte == 0x23 || byte == 0x5C { break }
            // The last @ ends the user information: a password may hold others.
            if byte == 0x40 {
                host = authorityEnd + 1
                bracket = nil
            }
            if byte == 0x5D { bracket = authorityEnd }
            authorityEnd += 1
        }
        remove(authority, host)
        if host < authorityEnd, text[host] == 0x5B, let bracket, Rule.placeholderEnd(in: text, at: host) == nil {
            // An IPv6 address.
            body(TextEdit(start: host, end: bracket + 1, rule: .ipAddress, evidence: [.shape, .profile]))
            return remove(bracket + 1, end)
        }
        let hostEnd = self.hostEnd(text, host, authorityEnd)
        let kept = host + keptStart(text[host..<hostEnd], allowedHosts)
        // A host in letters of other scripts reads like words.
        guard isPlain(text, kept, hostEnd) else { return remove(host, end) }
        remove(host, kept)
        remove(hostEnd, end)
    }

    /// The colon of the port, or the end of the authority; the colon of a placeholder is none.
    private static func hostEnd(_ text: ByteView, _ host: Int, _ end: Int) -> Int {
        var position = host
        while position < end, text[position] != 0x3A {
            position = Rule.placeholderEnd(in: text, at: position) ?? position + 1
        }
        return min(position, end)
    }

    /// Whether a host has ASCII letters, digits, points and dashes only, placeholders aside.
    private static func isPlain(_ text: ByteView, _ start: Int, _ end: Int) -> Bool {
        var position = start
        while position < end {
            let byte = text[position]
            if (byte | 0x20) &- 0x61 < 26 || byte &- 0x2D < 2 || byte &- 0x30 < 10 || byte == 0x5F {
                position += 1
            } else if let next = Rule.placeholderEnd(in: text, at: position) {
                position = next
            } else {
                return false
            }
        }
        return true
    }

    /// Whether URLs of the scheme name a host that may be told.
    private static func hasHost(_ scheme: ByteView) -> Bool {
        scheme.equalsIgnoringCase("https") || scheme.equalsIgnoringCase("http") || scheme.equalsIgnoringCase("wss")
            || scheme.equalsIgnoringCase("ws") || scheme.equalsIgnoringCase("ftp")
    }

    /// Where the part of a host starts that stays.
    private static func keptStart(_ host: ByteView, _ allowedHosts: [String]) -> Int {
        for allowed in allowedHosts where host.equals(allowed) { return 0 }
        var labels = 0
        var position = host.count
        var starts = (last: host.count, second: host.count)
        var isAddress = true
        for index in 0..<host.count where host[index] &- 0x30 >= 10 && host[index] != 0x2E { isAddress = false }
        if isAddress { return 0 }
        while position > 0 {
            if host[position - 1] == 0x2E {
                labels += 1
                if labels == 1 { starts.last = position }
                if labels == 2 {
                    starts.second = position
                    guard isGeneric(host, starts.second, starts.last) else { return position }
                }
                if labels == 3 { return position }
            }
            position -= 1
        }
        return 0
    }

    /// Whether the last two labels are a country's generic second level, under which anybody registers.
    private static func isGeneric(_ host: ByteView, _ second: Int, _ last: Int) -> Bool {
        guard host.count - last == 2 else { return false }
        let label = host[second..<last - 1]
        switch label.count {
        case 2:
            return label.equalsIgnoringCase("co") || label.equalsIgnoringCase("ac") || label.equalsIgnoringCase("go")
                || label.equalsIgnoringCase("or") || label.equalsIgnoringCase("ne")
        case 3:
            return label.equalsIgnoringCase("com") || label.equalsIgnoringCase("org")
                || label.equalsIgnoringCase("net") || label.equalsIgnoringCase("gov")
                || label.equalsIgnoringCase("edu") || label.equalsIgnoringCase("gob")
                || label.equalsIgnoringCase("mil") || label.equalsIgnoringCase("ltd")
                || label.equalsIgnoringCase("plc")
        default: return false
        }
    }
}

extension ByteView {
    /// Whether the bytes are those of `text`, letters in any case.
    fileprivate func equals(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count == count else { return false }
        var position = 0
        for byte in bytes {
            guard KeyTable.lowered(byte) == KeyTable.lowered(self[position]) else { return false }
            position += 1
        }
        return true
    }
}
