/// Values that their label gives away. Only the value goes; the label and what surrounds it stay.
extension TextScanner {
    /// Finds `k=v`, `k: v`, `"k":"v"`, parameters, attributes, header lines, elements.
    @inline(never)
    mutating func findLabels(_ text: TextBytes, _ map: TextMap, _ marks: TextMarks, _ level: Level) {
        var position = 0
        var walks = LabelWalks()
        let isPlain = !marks.has([.nonASCII, .bracket])
        defer { if explains { trace?.words = nil } }
        while true {
            position = map.first(from: position) { map[.joints, $0] | map[.dashes, $0] }
            guard position < text.count else { return }
            switch text[position] {
            case 0x3A, 0x3D:
                position = takeLabelled(at: position, isPlain ? map : nil, &walks, in: text, level)
            case 0x2C:
                position = takePair(at: position, &walks, in: text, level)
            case 0x3C:
                position = takeElement(at: position, &walks, in: text, level)
            case 0x2D where Self.isOption(text[position &+ 1]):
                position = takeOption(at: position, &walks, in: text, level)
            case 0x2D where text[position &+ 1] == 0x3E:
                position = takePointed(at: position, &walks, in: text, level)
            default:
                position &+= 1
            }
        }
    }

    /// Whether `byte` behind a dash begins an option whose value is looked at: `--…`, `-a`, `-p`, `-P`, `-u`, `-w`.
    @inline(__always)
    private static func isOption(_ byte: UInt8) -> Bool {
        byte == 0x2D || byte | 0x20 == 0x70 || byte == 0x75 || byte == 0x61 || byte == 0x77
    }

    /// `password -> hunter22`, with blanks around the arrow: the value holds a digit, since types of functions are
    /// written so, too.
    @inline(never)
    private mutating func takePointed(
        at position: Int,
        _ walks: inout LabelWalks,
        in text: TextBytes,
        _ level: Level
    ) -> Int {
        guard text[position &- 1] == 0x20, text[position &+ 2] == 0x20, let label = Label(before: position, in: text)
        else { return position &+ 2 }
        let verdict = judge(label, in: text, level)
        guard verdict.rule != nil || verdict.hints.contains(.card),
            let value = LabelValue(of: label, after: position &+ 1, &walks, in: text),
            Placeholder.end(at: value.start, in: text) == nil
        else { return position &+ 2 }
        if explains { noteName(label.start, label.end, in: text, level) }
        guard hasDigit(value.start, value.end, in: text) else {
            if explains { noteRefusal(label, value, verdict, in: text) }
            return position &+ 2
        }
        return takeValue(label, value, verdict, in: text) ?? position &+ 2
    }

    /// Looks at the separator at `position` and takes the value behind it when its label says so. Returns where to
    /// go on.
    private mutating func takeLabelled(
        at position: Int,
        _ map: TextMap?,
        _ walks: inout LabelWalks,
        in text: TextBytes,
        _ level: Level
    ) -> Int {
        let next = text[position &+ 1]
        let before = text[position &- 1]
        if text[position] == 0x3A {
            // A URL's scheme, a scope operator, a time of day.
            if next == 0x2F && text[position &+ 2] == 0x2F || next == 0x3A || before == 0x3A { return position &+ 2 }
            if next == 0x3D { return position &+ 1 }
        } else if next == 0x3D || before == 0x3D || before == 0x21 || before == 0x3C || before == 0x3E {
            return position &+ 1
        }
        let label = map.map { Label(before: position, in: text, $0) } ?? Label(before: position, in: text)
        return takeBehind(label, after: position, &walks, in: text, level)
    }

    /// Finds labels whose colon is the wide one of East Asian text. For texts with bytes above ASCII.
    @inline(never)
    mutating func findWideLabels(_ text: TextBytes, _ level: Level) {
        var position = 0
        var walks = LabelWalks()
        while true {
            position = text.next(0xEF, from: position)
            guard position < text.count else { return }
            guard text.matches("：", at: position) else {
                position &+= 1
                continue
            }
            let label = Label(before: position, in: text)
            position = takeBehind(label, after: position &+ 2, &walks, in: text, level)
        }
    }

