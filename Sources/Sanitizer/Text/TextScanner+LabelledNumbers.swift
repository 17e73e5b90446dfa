/// Numbers behind a label: of cards, and of so many digits.
extension TextScanner {
    /// `number: N` as part of something that is called a card, `Card(number: N)`, or beside a code, `number: N, cvc: C`.
    mutating func takeCardPart(
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

    /// 12 to 19 digits right behind a card label: no check digit needed.
    mutating func takeCard(_ value: LabelValue, in text: TextBytes) -> Int? {
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
    mutating func takeDigits(
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
        // A code has no decimal point: `pin: 24.71` is a place.
        if rule == .pin, Self.isFraction(position, in: text) { return nil }
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

    func hasDigit(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        var position = start
        while position < end {
            if text.element(at: position).kind == .digit { return true }
            position &+= 1
        }
        return false
    }

    /// Whether up to three digits, a point and more digits stand at `start`.
    private static func isFraction(_ start: Int, in text: TextBytes) -> Bool {
        var point = start
        while point &- start < 4, text[point].isDigit { point &+= 1 }
        guard 1...3 ~= point &- start, text[point] == 0x2E else { return false }
        var end = point &+ 1
        while end &- point < 20, text[end].isDigit { end &+= 1 }
        return end &- point > 1 && text[end] != 0x2E
    }
}
