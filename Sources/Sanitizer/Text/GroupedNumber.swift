/// Up to twelve digits from a place on, with one separator of a kind between groups, and their check digits.
struct GroupedNumber {
    /// Digits, at most 13.
    private(set) var count = 0
    /// The first digit.
    private(set) var first: UInt8 = 0
    /// Groups.
    private(set) var groups = 1
    /// One past the last digit.
    private(set) var end: Int
    /// Whether all groups have four digits.
    private(set) var isInFours = true
    /// Whether a further group follows.
    private(set) var isContinued = false
    /// The value of the digits.
    private var value: UInt64 = 0

    /// Reads the digits from `start` on.
    init(at start: Int, in text: TextBytes) {
        end = start
        var position = start
        var length = 0
        var separator = TextElement.Kind.other
        var unseen = 0
        while count < 13 {
            let element = text.element(at: position)
            if element.kind == .digit {
                if count == 0 { first = element.value }
                if count < 12 { value = value &* 10 &+ UInt64(element.value) }
                count &+= 1
                length &+= 1
                unseen = 0
                position &+= element.length
                end = position
            } else if element.kind == .ignorable, unseen < 8 {
                unseen &+= 1
                position &+= element.length
            } else if element.kind == .space || element.kind == .dash,
                text.element(at: position &+ element.length).kind == .digit,
                separator == .other || separator == element.kind
            {
                if count == 12 {
                    isContinued = true
                    break
                }
                separator = element.kind
                if length != 4 { isInFours = false }
                length = 0
                groups &+= 1
                position &+= element.length
            } else {
                break
            }
        }
        if length != 4 || groups != 3 { isInFours = false }
        if text[end].isWordByte { count = 0 }
    }

    /// Whether the Luhn check digit holds.
    var passesLuhn: Bool {
        var rest = value
        var sum: UInt64 = 0
        var isDoubled = false
        while rest > 0 {
            let digit = rest % 10
            let doubled = digit &* 2
            sum &+= isDoubled ? (doubled > 9 ? doubled &- 9 : doubled) : digit
            isDoubled.toggle()
            rest /= 10
        }
        return sum % 10 == 0
    }

    /// Whether the Verhoeff check digit holds: the dihedral group of order ten, and a permutation by place.
    var passesVerhoeff: Bool {
        var check: UInt64 = 0
        var rest = value
        var place = 0
        for _ in 0..<12 {
            check = Self.combine(check, Self.permute(rest % 10, place))
            rest /= 10
            place &+= 1
        }
        return check == 0
    }

    /// The group's operation: rotations 0–4, reflections 5–9.
    private static func combine(_ left: UInt64, _ right: UInt64) -> UInt64 {
        switch (left < 5, right < 5) {
        case (true, true): (left + right) % 5
        case (true, false): (left + right - 5) % 5 + 5
        case (false, true): (left - 5 + 5 - right) % 5 + 5
        case (false, false): (left + 5 - right) % 5
        }
    }

    /// The permutation 0→1, 1→5, 2→7, 3→6, 4→2, 5→8, 6→3, 7→0, 8→9, 9→4, applied `place` times; it has order eight.
    private static func permute(_ digit: UInt64, _ place: Int) -> UInt64 {
        var digit = digit
        for _ in 0..<(place % 8) {
            digit = (0x49_0382_6751 >> (digit &* 4)) & 15  // nibble n is the image of n
        }
        return digit
    }
}
