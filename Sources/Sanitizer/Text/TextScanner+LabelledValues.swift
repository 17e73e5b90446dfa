/// What of a value goes, once its label has said what it is.
extension TextScanner {
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
            let isParameter =
                label.lead == 0x26 || label.lead == 0x3F || label.lead == 0 && text[value.end] == 0x26
                || rule == .name && !value.isSpaced
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

    /// A signature of several parts, `t=…,v1=…`, goes to its end.
    private func endOfSignature(_ value: LabelValue, in text: TextBytes) -> Int {
        var end = value.end
        var cursor = value.start
        while cursor < end, text[cursor] != 0x3D { cursor &+= 1 }
        guard cursor < end, text[end] == 0x2C, text[end &+ 1].isWordByte else { return end }
        while end &- value.start < 1_024, text[end] > 0x20, !text[end].isQuote { end &+= 1 }
        return end
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
        guard value.end &- value.start <= 16, text.endOfLetters(from: value.start) >= value.end else { return false }
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
