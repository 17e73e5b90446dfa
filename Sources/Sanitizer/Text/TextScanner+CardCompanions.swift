/// Expiry dates and security codes beside a card number, and codes that a word announces.
extension TextScanner {
    /// Finds months and years under their own names, for a text that holds a card number: `card.expiryMonth=05`,
    /// `"exp_year":2031`.
    @inline(never)
    mutating func findExpiryParameters(_ text: TextBytes, _ level: Level) {
        var position = 0
        while position < text.count {
            let sign = text.next(0x3D, or: 0x3A, from: position)
            position = sign &+ 1
            var start = position
            while start &- position < 4, text[start].isBlank || text[start].isQuote { start &+= 1 }
            guard let end = Self.number(at: start, in: text, lengths: 1...4), end &- start != 3,
                let label = Label(before: sign, in: text), text[sign] == 0x3D || label.isQuoted,
                classify(label.start, label.end, in: text, level).rule == .expiry
            else { continue }
            add(start, end, .expiry, .key, text)
            position = end
        }
    }

    /// Finds the expiry date and the security code that stand beside the card number `start ..< end`: a date, a code
    /// behind or before it, a code alone where no status or count is likelier. Returns where the search may go on.
    mutating func findCardCompanions(of start: Int, _ end: Int, in text: TextBytes) -> Int {
        let next = text[end]
        guard next != 0, !next.isLetter || next | 0x20 == 0x65 else { return end }
        let beside = CardCompanion(after: end, in: text)
        let dateBefore = Self.expiry(before: start, in: text)
        if let dateBefore {
            add(
                dateBefore,
                dateBefore &+ Self.lengthOfDate(at: dateBefore, in: text),
                .expiry,
                [.proximity, .shape],
                text
            )
        }
        guard let first = beside[0] else { return end }
        let isAmex = Self.isAmericanExpress(start, in: text)
        let date = beside.expiry(at: 0)
        if date.fields > 0 {
            let code = beside[date.fields]
            let hasCode =
                beside.isCode(at: date.fields, isAmex: isAmex) && (first.gap.isBroken || code?.gap.isBroken == false)
            if date.isPlain || hasCode || dateBefore != nil, let last = beside[date.fields &- 1] {
                addDate(first, last, text)
                if hasCode, let code {
                    add(code.start, code.end, .cvv, [.proximity, .shape], text)
                    return code.end
                }
                if let code = Self.code(before: start, in: text) {
                    add(code, code &+ 3, .cvv, [.proximity, .shape], text)
                }
                return last.end
            }
        }
        guard beside.isCode(at: 0, isAmex: isAmex) else { return end }
        let dateBehind = beside.expiry(at: 1)
        if dateBehind.fields > 0, let last = beside[dateBehind.fields] {
            add(first.start, first.end, .cvv, [.proximity, .shape], text)
            addDate(beside[1] ?? last, last, text)
            return last.end
        }
        let mark = text[end]
        let isRecord = first.start &- end == 1 && (mark == 0x2C || mark == 0x7C || mark == 0x3B || mark == 0x3A)
        let isAlone = (isRecord || !CardCompanion.isMore(first.end, in: text)) && !Self.isStatus(first)
        guard first.gap.isCoded || isAlone || dateBefore != nil else { return end }
        add(first.start, first.end, .cvv, [.proximity, .shape], text)
        return first.end
    }

    /// Adds a date of one or two fields; the words between two stay.
    private mutating func addDate(_ first: CardCompanion.Field, _ last: CardCompanion.Field, _ text: TextBytes) {
        if last.start > first.start, last.gap.hasWords {
            add(first.start, first.end, .expiry, [.proximity, .shape], text)
            add(last.start, last.end, .expiry, [.proximity, .shape], text)
        } else {
            add(first.start, last.end, .expiry, [.proximity, .shape], text)
        }
    }

    private static func isAmericanExpress(_ start: Int, in text: TextBytes) -> Bool {
        let first = text.element(at: start)
        let second = text.element(at: start &+ first.length).value
        return first.value == 3 && (second == 4 || second == 7)
    }

    /// Whether three digits are a status of HTTP more likely than a code: what failed stands beside its status.
    private static func isStatus(_ field: CardCompanion.Field) -> Bool {
        switch field.value {
        case 100...103, 200...208, 226, 300...308, 400...431, 451, 500...511, 520...530: field.count == 3
        default: false
        }
    }

