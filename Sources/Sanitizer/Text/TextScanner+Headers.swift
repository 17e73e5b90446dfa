/// `Authorization`, `Cookie` and `Set-Cookie` in a text.
extension TextScanner {
    /// The end of the header whose value starts at `start`: the end of the line, or the quote that opened the label.
    func endOfHeader(_ start: Int, _ label: Label, in text: TextBytes) -> Int {
        let quote = label.lead.isQuote ? label.lead : 0
        var position = start
        while position < text.count {
            let byte = text[position]
            if byte == 0x0D, isFold(at: position, in: text) {
                position &+= 3
                continue
            }
            if byte == 0x0A || byte == 0x0D || (quote != 0 && byte == quote) { break }
            // A line break that was escaped once more.
            if byte == 0x5C, text[position &+ 1] == 0x72 || text[position &+ 1] == 0x6E { break }
            position &+= 1
        }
        return position
    }

    /// Whether the line break at `position` goes on with the same header (RFC 9112, 5.2).
    private func isFold(at position: Int, in text: TextBytes) -> Bool {
        text[position] == 0x0D && text[position &+ 1] == 0x0A
            && (text[position &+ 2] == 0x20 || text[position &+ 2] == 0x09)
    }

    /// Takes an `Authorization` value: to the end of its line in a header block, scheme and token in prose.
    mutating func takeAuthorization(_ label: Label, _ value: LabelValue, in text: TextBytes) -> Int? {
        var end = value.end
        if !value.isQuoted {
            var word = value.start
            while word < value.end, text[word].isLetter { word &+= 1 }
            let isScheme = text.isOne(
                of: "bearer basic digest token apikey hmac negotiate ntlm oauth mac signature hawk",
                value.start,
                word
            )
            if isScheme, let close = Placeholder.end(at: word &+ 1, in: text) { return close }
            if text.matches("AWS4-HMAC", at: value.start) || (isScheme && text.isOne(of: "digest", value.start, word)) {
                end = endOfHeader(value.start, label, in: text)
            } else if isScheme, text[word] == 0x20 || isFold(at: word, in: text) {
                if ValueReference.isReference(word &+ 1, endOfWord(word &+ 1, text), beside: 0..<0, in: text) {
                    return nil
                }
                if label.separator == 0x3A, label.beginsLine(in: text) {
                    end = endOfHeader(value.start, label, in: text)
                } else {
                    var cursor = word &+ 1
                    if Placeholder.end(at: cursor, in: text) != nil { return cursor }
                    while cursor < text.count, text[cursor] > 0x20, !text[cursor].isQuote, text[cursor] != 0x2C {
                        cursor &+= 1
                    }
                    end = cursor
                }
            } else {
                // Payments are authorized too: `authorization: approved` is no credential.
                guard TokenShape.isToken(value.start, value.end, in: text) else { return nil }
            }
            while end > value.start, text[end &- 1] == 0x20 { end &-= 1 }
        }
        add(value.start, end, .authorization, .key, text)
        return end
    }

    /// Takes the values of `name=value; name=value`; names and cookie attributes stay (RFC 6265, 4.1.1).
    mutating func takeCookies(from start: Int, _ end: Int, in text: TextBytes) {
        var position = start
        while position < end {
            while position < end, text[position].isBlank || text[position] == 0x3B { position &+= 1 }
            let name = position
            while position < end, text[position] != 0x3D, text[position] != 0x3B { position &+= 1 }
            if text[position] == 0x3D, position < end {
                let value = position &+ 1
                let isAttribute = text.isOne(
                    of: "path domain expires max-age samesite priority version",
                    name,
                    position
                )
                while position < end, text[position] != 0x3B, text[position] != 0x0D { position &+= 1 }
                if !isAttribute, !startsRedacted(value, position, in: text) {
                    add(value, position, .cookie, .key, text)
                }
            } else if name < position {
                let isFlag = text.isOne(of: "secure httponly partitioned", name, position)
                if !isFlag, !startsRedacted(name, position, in: text),
                    TokenShape.isToken(name, position, in: text)
                {
                    add(name, position, .cookie, .key, text)
                }
            }
        }
    }

    /// One past the bytes above the blank from `start` on, 96 at most.
    private func endOfWord(_ start: Int, _ text: TextBytes) -> Int {
        var end = start
        while end &- start < 97, text[end] > 0x20, !text[end].isQuote { end &+= 1 }
        return end
    }

    private func startsRedacted(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        Placeholder.end(at: start, in: text) == end
    }
}
