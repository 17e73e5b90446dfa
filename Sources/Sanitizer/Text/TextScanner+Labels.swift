/// Values that their label gives away. Only the value goes; the label and what surrounds it stay.
extension TextScanner {
    /// Finds `k=v`, `k: v`, `"k":"v"`, parameters, attributes, header lines, elements.
    @inline(never)
    mutating func findLabels(_ text: TextBytes, _ level: Level) {
        var position = 0
        var walks = LabelWalks()
        while true {
            // The next of `: ; < =` and `, -`.
            position = text.first(from: position) { Lanes.within($0, 0x3A, 0x3D) | Lanes.within($0, 0x2C, 0x2D) }
            guard position < text.count else { return }
            switch text[position] {
            case 0x3A, 0x3D:
                position = takeLabelled(at: position, &walks, in: text, level)
            case 0x2C where text[position &- 1].isQuote:
                position = takePair(at: position, &walks, in: text, level)
            case 0x3C:
                position = takeElement(at: position, &walks, in: text, level)
            case 0x2D
            where text[position &+ 1] == 0x2D || text[position &+ 1] == 0x75 || text[position &+ 1] == 0x70
                || text[position &+ 1] == 0x61:
                position = takeOption(at: position, &walks, in: text, level)
            default:
                position &+= 1
            }
        }
        if explains { trace?.words = nil }
    }

