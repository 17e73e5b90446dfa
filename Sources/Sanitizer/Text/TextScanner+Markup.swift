/// Values in markup, in lists of named values, and behind options of a command line.
extension TextScanner {
    /// Takes the text of the element that opens at `position` when its name, without a prefix, says so.
    mutating func takeElement(at position: Int, in text: TextBytes, _ level: Level) -> Int {
        var name = position &+ 1
        guard text[name].isLetter || text[name] == 0x5F else { return position &+ 1 }
        var cursor = name
        while cursor &- position < 96 {
            let byte = text[cursor]
            if byte == 0x3A { name = cursor &+ 1 }
            guard byte.isWordByte || byte == 0x2D || byte == 0x2E || byte == 0x3A else { break }
            cursor &+= 1
        }
        guard cursor > name, text[cursor] == 0x3E || text[cursor].isBlank else { return position &+ 1 }
        let verdict = classify(name, cursor, in: text, level)
        let nameEnd = cursor
        while cursor &- nameEnd < 256, cursor < text.count, text[cursor] != 0x3E, text[cursor] != 0x3C { cursor &+= 1 }
        guard text[cursor] == 0x3E, text[cursor &- 1] != 0x2F else { return nameEnd }
        var start = cursor &+ 1
        if text.isOne(of: "key name string", name, nameEnd) {
            return takeListed(keyAt: start, in: text, level) ?? nameEnd
        }
        guard verdict.rule != nil || verdict.hints.contains(.card) else { return nameEnd }
        var end = start
        if text.matches("<![CDATA[", at: start) {
            start &+= 9
            end = start
            while end < text.count, !text.matches("]]>", at: end) { end &+= 1 }
        } else {
            while end < text.count, text[end] != 0x3C { end &+= 1 }
        }
        return takeEnclosed(start, end, verdict, in: text) ?? nameEnd
    }

    /// `<key>password</key><string>…</string>`, as property lists have it.
    private mutating func takeListed(keyAt start: Int, in text: TextBytes, _ level: Level) -> Int? {
        var end = start
        while end &- start < 64, end < text.count, text[end] != 0x3C { end &+= 1 }
        guard text[end] == 0x3C, text[end &+ 1] == 0x2F, end > start else { return nil }
        let verdict = classify(start, end, in: text, level)
        guard verdict.rule != nil || verdict.hints.contains(.card) else { return nil }
        var cursor = end &+ 2
        while cursor &- end < 32, text[cursor] != 0x3C { cursor &+= 1 }
        guard text[cursor] == 0x3C, text[cursor &+ 1] != 0x2F else { return nil }
        while cursor &- end < 64, text[cursor] != 0x3E { cursor &+= 1 }
        let value = cursor &+ 1
        var close = value
        while close < text.count, text[close] != 0x3C { close &+= 1 }
        return takeEnclosed(value, close, verdict, in: text)
    }

    /// Takes what stands between two tags or under a named part.
    private mutating func takeEnclosed(_ start: Int, _ end: Int, _ verdict: KeyVerdict, in text: TextBytes) -> Int? {
        var start = start
        var end = end
        while start < end, text[start].isBlank { start &+= 1 }
        while end > start, text[end &- 1].isBlank { end &-= 1 }
        guard start < end, Placeholder.end(at: start, in: text) == nil else { return nil }
        let label = Label(markup: start)
        let value = LabelValue(enclosed: start, end)
        return takeValue(label, value, verdict, in: text)
    }

    /// `name="cvv"` followed by its value: a part of a multipart body, an input field, a pair of name and value.
    mutating func takeNamed(_ label: Label, after position: Int, in text: TextBytes, _ level: Level) -> Int {
        guard let name = LabelValue(of: label, after: position, known: 0, in: text), name.isQuoted,
            name.end &- name.start <= 64
        else { return position &+ 1 }
        let verdict = classify(name.start, name.end, in: text, level)
        guard verdict.rule != nil || verdict.hints.contains(.card) else { return name.end }
        var cursor = name.end &+ 1
        let limit = min(text.count, cursor &+ 256)
        while cursor < limit {
            let byte = text[cursor]
            if byte == 0x0A, text[cursor &+ 1] == 0x0A || (text[cursor &+ 1] == 0x0D && text[cursor &+ 2] == 0x0A) {
                let value = cursor &+ (text[cursor &+ 1] == 0x0A ? 2 : 3)
                var end = value
                while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end &+= 1 }
                return takeEnclosed(value, end, verdict, in: text) ?? name.end
            }
            if byte == 0x3D || byte == 0x3A, let inner = Label(before: cursor, in: text),
                text.isOne(of: "value", inner.start, inner.end)
            {
                guard let value = LabelValue(of: inner, after: cursor, known: 0, in: text),
                    Placeholder.end(at: value.start, in: text) == nil
                else { return name.end }
                return takeValue(inner, value, verdict, in: text) ?? name.end
            }
            if byte == 0x3E || byte == 0x7D { break }
            cursor &+= 1
        }
        return name.end
    }

    /// `--password hunter2`, and the credentials of `curl -u user:secret`.
    mutating func takeOption(at position: Int, in text: TextBytes, _ level: Level) -> Int {
        guard position == 0 || text[position &- 1].isBlank || text[position &- 1].isQuote else { return position &+ 1 }
        var start = position &+ 2
        if text[position &+ 1] == 0x75 || text.matches("--user ", at: position) {
            start = text[position &+ 1] == 0x75 ? position &+ 2 : position &+ 6
            guard text[start] == 0x20 else { return position &+ 2 }
            start &+= 1
            if text[start].isQuote { start &+= 1 }
            var end = start
            var hasColon = false
            while end < text.count, text[end] > 0x20, !text[end].isQuote {
                if text[end] == 0x3A { hasColon = true }
                end &+= 1
            }
            if hasColon { add(start, end, .password, [.key], text) }
            return end
        }
        var end = start
        while end &- start < 40, text[end].isWordByte || text[end] == 0x2D { end &+= 1 }
        guard end > start, text[end] == 0x20, text[end &+ 1] != 0x2D else { return end }
        let verdict = classify(start, end, in: text, level)
        guard verdict.rule != nil || verdict.hints.contains(.card) else { return end }
        var label = Label(markup: start)
        label.separator = 0x3D
        guard let value = LabelValue(of: label, after: end, known: 0, in: text),
            Placeholder.end(at: value.start, in: text) == nil
        else { return end }
        return takeValue(label, value, verdict, in: text) ?? end
    }
}
