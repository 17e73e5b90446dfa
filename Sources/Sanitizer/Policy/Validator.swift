/// Checks that a condition can ask of a value.
enum Validator: String, Sendable, Hashable, CaseIterable {
    /// ASCII digits only.
    case digits
    /// ASCII letters only.
    case letters
    /// ASCII letters and digits only.
    case alphanumeric
    /// Hexadecimal digits only.
    case hex
    /// A UUID with its dashes.
    case uuid
    /// Digits whose last one is right (ISO/IEC 7812-1, annex B).
    case luhn
    /// Letters and digits with an IBAN's check digits (ISO 7064, mod 97-10).
    case mod97 = "mod-97"
    /// Digits whose last one is right after Verhoeff, as an Aadhaar number's.
    case verhoeff

    /// Whether the value passes. O(length), nothing is allocated.
    func accepts(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !value.isEmpty else { return false }
        switch self {
        case .digits: return unsafe value.allSatisfy(\.isDigit)
        case .letters: return unsafe value.allSatisfy(\.isLetter)
        case .alphanumeric: return unsafe value.allSatisfy(\.isAlphanumeric)
        case .hex: return unsafe value.allSatisfy(\.isHexadecimal)
        case .uuid:
            return value.count == 36
                && value.indices.allSatisfy { place in
                    let isDash = [8, 13, 18, 23].contains(place)
                    return unsafe isDash ? value[place] == 0x2D : value[place].isHexadecimal
                }
        case .luhn: return unsafe value.count > 1 && value.allSatisfy(\.isDigit) && Self.passesLuhn(value)
        case .mod97: return unsafe value.count > 4 && value.allSatisfy(\.isAlphanumeric) && Self.passesMod97(value)
        case .verhoeff: return unsafe value.count > 1 && value.allSatisfy(\.isDigit) && Self.passesVerhoeff(value)
        }
    }

    private static func passesLuhn(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        var sum = 0
        var isDoubled = false
        for place in 1...value.count {
            let digit = Int(unsafe value[value.count - place] - 0x30) * (isDoubled ? 2 : 1)
            sum += digit > 9 ? digit - 9 : digit
            isDoubled.toggle()
        }
        return sum % 10 == 0
    }

    private static func passesMod97(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        var rest = 0
        for index in 0..<value.count {
            // The first four characters come last.
            let byte = unsafe value[(index + 4) % value.count]
            if byte.isDigit {
                rest = (rest * 10 + Int(byte - 0x30)) % 97
            } else {
                rest = (rest * 100 + Int(byte.lowered - 0x61) + 10) % 97
            }
        }
        return rest == 1
    }

    private static func passesVerhoeff(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        var check = 0
        for place in 0..<value.count {
            check = dihedral(check, permuted(Int(unsafe value[value.count - 1 - place] - 0x30), place % 8))
        }
        return check == 0
    }

    /// The product in the dihedral group of ten elements.
    private static func dihedral(_ left: Int, _ right: Int) -> Int {
        switch (left < 5, right < 5) {
        case (true, true): (left + right) % 5
        case (true, false): (left + right) % 5 + 5
        case (false, true): (left - right + 5) % 5 + 5
        case (false, false): (left - right + 5) % 5
        }
    }

    private static func permuted(_ digit: Int, _ times: Int) -> Int {
        let once = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]
        var digit = digit
        for _ in 0..<times { digit = once[digit] }
        return digit
    }
}
