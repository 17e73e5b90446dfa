/// A set of attributes, as bits.
struct CheckoutAttributeSet: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ attributes: [CheckoutAttribute] = []) {
        for attribute in attributes { insert(attribute) }
    }

    func contains(_ attribute: CheckoutAttribute) -> Bool {
        let number = attribute.rawValue
        return (number < 64 ? low >> number : high >> (number &- 64)) & 1 != 0
    }

    mutating func insert(_ attribute: CheckoutAttribute) {
        let number = attribute.rawValue
        if number < 64 { low |= 1 << number } else { high |= 1 << (number &- 64) }
    }
}
