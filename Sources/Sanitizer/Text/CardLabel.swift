/// A label right before a card number: `card number N`, `card #N`, `card no. N`, `account number is N`. Then no check
/// digit is needed.
enum CardLabel {
    /// One past the number at `start` when such a label stands right before it, or nil.
    static func end(of start: Int, in text: TextBytes) -> Int? {
        let before = text[start &- 1]
        guard before.isLetter || isFiller(before) else { return nil }
        var cursor = start
        var isNamed = false
        for _ in 0..<4 {
            while start &- cursor < 40 {
                let byte = text[cursor &- 1]
                if byte == 0x23 { isNamed = true }
                guard isFiller(byte) else { break }
                cursor &-= 1
            }
            let end = cursor
            while end &- cursor < 12, text[cursor &- 1].isLetter { cursor &-= 1 }
            guard cursor < end, !text[cursor &- 1].isWordByte else { return nil }
            switch text[cursor].lowered {
            case 0x6E where text.isOne(of: "number no num nr", cursor, end): isNamed = true
            case 0x63 where text.isOne(of: "card cards", cursor, end), 0x70 where text.isOne(of: "pan", cursor, end),
                0x61 where isNamed && text.isOne(of: "account", cursor, end):
                return number(named: isNamed, from: start, label: cursor, in: text)
            case 0x69 where text.isOne(of: "is", cursor, end), 0x77 where text.isOne(of: "was", cursor, end),
                0x6F where text.isOne(of: "of", cursor, end):
                break
            default: return nil
            }
            if cursor == 0 { return nil }
        }
        return number(named: isNamed, from: start, label: cursor, in: text)
    }

    /// One past the number at `start`, when what was found before it, whose first word stands at `cursor`, is a label.
    private static func number(named isNamed: Bool, from start: Int, label cursor: Int, in text: TextBytes) -> Int? {
        guard isNamed, text.isOne(of: "card cards pan account", cursor, wordEnd(cursor, in: text)) else { return nil }
        var walk = CardWalk(start: start)
        var end = 0
        while case .groupEnd = walk.nextGroup(in: text) {
            guard 12...19 ~= walk.count, walk.isStandardGrouping, !walk.isListed, !text[walk.end].isWordByte else {
                continue
            }
            end = walk.end
        }
        return end > 0 && !walk.isOneDigit ? end : nil
    }

    /// What may stand between a label and its number.
    @inline(__always)
    private static func isFiller(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x23 || byte == 0x2E || byte == 0x28 || byte.isQuote
    }

    private static func wordEnd(_ start: Int, in text: TextBytes) -> Int {
        var end = start
        while end &- start < 12, text[end].isLetter { end &+= 1 }
        return end
    }
}