    /// Looks at the separator at `position` and takes the value behind it when its label says so. Returns where to
    /// go on.
    private mutating func takeLabelled(
        at position: Int,
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
        return takeBehindLabel(before: position, after: position, &walks, in: text, level)
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
            position = takeBehindLabel(before: position, after: position &+ 2, &walks, in: text, level)
        }
    }

    /// Takes the value behind the separator that ends at `position`, when the label before `start` says so. Returns
    /// where to go on.
    private mutating func takeBehindLabel(
        before start: Int,
        after position: Int,
        _ walks: inout LabelWalks,
        in text: TextBytes,
        _ level: Level
    ) -> Int {
        guard let label = Label(before: start, in: text) else { return position &+ 1 }
        // `//user:password@host` is a URL's business; `https://host password=…` is not.
        if label.lead == 0x2F, text[label.start &- 2] == 0x2F, label.lastWord(in: text) == nil { return position &+ 1 }
        let tag = LabelCache.Tag(label, in: text, profile: level.context.profile)
        if let tag, dullLabels.holds(tag), !explains { return position &+ 1 }
        var verdict = classify(label.start, label.end, in: text, level)
        if verdict == .neutral, let word = label.lastWord(in: text) {
            // Some names count only alone; in prose other words stand before them.
            verdict = classify(word, label.end, in: text, level)
        }
        if verdict.rule == nil, verdict.hints.isDisjoint(with: [.card, .phone]) {
            let name = label.lastWord(in: text) ?? label.start
            if 3...4 ~= label.end &- name, text.isOne(of: "name key", name, label.end) {
                return takeNamed(label, after: position, &walks, in: text, level)
            }
            if label.separator == 0x3D, label.end &- label.start >= 5,
                text.isOne(of: "value", label.end &- 5, label.end), text[label.end &- 6].isBlank
            {
                return takeAttribute(label, after: position, &walks, in: text, level) ?? position &+ 1
            }
            if verdict.hints.contains(.cardPart) {
                return takeCardPart(label, after: position, &walks, in: text, level) ?? position &+ 1
            }
            if explains { noteSilenced(label, in: text, level) }
            if let tag { dullLabels.insert(tag) }
            return position &+ 1
        }
        guard let value = LabelValue(of: label, after: position, &walks, in: text) else { return position &+ 1 }
        if let end = Placeholder.end(at: value.start, in: text) { return end }
        if explains { noteName(label.start, label.end, in: text, level) }
        return takeValue(label, value, verdict, in: text) ?? max(value.start, position &+ 1)
    }

    /// What the name `start ..< end` says.
    func classify(_ start: Int, _ end: Int, in text: TextBytes, _ level: Level) -> KeyVerdict {
        var verdict = unsafe classifier.classify(text.buffer(start, end), profile: level.context.profile)
        // Members of an object are put together, labels of a text are not.
        verdict.hints.remove(.part)
        // What is not taken here must not hide what stands in it.
        if suppressed != 0, let rule = verdict.rule, suppressed & rule.bit != 0 { verdict.rule = nil }
        return verdict
    }

    /// Takes `value` as `verdict` tells. Returns where to go on, or nil when the value is left.
    mutating func takeValue(
        _ label: Label,
        _ value: LabelValue,
        _ verdict: KeyVerdict,
        in text: TextBytes
    ) -> Int? {
        let end = takeJudged(label, value, verdict, in: text)
        if explains, end == nil { noteRefusal(label, value, verdict, in: text) }
        return end
    }

    private mutating func takeJudged(
        _ label: Label,
        _ value: LabelValue,
        _ verdict: KeyVerdict,
        in text: TextBytes
    ) -> Int? {
        guard let rule = verdict.rule else {
            // A card or telephone word alone: only a number of that kind.
            if verdict.hints.contains(.card) { return takeCard(value, in: text) }
            return takeDigits(value, .phone, 7...15, in: text)
        }
        if value.isOpen, rule != .url, rule != .freeText, rule != .container, rule != .cookie {
            // Cut off inside the quotes: what is there may be the half of anything, so all of it goes.
            add(value.start, text.count, rule, .key, text)
            return text.count
        }
        if rule == .cvv || rule == .pin, value.end == text.count, 1...2 ~= value.end &- value.start,
            label.isQuoted || label.lead == 0x26 || label.lead == 0x3F,
            text[value.start].isDigit, text[value.end &- 1].isDigit
        {
            // The first digits of a code that was cut off.
            add(value.start, value.end, rule, .key, text)
            return value.end
        }
        switch rule {
        case .cookie:
            let end = value.isQuoted ? value.end : endOfHeader(value.start, label, in: text)
            takeCookies(from: value.start, end, in: text)
            return end
        case .authorization:
            return takeAuthorization(label, value, in: text)
        case .pan:
            return takeCard(value, in: text) ?? takeOpaque(value, verdict, rule, in: text)
        case .cvv:
            return takeDigits(value, rule, 3...4, in: text) ?? takeOpaque(value, verdict, rule, in: text)
        case .pin:
            return takeDigits(value, rule, 3...12, in: text) ?? takeOpaque(value, verdict, rule, in: text)
        case .expiry:
            guard let end = Self.expiry(at: value.start, in: text) ?? (value.isQuoted ? value.end : nil),
                hasDigit(value.start, min(end, value.start &+ 16), in: text)
            else { return nil }
            add(value.start, max(end, min(value.end, end &+ 3)), rule, .key, text)
            return end
        case .phone:
            return takeDigits(value, rule, 6...15, in: text)
        case .bankAccount, .nationalID, .birthDate:
            return takeDigits(value, rule, 4...34, in: text) ?? takeMixed(value, rule, in: text)
        case .email, .ipAddress, .macAddress, .device:
            return takeMixed(value, rule, in: text)
        case .name, .address, .path:
            // Prose says `address: unreachable`; what is quoted or a parameter is a value.
            // `Customer(firstName=Thabo, …)`: names of persons are never assigned in prose.
            let isParameter = label.lead == 0x26 || label.lead == 0x3F || rule == .name && !value.isSpaced
            guard value.isQuoted || label.separator == 0x3D && isParameter, !isPlainWord(value, in: text),
                value.isQuoted
                    || !ValueReference.isReference(
                        value.start,
                        value.end,
                        beside: label.start..<label.end,
                        in: text
                    )
            else { return nil }
            add(value.start, value.end, rule, .key, text)
            return value.end
        case .url, .freeText, .container, .limit:
            return nil
        default:
            return takeSecret(label, value, verdict, rule, in: text)
        }
    }

    /// A secret: whatever the grip lets go.
    private mutating func takeSecret(
        _ label: Label,
        _ value: LabelValue,
        _ verdict: KeyVerdict,
        _ rule: Rule,
        in text: TextBytes
    ) -> Int? {
        var end = value.end
        if value.isQuoted
            ? ValueReference.isMask(value.start, value.end, in: text)
            : ValueReference.isReference(value.start, value.end, beside: label.start..<label.end, in: text)
        {
            return nil
        }
        if !value.isQuoted {
            if isPlainWord(value, in: text) { return nil }
            if label.separator == 0x3A, rule == .secret { end = endOfSignature(value, in: text) }
            // `Component: text` is prose; a weak name needs a value with a token's shape there.
            let isLoose = label.separator == 0x3A && !label.isQuoted
            if verdict.grip == .token || isLoose && (rule != .password || label.isTypeName(in: text)) {
                guard TokenShape.isToken(value.start, value.end, in: text) else { return nil }
            }
            if rule == .password, label.lead == 0x3B || label.lead == 0x20 && text[label.start &- 2] == 0x3B {
                end = endOfConnectionValue(value, in: text)
            }
        } else if verdict.grip == .token, isPlainWord(value, in: text) || !hasToken(value, in: text) {
            return nil
        }
        add(value.start, end, rule, .key, text)
        return end
    }

    /// A signature of several parts, `t=…,v1=…`, goes to its end.
    private func endOfSignature(_ value: LabelValue, in text: TextBytes) -> Int {
        var end = value.end
        var cursor = value.start
        while cursor < end, text[cursor] != 0x3D { cursor &+= 1 }
        guard cursor < end, text[end] == 0x2C, text[end &+ 1].isWordByte else { return end }
        while end &- value.start < 1_024, text[end] > 0x20, !text[end].isQuote { end &+= 1 }
        return end
    }

    /// `number: N` as part of something that is called a card, `Card(number: N)`, or beside a code, `number: N, cvc: C`.
    private mutating func takeCardPart(
        _ label: Label,
        after position: Int,
        _ walks: inout LabelWalks,
        in text: TextBytes,
        _ level: Level
    ) -> Int? {
        let word = label.lastWord(in: text) ?? label.start
        guard text.isOne(of: "number no num nr", word, label.end),
            let value = LabelValue(of: label, after: position, &walks, in: text),
            text.element(at: value.start).kind == .digit,
            Self.isCalledCard(before: word, in: text) || isBesideCode(value, in: text, level)
        else { return nil }
        return takeCard(value, in: text)
    }

    /// Whether what stands before `position` and opens or precedes the name there is called a card.
    private static func isCalledCard(before position: Int, in text: TextBytes) -> Bool {
        var end = position
        while position &- end < 8, end > 0, !text[end &- 1].isWordByte, text[end &- 1] != 0x2C, text[end &- 1] < 0x80 {
            end &-= 1
        }
        var start = end
        while end &- start < 40, text[start &- 1].isWordByte { start &-= 1 }
        var cursor = start
        while cursor &+ 4 <= end {
            let isStart =
                cursor == start || !text[cursor &- 1].isLetter || text[cursor].isUpper && !text[cursor &- 1].isUpper
            if isStart || text.matches("Card", at: cursor), text.matchesIgnoringCase("card", at: cursor) { return true }
            cursor &+= 1
        }
        return false
    }

    /// Whether the next name behind `value` is that of a code or a date.
    private func isBesideCode(_ value: LabelValue, in text: TextBytes, _ level: Level) -> Bool {
        var start = value.end
        while start &- value.end < 8, start < text.count, !text[start].isLetter { start &+= 1 }
        var end = start
        while end &- start < 32, text[end].isWordByte { end &+= 1 }
        guard start < end else { return false }
        let rule = classify(start, end, in: text, level).rule
        return rule == .cvv || rule == .expiry
    }

    /// A value of a connection string may hold blanks when a `;` closes it in the same line.
    private func endOfConnectionValue(_ value: LabelValue, in text: TextBytes) -> Int {
        var position = value.end
        while position &- value.end < 64 {
            let byte = text[position]
            if byte == 0x3B { return position }
            if byte == 0x3D || byte < 0x20 || byte.isQuote { break }
            position &+= 1
        }
        return value.end
    }

    /// What a sensitive name covers although it is no number of the expected kind: only in quotes, and no plain word.
    private mutating func takeOpaque(
        _ value: LabelValue,
        _ verdict: KeyVerdict,
        _ rule: Rule,
        in text: TextBytes
    )
        -> Int?
    {
        guard verdict.grip == .any, value.end &- value.start >= 3, !isPlainWord(value, in: text),
            TokenShape.isToken(value.start, value.end, in: text)
        else { return nil }
        add(value.start, value.end, rule, .key, text)
        return value.end
    }

    /// 12 to 19 digits right behind a card label: no check digit needed.
    private mutating func takeCard(_ value: LabelValue, in text: TextBytes) -> Int? {
        guard text.element(at: value.start).kind == .digit else { return nil }
        var walk = CardWalk(start: value.start)
        var end = 0
        while case .groupEnd = walk.nextGroup(in: text) {
            if 12...19 ~= walk.count, !text[walk.end].isWordByte { end = walk.end }
        }
        guard end > 0, !walk.isOneDigit else { return nil }
        let track = takeTrack(around: value.start, end, in: text)
        if track > end { return track }
        add(value.start, end, .pan, .key, text)
        return findCardCompanions(of: value.start, end, in: text)
    }

    /// A number of `count` digits, grouped or not.
    private mutating func takeDigits(
        _ value: LabelValue,
        _ rule: Rule,
        _ count: ClosedRange<Int>,
        in text: TextBytes
    )
        -> Int?
    {
        var position = value.start
        if text[position] == 0x2B || text[position] == 0x28 { position &+= 1 }
        var digits = 0
        var end = position
        var gap = 0
        while position < text.count {
            let element = text.element(at: position)
            if element.kind == .digit {
                digits &+= 1
                gap = 0
                end = position &+ element.length
            } else if element.kind == .ignorable || element.kind == .space || element.kind == .dash
                || element.kind == .dot || text[position] == 0x28 || text[position] == 0x29
            {
                gap &+= 1
                if gap > 2 || digits == 0 || count.upperBound <= 4 { break }
            } else {
                break
            }
            position &+= element.length
            if digits > count.upperBound { break }
        }
        guard count ~= digits, !text[end].isWordByte else { return nil }
        add(value.start, end, rule, .key, text)
        return end
    }

    /// A value that holds a digit or an `@`, or stands in quotes.
    private mutating func takeMixed(_ value: LabelValue, _ rule: Rule, in text: TextBytes) -> Int? {
        var isTelling = false
        var position = value.start
        while position < value.end, position &- value.start < 64 {
            if text[position].isDigit || text[position] == 0x40 { isTelling = true }
            position &+= 1
        }
        guard isTelling, value.end &- value.start >= 4 else { return nil }
        add(value.start, value.end, rule, .key, text)
        return value.end
    }

    private func hasDigit(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        var position = start
        while position < end {
            if text.element(at: position).kind == .digit { return true }
            position &+= 1
        }
        return false
    }

    /// Whether a quoted value is more than prose: no blanks, or a digit in its first word.
    private func hasToken(_ value: LabelValue, in text: TextBytes) -> Bool {
        var position = value.start
        while position < value.end, position &- value.start < 64 {
            if text[position] == 0x20 { return false }
            position &+= 1
        }
        return position > value.start
    }

    /// Whether the value is a word that says something about a secret instead of being one.
    func isPlainWord(_ value: LabelValue, in text: TextBytes) -> Bool {
        guard value.end &- value.start <= 16 else { return false }
        return text.isOne(
            of: """
                null nil none undefined true false yes no on off ok empty missing invalid required expired present \
                absent set unset changed rejected accepted declined denied failed failure error incorrect wrong \
                unknown unavailable disabled enabled valid optional not is was must should cannot reset refresh \
                refreshed revoked redacted filtered hidden masked string number object boolean array stored loaded
                """,
            value.start,
            value.end
        )
    }
}
