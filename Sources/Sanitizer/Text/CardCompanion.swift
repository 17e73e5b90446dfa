/// Expiry date and security code among the fields beside a card number.
///
/// What follows a number is read as fields of digits with separators, quotes, brackets and introducing words between.
/// A date of two fields is told by its slash or dash; in any other form, and a code without a date, by what stands
/// beside it.
struct CardCompanion {
    /// Digits of one field.
    struct Field {
        var start: Int
        var end: Int
        var count: Int
        var value: Int
        /// What stands before it.
        var gap: Gap
    }

    /// What stands before a field.
    struct Gap {
        /// The separator that tells most: a slash or a dash beats others.
        var mark: UInt8 = 0
        /// Whether a word for an expiry date introduces the field.
        var isDated = false
        /// Whether a word for a security code does.
        var isCoded = false
        /// Whether a line break is part of it.
        var isBroken = false
        /// Whether a word introduces the field.
        var hasWords = false
        /// Whether blanks are all there is.
        var isBlank = true
    }

    /// The fields found, four at most.
    private(set) var fields: (Field?, Field?, Field?, Field?) = (nil, nil, nil, nil)
    private(set) var count = 0

    /// Reads the fields behind `end`, where a card number ends. Looks at some 200 bytes at most.
    init(after end: Int, in text: TextBytes) {
        var position = end
        while count < 4, let field = Self.field(after: position, in: text) {
            switch count {
            case 0: fields.0 = field
            case 1: fields.1 = field
            case 2: fields.2 = field
            default: fields.3 = field
            }
            count &+= 1
            position = field.end
        }
    }

    /// Field number `index`.
    subscript(_ index: Int) -> Field? {
        switch index {
        case 0: fields.0
        case 1: fields.1
        case 2: fields.2
        case 3: fields.3
        default: nil
        }
    }

    /// Whether words go on after the blank at `position`, so that a number before it may be one of theirs.
    static func isMore(_ position: Int, in text: TextBytes) -> Bool {
        var cursor = position
        while text[cursor] == 0x20 { cursor &+= 1 }
        return cursor > position && (text[cursor].isWordByte || text[cursor] >= 0x80)
    }

    private static func field(after position: Int, in text: TextBytes) -> Field? {
        guard let (start, gap, month) = skip(from: position, in: text) else { return nil }
        if month > 0 { return Field(start: start.lowerBound, end: start.upperBound, count: 2, value: month, gap: gap) }
        var cursor = start.lowerBound
        var digits = 0
        var value = 0
        while digits < 7, case let element = text.element(at: cursor), element.kind == .digit {
            value = value &* 10 &+ Int(element.value)
            digits &+= 1
            cursor &+= element.length
        }
        guard 1...6 ~= digits, text.element(at: cursor).kind != .digit else { return nil }
        // A word goes on, or a longer number.
        let after = text[cursor]
        if after.isLetter || after == 0x5F && text[cursor &+ 1].isLetter || after == 0x25 { return nil }
        if after == 0x2E || after == 0x2C, text[cursor &+ 1].isDigit,
            digits != 2 && digits != 4 && !(3...4 ~= digits && after == 0x2C)
        {
            return nil
        }
        return Field(start: start.lowerBound, end: cursor, count: digits, value: value, gap: gap)
    }

