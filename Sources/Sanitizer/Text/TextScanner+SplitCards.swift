/// Card numbers that are spread over the fields of a form whose names count up.
extension TextScanner {
    /// Takes `card1=4111&card2=1111&card3=1111&card4=1111`, in whatever syntax the fields stand: the digits of two to
    /// six fields, of one to eight digits each, when they are a card number together. `label` is the first of the
    /// names, `position` where its separator ends. Returns where to go on, or nil when they are none.
    @inline(never)
    mutating func takeSplitCard(_ label: Label, after position: Int, in text: TextBytes) -> Int? {
        var sum = CardWalk(start: position)
        var fields = (0, 0, 0, 0, 0, 0)
        var count = 0
        var name = label.start
        var cursor = position &+ 1
        while count < 6 {
            var value = cursor
            while value &- cursor < 3, text[value].isQuote || text[value] == 0x20 || text[value] == 0x5C { value &+= 1 }
            var end = value
            while end &- value <= 8, text[end].isDigit {
                sum.take(text[end] &- 0x30)
                end &+= 1
            }
            guard 1...8 ~= end &- value, !text[end].isWordByte else { return nil }
            let field = value << 4 | (end &- value)
            switch count {
            case 0: fields.0 = field
            case 1: fields.1 = field
            case 2: fields.2 = field
            case 3: fields.3 = field
            case 4: fields.4 = field
            default: fields.5 = field
            }
            count &+= 1
            cursor = end
            guard let next = Self.nextField(after: end, name, label, UInt8(count), in: text) else { break }
            name = next.name
            cursor = next.value
        }
        guard count > 1, sum.passesLuhn, !sum.isOneDigit,
            CardRange(prefix: sum.prefix).holds(sum.count, cued: false)
        else {
            if explains, count > 1 { noteSplitCard(sum, fields.0 >> 4, cursor) }
            return nil
        }
        for field in [fields.0, fields.1, fields.2, fields.3, fields.4, fields.5].prefix(count) {
            add(field >> 4, field >> 4 &+ field & 15, .pan, [.checkDigit, .issuerRange, .grouping], text)
        }
        return cursor
    }

    /// The field behind `end` when its name is the first one counted up by `step`: where the name starts, and where its
    /// value may.
    private static func nextField(
        after end: Int,
        _ last: Int,
        _ first: Label,
        _ step: UInt8,
        in text: TextBytes
    ) -> (name: Int, value: Int)? {
        var name = end
        while name &- end < 12, name < text.count, !text[name].isWordByte { name &+= 1 }
        let length = first.end &- first.start
        guard name > end, text[name &+ length &- 1] == text[first.end &- 1] &+ step else { return nil }
        for offset in 0..<length &- 1 where text[name &+ offset] != text[first.start &+ offset] { return nil }
        var value = name &+ length
        while value &- name &- length < 3, text[value].isQuote || text[value] == 0x20 || text[value] == 0x5C {
            value &+= 1
        }
        guard text[value] == 0x3D || text[value] == 0x3A else { return nil }
        return (name, value &+ 1)
    }
}