    /// Takes the value behind the separator that ends at `position`, when the label before it says so. Returns where to
    /// go on.
    private mutating func takeBehind(
        _ label: Label?,
        after position: Int,
        _ walks: inout LabelWalks,
        in text: TextBytes,
        _ level: Level
    ) -> Int {
        guard let label else { return position &+ 1 }
        // `//user:password@host` is a URL's business; `https://host password=…` is not.
        if label.lead == 0x2F, text[label.start &- 2] == 0x2F, label.lastWord(in: text) == nil { return position &+ 1 }
        if text[label.end &- 1] &- 0x30 < 2, let end = takeSplitCard(label, after: position, in: text) { return end }
        let tag = LabelCache.Tag(label, in: text, profile: level.context.profile)
        if let tag, dullLabels.holds(tag), !explains { return position &+ 1 }
        let verdict: KeyVerdict
        if let tag, suppressed == 0, let known = dullLabels.verdict(of: tag) {
            verdict = known
        } else {
            verdict = judge(label, in: text, level)
            if let tag, suppressed == 0 { dullLabels.insert(tag, verdict) }
        }
        if verdict.rule == nil, verdict.hints.isDisjoint(with: [.card, .phone]) {
            let name = label.lastWord(in: text) ?? label.start
            if 3...4 ~= label.end &- name, text.isOne(of: "name key", name, label.end) {
                return takeNamed(label, after: position, &walks, in: text, level)
            }
            // What these two are, their neighbours tell each time.
            let isValue = label.end &- label.start >= 5 && text.isOne(of: "value", label.end &- 5, label.end)
            let isCode = label.end &- label.start == 4 && text.matches("code", at: label.start)
            if isValue, label.separator == 0x3D, text[label.end &- 6].isBlank {
                return takeAttribute(label, after: position, &walks, in: text, level) ?? position &+ 1
            }
            if isCode, label.separator == 0x3D { return takeCode(at: position, in: text) }
            if verdict.hints.contains(.cardPart) {
                return takeCardPart(label, after: position, &walks, in: text, level) ?? position &+ 1
            }
            if label.isQuoted, label.end &- label.start <= 2, text.isOne(of: "d p q dp dq qi k", label.start, label.end)
            {
                return takePrivateMember(label, after: position, &walks, in: text) ?? position &+ 1
            }
            if explains { noteSilenced(label, in: text, level) }
            // What is suppressed here may say more elsewhere.
            if let tag, suppressed == 0, !isValue, !isCode { dullLabels.insert(tag) }
            return position &+ 1
        }
        guard let value = LabelValue(of: label, after: position, &walks, in: text) else { return position &+ 1 }
        if let end = Placeholder.end(at: value.start, in: text) { return end }
        if explains { noteName(label.start, label.end, in: text, level) }
        return takeValue(label, value, verdict, in: text) ?? max(value.start, position &+ 1)
    }

    /// Takes a private part of a JSON web key that stands in a longer text: `{"kty":"EC","d":"…"}`.
    @inline(never)
    private mutating func takePrivateMember(
        _ label: Label,
        after position: Int,
        _ walks: inout LabelWalks,
        in text: TextBytes
    ) -> Int? {
        guard let value = LabelValue(of: label, after: position, &walks, in: text), value.isQuoted,
            value.end &- value.start >= 22, Placeholder.end(at: value.start, in: text) == nil
        else { return nil }
        for byte in value.start..<value.end where !text[byte].isBase64 && text[byte] != 0x3D { return nil }
        // The type of the key stands within the same object, 2 KiB each way.
        var cursor = max(0, label.start &- 2_048)
        let limit = min(text.count, value.end &+ 2_048)
        guard let reach = unsafe TextBytes(text.buffer(0, limit)) else { return nil }
        while cursor < limit {
            cursor = reach.next(0x6B, from: cursor)
            if text[cursor &- 1].isQuote, text[cursor &+ 3].isQuote || text[cursor &+ 3] == 0x5C,
                text.matches("kty", at: cursor)
            {
                add(value.start, value.end, .privateKey, [.key, .proximity], text)
                return value.end
            }
            cursor &+= 1
        }
        return nil
    }

    /// What a label says.
    private func judge(_ label: Label, in text: TextBytes, _ level: Level) -> KeyVerdict {
        let verdict = classify(label.start, label.end, in: text, level)
        guard verdict == .neutral, let word = label.lastWord(in: text) else { return verdict }
        // Some names count only alone; in prose other words stand before them.
        return classify(word, label.end, in: text, level)
    }

    /// What the name `start ..< end` says.
    func classify(_ start: Int, _ end: Int, in text: TextBytes, _ level: Level) -> KeyVerdict {
        var verdict = unsafe classifier.classify(text.buffer(start, end), profile: level.context.profile)
        if text[end &- 1] == 0x5D, verdict != .neutral, Placeholder.ends(at: end &- 1, in: text) {
            // The name of a rule names nothing else.
            return .neutral
        }
        // Members of an object are put together, labels of a text are not.
        verdict.hints.remove(.part)
        // What is not taken here must not hide what stands in it.
        if suppressed != 0, let rule = verdict.rule, suppressed & rule.bit != 0 {
            if explains { note(rule, start, end, .suppressed, .key) }
            verdict.rule = nil
        }
        return verdict
    }
}
