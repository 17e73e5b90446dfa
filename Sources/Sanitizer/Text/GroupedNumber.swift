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
        var check = 0
        var rest = value
        for place in 0..<12 {
            let digit = unsafe Self.permutations.utf8Start[(place & 7) &* 10 &+ Int(rest % 10)] & 15
            check = unsafe Int(Self.products.utf8Start[check &* 10 &+ Int(digit)] & 15)
            rest /= 10
        }
        return check == 0
    }

    /// The product of two elements, a row for each first one: rotations 0–4, reflections 5–9.
    private static let products: StaticString = """
        01234567891234067895234017895634012895674012395678\
        59876043216598710432765982104387659321049876543210
        """

    /// The permutation 0→1, 1→5, 2→7, 3→6, 4→2, 5→8, 6→3, 7→0, 8→9, 9→4, applied as often as the row says; it has order
    /// eight.
    private static let permutations: StaticString = """
        0123456789157628309458037961428916043527\
        9453126870428657390127938064157046913258
        """
}
