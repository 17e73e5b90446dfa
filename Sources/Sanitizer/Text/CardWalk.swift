/// A walk over the digits of a possible card number, from the first digit of a run on, at most 19 digits.
///
/// Check digit, prefix and grouping are kept as running sums, so that every place where the number could end is
/// judged in constant time.
struct CardWalk {
    /// Digits so far.
    private(set) var count = 0
    /// The first six digits, as far as they are there.
    private(set) var prefix = 0
    /// Groups so far.
    private(set) var groups = 1
    /// Lengths of the first twelve groups, five bits each, the first group lowest.
    private(set) var grouping: UInt64 = 0
    /// The separator between groups; `.other` while there is none.
    private(set) var separator: TextElement.Kind = .other
    /// One past the last digit.
    private(set) var end: Int
    /// Whether anything unseen stands between digits.
    private(set) var isInterrupted = false
    /// Whether groups are apart as the members of a list are: commas, or a dash between spaces.
    private(set) var isListed = false
    /// Whether every group is one digit.
    private(set) var isSingles = true
    private var first: UInt8 = 0
    private var isUniform = true
    private var groupLength = 0
    private var sumEvenDoubled = 0
    private var sumOddDoubled = 0

    /// Starts at `start`, where a digit stands.
    init(start: Int) {
        end = start
    }

    /// What a walk comes to when it reaches a place where the number may end.
    enum Step {
        /// A group ends here; the number may go on.
        case groupEnd
        /// The number cannot go on; the digits so far form whole groups.
        case finished
        /// More than 19 digits, or a group was left in the middle.
        case overrun
    }

    /// Walks to the end of the next group.
    mutating func nextGroup(in text: TextBytes) -> Step {
        var position = end
        if count > 0 {
            guard let next = gap(in: text, at: end) else { return .finished }
            position = next
            groups &+= 1
            groupLength = 0
        }
        if text[position] < 0x80 { position = takeRun(from: position, in: text) }
        var unseen = 0
        // Of ASCII only digits are part of a group.
        while text[position] >= 0x80 || text[position].isDigit {
            let element = text.element(at: position)
            if element.kind == .digit {
                if count == 19 { return .overrun }
                if unseen > 0 { isInterrupted = true }
                unseen = 0
                take(element.value)
                position &+= element.length
                end = position
            } else if element.kind == .ignorable, unseen < 8 {
                unseen &+= 1
                position &+= element.length
            } else {
                break
            }
        }
        if groupLength != 1 { isSingles = false }
        if groups <= 12 { grouping |= UInt64(groupLength) << UInt64(5 &* (groups &- 1)) }
        return .groupEnd
    }

    /// The digit after the separator at `position`, when the separator is one and of the same kind as before.
    private mutating func gap(in text: TextBytes, at position: Int) -> Int? {
        var cursor = position
        var element = text.element(at: cursor)
        var unseen = 0
        while element.kind == .ignorable, unseen < 8 {
            cursor &+= element.length
            unseen &+= 1
            element = text.element(at: cursor)
        }
        guard element.kind.rawValue >= TextElement.Kind.space.rawValue else { return mark(in: text, at: cursor) }
        var kind = element.kind
        if kind == .space, case let dash = text.element(at: cursor &+ element.length), dash.kind == .dash {
            cursor &+= element.length
            element = dash
            kind = .dash
            isListed = true
        }
        if separator != .other, kind != separator { return nil }
        cursor &+= element.length
        element = text.element(at: cursor)
        // Two spaces stand for one; a line break may be followed by the indentation of one more.
        if element.kind == kind, kind == .space {
            cursor &+= element.length
            element = text.element(at: cursor)
        } else if element.kind == .space, kind == .comma || kind == .dash && isListed {
            cursor &+= element.length
            element = text.element(at: cursor)
        }
        while element.kind == .ignorable, unseen < 8 {
            cursor &+= element.length
            unseen &+= 1
            element = text.element(at: cursor)
        }
        guard element.kind == .digit else { return nil }
        if kind == .comma { isListed = true }
        separator = kind
        return cursor
    }

    /// The digit after the mark at `position`, when it parts groups as cards are printed: a product, a record and a
    /// number of Swiss francs have others.
    @inline(never)
    private mutating func mark(in text: TextBytes, at position: Int) -> Int? {
        let byte = text[position]
        guard byte == 0x2A || byte == 0x7C || byte == 0x27 || byte == 0x7E, text[position &+ 1].isDigit,
            groupLength == 4 || groupLength == 6 && groups == 2,
            groups == 1 && separator == .other || separator == .mark && text[position &- groupLength &- 1] == byte
        else { return nil }
        separator = .mark
        return position &+ 1
    }