    /// Passes separators and the words that introduce a date or a code, 48 bytes at most. A month's name is a field.
    private static func skip(from start: Int, in text: TextBytes) -> (Range<Int>, Gap, month: Int)? {
        var position = start
        var gap = Gap()
        while position &- start < 48, position < text.count {
            let element = text.element(at: position)
            if element.kind == .digit { return position > start ? (position..<position, gap, 0) : nil }
            switch text[position] {
            case 0x20, 0x09:
                if gap.mark == 0 { gap.mark = 0x20 }
            case 0x0A, 0x0D:
                gap.isBroken = true
                if gap.mark == 0 { gap.mark = 0x0A }
            case 0x2F, 0x2D:
                gap.isBlank = false
                gap.mark = text[position]
            case 0x22, 0x27, 0x28, 0x29, 0x5B, 0x5D, 0x3C, 0x3E, 0x5C, 0x60, 0x23:
                if text[position] == 0x5B, Placeholder.end(at: position, in: text) != nil { return nil }
                gap.isBlank = false
                if gap.mark <= 0x20 { gap.mark = 0x22 }
            case 0x2C, 0x3B, 0x3A, 0x7C, 0x3D, 0x2E, 0x5F:
                gap.isBlank = false
                if gap.mark != 0x2F, gap.mark != 0x2D { gap.mark = text[position] }
            default:
                if element.kind == .ignorable || element.kind == .space {
                    position &+= element.length
                    continue
                }
                var end = position
                while end &- position < 16, text[end].isLetter { end &+= 1 }
                guard end > position, position > start || text[position &- 1] != 0x5F else { return nil }
                if let month = month(position, end, in: text), position > start {
                    return (position..<end, gap, month)
                }
                guard !text[end].isDigit || text[end] == 0x32 && !text[end &+ 1].isDigit else { return nil }
                if text.isOne(
                    of: "exp expiry expires expiring expiration date valid thru until through vto",
                    position,
                    end
                ) {
                    gap.isDated = true
                } else if text.isOne(of: "cvv cvc cvn csc cid ccv code", position, end) {
                    gap.isCoded = true
                    if text[end] == 0x32 { end &+= 1 }
                } else {
                    guard text.isOne(of: "security and with year month yy mm", position, end) else { return nil }
                }
                gap.hasWords = true
                gap.isBlank = false
                position = end
                continue
            }
            position &+= 1
        }
        return nil
    }

    /// The month that a name, or its first three letters, stands for.
    private static func month(_ start: Int, _ end: Int, in text: TextBytes) -> Int? {
        // Most words are none: a D, F, J, M, N, O or S begins them, or an A.
        guard 3...9 ~= end &- start, text[start].isLetter,
            0x0004_7229 & (1 << UInt32(truncatingIfNeeded: text[start].lowered &- 0x61)) != 0
        else { return nil }
        let names: StaticString =
            "january february march april may june july august september october november december"
        var number = 1
        var offset = 0
        while offset < names.utf8CodeUnitCount {
            var length = 0
            while offset &+ length < names.utf8CodeUnitCount, unsafe names.utf8Start[offset &+ length] != 0x20 {
                length &+= 1
            }
            if end &- start == 3 || end &- start == length {
                var matched = 0
                while matched < end &- start,
                    unsafe text[start &+ matched].lowered == names.utf8Start[offset &+ matched]
                {
                    matched &+= 1
                }
                if matched == end &- start { return number }
            }
            number &+= 1
            offset &+= length &+ 1
        }
        return nil
    }
}

extension CardCompanion {
    /// How many fields from number `index` on are an expiry date, and whether its form alone tells: 0 when none is.
    func expiry(at index: Int) -> (fields: Int, isPlain: Bool) {
        guard let first = self[index] else { return (0, false) }
        if first.count == 4, 1...12 ~= first.value / 100, 20...49 ~= first.value % 100 {
            let isYear = 2_020...2_049 ~= first.value
            if !isYear || first.gap.isDated { return (1, true) }
        }
        if first.count == 6, 1...12 ~= first.value / 10_000, 2_020...2_049 ~= first.value % 10_000 { return (1, true) }
        guard let second = self[index &+ 1], !second.gap.isBroken || first.gap.isBroken else { return (0, false) }
        let isSlashed = second.gap.mark == 0x2F
        let isDashed = second.gap.mark == 0x2D && second.start &- first.end == 1
        let isTight = isSlashed || isDashed || first.gap.isDated
        if first.count <= 2, 1...12 ~= first.value {
            // Any year may stand behind a slash; elsewhere only one that a card may expire in.
            if second.count == 2, isSlashed || 20...49 ~= second.value { return (2, isTight) }
            if second.count == 4, 2_000...2_099 ~= second.value { return (2, isTight) }
        }
        if first.count == 4, 2_000...2_099 ~= first.value, second.count == 2, 1...12 ~= second.value {
            return (2, isTight)
        }
        return (0, false)
    }

    /// Whether field number `index` can be a security code. Four digits American Express prints only; behind a date
    /// with no more than a blank they are taken for one all the same.
    func isCode(at index: Int, isAmex: Bool) -> Bool {
        guard let field = self[index] else { return false }
        return field.count == 3 || field.count == 4 && (isAmex || field.gap.isCoded || index > 0 && field.gap.isBlank)
    }
}