    /// The start of a date `MM/YY` or `MM/YYYY` right before a card number.
    private static func expiry(before start: Int, in text: TextBytes) -> Int? {
        var end = start
        while start &- end < 4, isSeparator(text[end &- 1]) { end &-= 1 }
        guard end < start else { return nil }
        for length in [5, 7] where lengthOfDate(at: end &- length, in: text) == length { return end &- length }
        return nil
    }

    private static func lengthOfDate(at start: Int, in text: TextBytes) -> Int {
        guard start >= 0, text[start &+ 2] == 0x2F, text[start].isDigit, text[start &+ 1].isDigit,
            !text[start &- 1].isWordByte, text[start &- 1] != 0x2F, text[start &- 1] != 0x2E
        else { return 0 }
        let month = Int(text[start] &- 0x30) &* 10 &+ Int(text[start &+ 1] &- 0x30)
        guard 1...12 ~= month else { return 0 }
        var digits = 0
        while digits < 5, text[start &+ 3 &+ digits].isDigit { digits &+= 1 }
        guard digits == 2 || digits == 4 && text[start &+ 3] == 0x32 && text[start &+ 4] == 0x30 else { return 0 }
        return 3 &+ digits
    }

    /// The start of three digits right before a card number that a date follows.
    private static func code(before start: Int, in text: TextBytes) -> Int? {
        var end = start
        while start &- end < 4, isSeparator(text[end &- 1]) { end &-= 1 }
        let code = end &- 3
        guard end < start, code >= 0, text[code].isDigit, text[code &+ 1].isDigit, text[code &+ 2].isDigit,
            !text[code &- 1].isWordByte, text[code &- 1] != 0x2E, text[code &- 1] != 0x2C || !text[code &- 2].isDigit
        else { return nil }
        let value = Int(text[code] &- 0x30) &* 100 &+ Int(text[code &+ 1] &- 0x30) &* 10 &+ Int(text[code &+ 2] &- 0x30)
        let field = CardCompanion.Field(start: code, end: end, count: 3, value: value, gap: CardCompanion.Gap())
        return isStatus(field) ? nil : code
    }

    /// Marks between the fields of a record.
    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x2C || byte == 0x3B || byte == 0x7C || byte == 0x3A || byte.isQuote
    }

    /// One past an expiry date at `start`: `MM/YY`, `MM/YYYY`, `MMYY`, `YYYY-MM`.
    static func expiry(at start: Int, in text: TextBytes) -> Int? {
        var position = start
        var first = 0
        var digits = 0
        while case let element = text.element(at: position), element.kind == .digit, digits < 5 {
            first = first &* 10 &+ Int(element.value)
            digits &+= 1
            position &+= element.length
        }
        if digits == 4, 1...12 ~= first / 100, 20...49 ~= first % 100, text.element(at: position).kind != .slash {
            return position
        }
        let isYearFirst = digits == 4 && 2_000...2_099 ~= first
        guard isYearFirst || 1...2 ~= digits && 1...12 ~= first else { return nil }
        while text[position] == 0x20, text[position &+ 1] == 0x2F { position &+= 1 }
        let separator = text.element(at: position)
        switch separator.kind {
        case .slash, .dash, .dot, .space: position &+= separator.length
        default:
            guard text[position] == 0x7C else { return nil }
            position &+= 1
        }
        while separator.kind == .slash, text[position] == 0x20 { position &+= 1 }
        if isYearFirst { return number(at: position, in: text, lengths: 2...2) }
        return number(at: position, in: text, lengths: 2...2, endsAtComma: separator.kind == .slash)
            ?? (text.element(at: position).value == 2 ? number(at: position, in: text, lengths: 4...4) : nil)
    }

    /// One past the digits at `start`, when there are `lengths` of them and no letter or digit follows.
    static func number(
        at start: Int,
        in text: TextBytes,
        lengths: ClosedRange<Int>,
        endsAtComma: Bool = false
    ) -> Int? {
        guard text.element(before: start).kind != .digit else { return nil }
        var position = start
        var digits = 0
        while digits <= lengths.upperBound, case let element = text.element(at: position), element.kind == .digit {
            digits &+= 1
            position &+= element.length
        }
        guard lengths ~= digits, !text[position].isWordByte, text.element(at: position).kind != .digit else {
            return nil
        }
        // A fraction or a larger number goes on.
        if text[position] == 0x2E || text[position] == 0x2C && !endsAtComma, text[position &+ 1].isDigit { return nil }
        return position
    }
}
