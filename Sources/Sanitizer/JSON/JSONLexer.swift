/// The lexical half of JSON (RFC 8259): strings, numbers, literals and white space over bytes.
///
/// Every function takes the position of the token's first byte and gives the position after it. Nothing allocates,
/// and no function reads a byte more than once or twice, so all are linear.
enum JSONLexer {
    /// What a string token holds, told by the skip over it.
    struct StringTraits: OptionSet {
        let rawValue: UInt8

        /// At least one backslash escape.
        static let escaped = StringTraits(rawValue: 1)
        /// At least one byte outside ASCII.
        static let nonASCII = StringTraits(rawValue: 2)
        /// An escape gives half of a surrogate pair: legal JSON (RFC 8259, 8.2) that no UTF-8 string can hold.
        static let loneSurrogate = StringTraits(rawValue: 4)
    }

    /// Skips white space from `position` on.
    @inline(__always)
    static func space(in bytes: ByteView, from position: Int) -> Int {
        var position = position
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return position
            }
        }
        return position
    }

    /// Skips a string whose opening quote is at `position`; the position after its closing quote.
    @inline(__always)
    static func string(
        in bytes: ByteView,
        at start: Int,
        traits: inout StringTraits
    ) throws(JSONFault) -> Int {
        var position = start + 1
        while true {
            // Eight bytes at a time up to the next quote, backslash, control character or non-ASCII byte.
            while position + 8 <= bytes.count {
                let word = bytes.word(at: position)
                let stops =
                    (Lanes.equal(word, 0x22) | Lanes.equal(word, 0x5C) | Lanes.below(word, 0x20) | word)
                    & Lanes.high
                if stops == 0 {
                    position += 8
                } else {
                    position += Lanes.first(stops)
                    break
                }
            }
            guard position < bytes.count else {
                throw JSONFault(offset: bytes.count, reason: .truncated)
            }
            let byte = bytes[position]
            if byte == 0x22 { return position + 1 }
            if byte == 0x5C {
                traits.insert(.escaped)
                position = try escape(in: bytes, at: position, traits: &traits)
            } else if byte >= 0x80 {
                traits.insert(.nonASCII)
                position = try scalar(in: bytes, at: position)
            } else if byte < 0x20 {
                throw JSONFault(offset: position, reason: .syntax)
            } else {
                position += 1
            }
        }
    }

    /// Skips one escape whose backslash is at `position`.
    @inline(never)
    private static func escape(
        in bytes: ByteView,
        at position: Int,
        traits: inout StringTraits
    ) throws(JSONFault) -> Int {
        guard position + 1 < bytes.count else { throw JSONFault(offset: bytes.count, reason: .truncated) }
        switch bytes[position + 1] {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
            return position + 2
        case 0x75:
            let unit = try codeUnit(in: bytes, at: position)
            let next = position + 6
            guard unit & 0xF800 == 0xD800 else { return next }
            if unit < 0xDC00, bytes.matches("\\u", at: next),
                case let second = try codeUnit(in: bytes, at: next), second & 0xFC00 == 0xDC00
            {
                return next + 6
            }
            traits.insert(.loneSurrogate)
            return next
        default:
            throw JSONFault(offset: position + 1, reason: .syntax)
        }
    }

    /// The value of the `\uXXXX` at `position`.
    static func codeUnit(in bytes: ByteView, at position: Int) throws(JSONFault) -> UInt32 {
        var unit: UInt32 = 0
        for offset in 2..<6 {
            guard position + offset < bytes.count else {
                throw JSONFault(offset: bytes.count, reason: .truncated)
            }
            guard let digit = hexDigit(bytes[position + offset]) else {
                throw JSONFault(offset: position + offset, reason: .syntax)
            }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    /// The value of a hexadecimal digit, or nil.
    @inline(__always)
    static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    /// Skips one well-formed UTF-8 sequence of two to four bytes (Unicode 16, table 3-7).
    @inline(__always)
    static func scalar(in bytes: ByteView, at position: Int) throws(JSONFault) -> Int {
        let length = scalarLength(in: bytes, at: position)
        guard length > 0 else { throw JSONFault(offset: position, reason: .encoding) }
        return position + length
    }

    /// The length of the well-formed UTF-8 sequence that starts with the non-ASCII byte at `position`; 0 if there is none.
    @inline(__always)
    static func scalarLength(in bytes: ByteView, at position: Int) -> Int {
        func tail(_ offset: Int, _ low: UInt8 = 0x80, _ high: UInt8 = 0xBF) -> Bool {
            guard position + offset < bytes.count else { return false }
            let byte = bytes[position + offset]
            return byte >= low && byte <= high
        }
        switch bytes[position] {
        case 0xC2...0xDF: return tail(1) ? 2 : 0
        case 0xE0: return tail(1, 0xA0) && tail(2) ? 3 : 0
        case 0xED: return tail(1, 0x80, 0x9F) && tail(2) ? 3 : 0
        case 0xE1...0xEF: return tail(1) && tail(2) ? 3 : 0
        case 0xF0: return tail(1, 0x90) && tail(2) && tail(3) ? 4 : 0
        case 0xF1...0xF3: return tail(1) && tail(2) && tail(3) ? 4 : 0
        case 0xF4: return tail(1, 0x80, 0x8F) && tail(2) && tail(3) ? 4 : 0
        default: return 0
        }
    }

    /// Skips the number at `position`; whether it is more than an optional sign and digits is in `isInteger`.
    @inline(__always)
    static func number(in bytes: ByteView, at start: Int, isInteger: inout Bool) throws(JSONFault) -> Int {
        var position = start
        if bytes[position] == 0x2D { position += 1 }
        let whole = digits(in: bytes, from: position)
        guard whole > position else { throw fault(in: bytes, at: position) }
        if bytes[position] == 0x30, whole > position + 1 {
            throw JSONFault(offset: position + 1, reason: .syntax)
        }
        position = whole
        isInteger = true
        if position < bytes.count, bytes[position] == 0x2E {
            isInteger = false
            let fraction = digits(in: bytes, from: position + 1)
            guard fraction > position + 1 else { throw fault(in: bytes, at: position + 1) }
            position = fraction
        }
        if position < bytes.count, bytes[position] | 0x20 == 0x65 {
            isInteger = false
            position += 1
            if position < bytes.count, bytes[position] == 0x2B || bytes[position] == 0x2D { position += 1 }
            let exponent = digits(in: bytes, from: position)
            guard exponent > position else { throw fault(in: bytes, at: position) }
            position = exponent
        }
        return position
    }

    /// Skips decimal digits.
    @inline(__always)
    private static func digits(in bytes: ByteView, from position: Int) -> Int {
        var position = position
        while position < bytes.count, bytes[position] &- 0x30 < 10 { position += 1 }
        return position
    }

    /// Skips `literal` at `position`.
    @inline(__always)
    static func literal(
        _ literal: StaticString,
        in bytes: ByteView,
        at position: Int
    ) throws(JSONFault) -> Int {
        guard bytes.matches(literal, at: position) else {
            let short = bytes.count - position < literal.utf8CodeUnitCount
            throw JSONFault(offset: short ? bytes.count : position, reason: short ? .truncated : .syntax)
        }
        return position + literal.utf8CodeUnitCount
    }

    /// What is wrong at `position`, where the grammar wanted something else.
    static func fault(in bytes: ByteView, at position: Int) -> JSONFault {
        guard position < bytes.count else { return JSONFault(offset: bytes.count, reason: .truncated) }
        let invalid = bytes[position] >= 0x80 && scalarLength(in: bytes, at: position) == 0
        return JSONFault(offset: position, reason: invalid ? .encoding : .syntax)
    }
}
