/// Values in markup, in lists of named values, and behind options of a command line.
extension TextScanner {
    /// Takes the text of the element that opens at `position` when its name, without a prefix, says so.
    mutating func takeElement(
        at position: Int,
        _ walks: inout LabelWalks,
        in text: TextBytes,
        _ level: Level
    ) -> Int {
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
            return takeListed(keyAt: start, of: name..<nameEnd, in: text, level) ?? nameEnd
        }
        guard verdict.rule != nil || verdict.hints.contains(.card) else { return nameEnd }
        if explains { noteName(name, nameEnd, in: text, level) }
        var end = start
        if text.matches("<![CDATA[", at: start) {
            start &+= 9
            end = walks.characterData.end(from: start) { start in
                var end = start
                while end < text.count, !text.matches("]]>", at: end) { end &+= 1 }
                return end
            }
        } else {
            while end < text.count, text[end] != 0x3C { end &+= 1 }
            // `usage: <password> <host>` is prose: there a blank follows, and no end of the element.
            if text[start] == 0x20, text[end &+ 1] != 0x2F { return nameEnd }
            if let inner = Self.innerElement(from: start, end, in: text) {
                start = inner.lowerBound
                end = inner.upperBound
                let own = classify(inner.name.lowerBound, inner.name.upperBound, in: text, level)
                let adds =
                    own.hints.contains(.valueSlot) || own.hints.contains(.cardPart) && verdict.hints.contains(.card)
                guard own.rule == nil, adds else { return nameEnd }
                return takeEnclosed(start, end, verdict, in: text) ?? nameEnd
            }
        }
        return takeEnclosed(start, end, verdict, in: text) ?? nameEnd
    }

    /// The element that is all there is before `end`, where its `<` stands: `<cvv><value>123</value></cvv>`.
    private static func innerElement(
        from start: Int,
        _ end: Int,
        in text: TextBytes
    ) -> (name: Range<Int>, lowerBound: Int, upperBound: Int)? {
        var cursor = start
        while cursor < end, text[cursor].isBlank { cursor &+= 1 }
        guard cursor == end, text[end] == 0x3C, text[end &+ 1].isLetter else { return nil }
        var close = end &+ 1
        while close &- end < 64, text[close].isWordByte || text[close] == 0x2D { close &+= 1 }
        guard text[close] == 0x3E else { return nil }
        var stop = close &+ 1
        while stop < text.count, text[stop] != 0x3C { stop &+= 1 }
        return (end &+ 1..<close, close &+ 1, stop)
    }

    /// `<key>password</key><string>…</string>`, as property lists have it.
    private mutating func takeListed(
        keyAt start: Int,
        of tag: Range<Int>,
        in text: TextBytes,
        _ level: Level
    ) -> Int? {
        var end = start
        while end &- start < 64, end < text.count, text[end] != 0x3C { end &+= 1 }
        guard text[end] == 0x3C, text[end &+ 1] == 0x2F, end > start, Placeholder.end(at: start, in: text) == nil
        else { return nil }
        let verdict = classify(start, end, in: text, level)
        guard verdict.rule != nil || verdict.hints.contains(.card) else { return nil }
        if explains { noteName(start, end, in: text, level) }
        var cursor = end &+ 2
        while cursor &- end < 32, text[cursor] != 0x3C { cursor &+= 1 }
        guard text[cursor] == 0x3C, text[cursor &+ 1] != 0x2F else { return nil }
        // The next key is no value of this one.
        if text.matches("<key>", at: cursor) { return nil }
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
    mutating func takeNamed(
        _ label: Label,
        after position: Int,
        _ walks: inout LabelWalks,
        in text: TextBytes,
        _ level: Level
    ) -> Int {
        guard let name = LabelValue(of: label, after: position, &walks, in: text), name.isQuoted,
            name.end &- name.start <= 64
        else { return position &+ 1 }
        let verdict = classify(name.start, name.end, in: text, level)
        guard verdict.rule != nil || verdict.hints.contains(.card) else { return name.end }
        if explains { noteName(name.start, name.end, in: text, level) }
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
                text.isOne(of: "value content", inner.start, inner.end)
            {
                guard let value = LabelValue(of: inner, after: cursor, &walks, in: text),
                    Placeholder.end(at: value.start, in: text) == nil
                else { return name.end }
                return takeValue(inner, value, verdict, in: text) ?? name.end
            }
            if byte == 0x3E {
                let inner = Self.namedValue(from: cursor &+ 1, in: text)
                guard let inner, !isPlainWord(LabelValue(enclosed: inner.lowerBound, inner.upperBound), in: text) else {
                    return name.end
                }
                return takeEnclosed(inner.lowerBound, inner.upperBound, verdict, in: text) ?? name.end
            }
            if byte == 0x7D { break }
            cursor &+= 1
        }
        return name.end
    }

    /// What an element with a name holds, whose tag ends before `start`: one word, by itself or in an element for values:
    /// `<param name="cvv"><value>123</value></param>`, `<field name="cvv">123</field>`.
    private static func namedValue(from start: Int, in text: TextBytes) -> Range<Int>? {
        guard text[start &- 2] != 0x2F else { return nil }
        var open = start
        while open &- start < 64, text[open].isBlank { open &+= 1 }
        if text[open] == 0x3C {
            var close = open &+ 1
            while close &- open < 32, text[close].isLetter { close &+= 1 }
            guard text.isOne(of: "value val string content text data int", open &+ 1, close), text[close] == 0x3E else {
                return nil
            }
            open = close &+ 1
            while open &- close < 64, text[open].isBlank { open &+= 1 }
        }
        var end = open
        while end &- open < 1_024, text[end] > 0x20, text[end] != 0x3C { end &+= 1 }
        var close = end
        while close &- end < 64, text[close].isBlank { close &+= 1 }
        return open < end && text[close] == 0x3C && text[close &+ 1] == 0x2F ? open..<end : nil
    }

    /// `<input value="737" name="cvv">`, `<input type="password" value="…">`: the value of a field of a form, whose name
    /// or type stands elsewhere in the same tag, 256 bytes away at most.
    mutating func takeAttribute(
        _ label: Label,
        after position: Int,
        _ walks: inout LabelWalks,
        in text: TextBytes,
        _ level: Level
    ) -> Int? {
        guard let value = LabelValue(of: label, after: position, &walks, in: text), value.isQuoted, !value.isOpen,
            value.end > value.start, Placeholder.end(at: value.start, in: text) == nil
        else { return nil }
        var open = label.start
        while label.start &- open < 256, open > 0, text[open &- 1] != 0x3C, text[open &- 1] != 0x3E { open &-= 1 }
        guard text[open &- 1] == 0x3C else { return nil }
        var verdict = KeyVerdict.neutral
        var cursor = open
        while cursor &- label.start < 256, cursor < text.count, text[cursor] != 0x3E {
            if cursor == label.start { cursor = value.end }
            if text[cursor] == 0x3D, text[cursor &+ 1].isQuote {
                let start = cursor &+ 2
                var end = start
                while end &- start < 64, text[end] != text[cursor &+ 1], end < text.count { end &+= 1 }
                var name = cursor
                while cursor &- name < 16, text[name &- 1].isLetter { name &-= 1 }
                if text.isOne(of: "name id autocomplete type placeholder", name, cursor) {
                    let own = classify(start, end, in: text, level)
                    if own.rule != nil || own.hints.contains(.card) { verdict = own }
                }
                cursor = end
            }
            cursor &+= 1
        }
        guard verdict.rule != nil || verdict.hints.contains(.card) else { return nil }
        return takeValue(label, value, verdict, in: text)
    }

    /// `('X-Api-Key', 'abc123')`, `["cvv", "737"]`, `"--password", "hunter2"`: two quoted strings, the first a name, the
    /// second with a digit. Read from the comma between them.
    mutating func takePair(
        at comma: Int,
        _ walks: inout LabelWalks,
        in text: TextBytes,
        _ level: Level
    ) -> Int {
        guard let label = Label(before: comma, in: text), label.isQuoted else { return comma &+ 1 }
        let before = text[label.start &- 2]
        let isOption = text[label.start] == 0x2D && text[label.start &+ 1] == 0x2D
        guard isOption || before == 0x28 || before == 0x5B else { return comma &+ 1 }
        let verdict = classify(label.start, label.end, in: text, level)
        guard verdict.rule != nil || verdict.hints.contains(.card),
            let value = LabelValue(of: label, after: comma, &walks, in: text), value.isQuoted, !value.isOpen,
            value.end &- value.start <= 4_096, Placeholder.end(at: value.start, in: text) == nil
        else { return comma &+ 1 }
        var close = value.end
        while close &- value.end < 16, text[close] == 0x5C { close &+= 1 }
        guard isOption || text[close &+ 1] == 0x29 || text[close &+ 1] == 0x5D else { return comma &+ 1 }
        var position = value.start
        while position < value.end, !text[position].isDigit { position &+= 1 }
        guard position < value.end else {
            if explains, let rule = verdict.rule {
                noteName(label.start, label.end, in: text, level)
                noteShapeless(rule, value.start, value.end, in: text)
            }
            return value.end
        }
        if explains { noteName(label.start, label.end, in: text, level) }
        return takeValue(label, value, verdict, in: text) ?? value.end
    }

    /// `--password hunter2`, and the credentials of `curl -u user:secret`.
    mutating func takeOption(
        at position: Int,
        _ walks: inout LabelWalks,
        in text: TextBytes,
        _ level: Level
    ) -> Int {
        guard position == 0 || text[position &- 1].isBlank || text[position &- 1].isQuote else { return position &+ 1 }
        if text[position &+ 1] != 0x2D, text[position &+ 1] != 0x75 { return takeShortOption(at: position, in: text) }
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
        if explains { noteName(start, end, in: text, level) }
        var label = Label(markup: start)
        label.separator = 0x3D
        guard let value = LabelValue(of: label, after: end, &walks, in: text),
            Placeholder.end(at: value.start, in: text) == nil
        else { return end }
        return takeValue(label, value, verdict, in: text) ?? end
    }

    /// `mysql -pSECRET`, `sshpass -p SECRET`, `docker login -p SECRET`, `redis-cli -a SECRET`, `ldapsearch -w SECRET`,
    /// `sqlcmd -P SECRET`: what the letter means, the command says.
    private mutating func takeShortOption(at position: Int, in text: TextBytes) -> Int {
        var start = position &+ 2
        let isSpaced = text[start] == 0x20
        if isSpaced { start &+= 1 }
        if text[start].isQuote { start &+= 1 }
        var end = start
        while end < text.count, text[end] > 0x20, !text[end].isQuote { end &+= 1 }
        guard end &- start >= 4, Placeholder.end(at: start, in: text) == nil, !Self.isPorts(start, end, in: text),
            Cue.before(
                position,
                in: text,
                reach: 64,
                { text, word in
                    switch text[position &+ 1] {
                    case 0x61: isSpaced && text.matches("redis-cli", at: word)
                    case 0x77:
                        isSpaced
                            && text.isWord(
                                at: word,
                                of: "ldapsearch ldapmodify ldapadd ldapdelete ldapwhoami ldappasswd ldapcompare"
                            )
                    case 0x50: text.isWord(at: word, of: "sqlcmd bcp osql isql tsql")
                    default:
                        isSpaced
                            ? text.isWord(
                                at: word,
                                of: "sshpass docker podman helm mongo mongosh mongodump mongorestore"
                            )
                            : text.matches("mysql", at: word) || text.matches("mariadb", at: word)
                    }
                }
            )
        else { return position &+ 2 }
        add(start, end, .password, .key, text)
        return end
    }

    /// Whether `start ..< end` are the ports that `docker run -p 8080:80` publishes.
    private static func isPorts(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        for position in start..<end {
            let byte = text[position]
            guard byte.isDigit || byte == 0x3A || byte == 0x2E || byte == 0x2D || byte == 0x2F else {
                return text.isOne(of: "tcp udp", position, end)
            }
        }
        return true
    }
}