    /// Counts in the ASCII digits that stand together from `start` on, as far as a number goes, and returns where they
    /// end. Most groups are nothing else.
    @inline(__always)
    private mutating func takeRun(from start: Int, in text: TextBytes) -> Int {
        var position = start
        while count < 19, position < text.count {
            let word = text.word(at: position, filler: 0)
            let others = ~Lanes.digits(word) & Lanes.high
            let length = min(others.trailingZeroBitCount &>> 3, 19 &- count)
            if length > 0 { take(length, of: word) }
            position &+= length
            if length < 8 { break }
        }
        if position > start { end = position }
        return position
    }

    /// Counts in the digits in the first `length` lanes of `word`, one at least: as `take` does one by one.
    @inline(__always)
    private mutating func take(_ length: Int, of word: UInt64) {
        let even: UInt64 = 0x00FF_00FF_00FF_00FF
        let kept = ~0 &>> UInt64(truncatingIfNeeded: 64 &- 8 &* length)
        let digits = (word ^ Lanes.fill(0x30)) & kept
        let large = ((digits &+ Lanes.fill(0x80 - 5)) & Lanes.high) &>> 7
        let doubled = digits &+ digits &- large &* 9
        // By whether the first, third, … of these digits are doubled or the others.
        let one = Self.sum((doubled & even) &+ (digits &>> 8 & even))
        let other = Self.sum((digits & even) &+ (doubled &>> 8 & even))
        sumEvenDoubled &+= count & 1 == 0 ? one : other
        sumOddDoubled &+= count & 1 == 0 ? other : one
        if count == 0 { first = UInt8(truncatingIfNeeded: digits) }
        if (digits ^ Lanes.fill(first)) & kept != 0 { isUniform = false }
        var rest = digits
        var left = min(length, 6 &- count)
        while left > 0 {
            prefix = prefix &* 10 &+ Int(truncatingIfNeeded: rest & 0xFF)
            rest &>>= 8
            left &-= 1
        }
        count &+= length
        groupLength &+= length
    }

    /// The sum of four lanes of sixteen bits.
    @inline(__always)
    private static func sum(_ lanes: UInt64) -> Int {
        Int(truncatingIfNeeded: (lanes &* 0x0001_0001_0001_0001) &>> 48)
    }

    /// Counts one more digit in.
    @inline(__always)
    mutating func take(_ digit: UInt8) {
        let doubled = Int(digit &* 2 &- (digit > 4 ? 9 : 0))
        if count & 1 == 0 {
            sumEvenDoubled &+= doubled
            sumOddDoubled &+= Int(digit)
        } else {
            sumEvenDoubled &+= Int(digit)
            sumOddDoubled &+= doubled
        }
        if count == 0 { first = digit } else if digit != first { isUniform = false }
        if count < 6 { prefix = prefix &* 10 &+ Int(digit) }
        count &+= 1
        groupLength &+= 1
    }

    /// Whether the check digit holds (ISO/IEC 7812-1, annex B).
    var passesLuhn: Bool {
        // The last digit is not doubled: of an even count the even places are, of an odd one the odd places.
        (count & 1 == 0 ? sumEvenDoubled : sumOddDoubled) % 10 == 0
    }

    /// Whether all digits are the same one.
    var isOneDigit: Bool { isUniform }

    /// The length of group `index`.
    func length(ofGroup index: Int) -> Int {
        index < min(groups, 12) ? Int(grouping >> UInt64(5 &* index)) & 31 : 0
    }

    /// Whether the digits are grouped as cards are printed: not at all, 4-4-4-n, 4-6-5, 4-6-4, 8-8.
    var isStandardGrouping: Bool {
        switch groups {
        case 1: true
        case 2: length(ofGroup: 0) == 8 && length(ofGroup: 1) == 8
        case 3:
            length(ofGroup: 0) == 4
                && (length(ofGroup: 1) == 6 && 4...5 ~= length(ofGroup: 2)
                    || length(ofGroup: 1) == 4 && 5...7 ~= length(ofGroup: 2))
        case 4, 5:
            length(ofGroup: 0) == 4 && length(ofGroup: 1) == 4 && length(ofGroup: 2) == 4
                && length(ofGroup: 3) <= 4 && (groups == 4 || length(ofGroup: 3) == 4 && length(ofGroup: 4) <= 3)
        default: false
        }
    }

    /// Whether the digits stand in pairs, as no issuer prints them and as dumps do.
    var isPairs: Bool {
        guard groups >= 6 else { return false }
        for index in 0..<min(groups &- 1, 12) where length(ofGroup: index) != 2 { return false }
        return true
    }
}
