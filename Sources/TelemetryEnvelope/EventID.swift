/// A 128-bit event, batch or envelope id. Printed as 32 lower-case hexadecimal digits; read with or without dashes.
public struct EventID: Sendable, Hashable {
    /// The first 64 bits.
    public let high: UInt64
    /// The last 64 bits.
    public let low: UInt64

    /// An id from its two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads 32 hexadecimal digits, or 36 bytes in UUID form. Anything else is nil; nothing is guessed.
    public init?(_ text: Span<UInt8>) {
        guard text.count == 32 || text.count == 36 else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        var digits = 0
        for offset in 0..<text.count {
            let byte = text[offset]
            if text.count == 36, offset == 8 || offset == 13 || offset == 18 || offset == 23 {
                guard byte == 0x2D else { return nil }
                continue
            }
            let nibble: UInt64
            switch byte {
            case 0x30...0x39: nibble = UInt64(byte - 0x30)
            case 0x41...0x46: nibble = UInt64(byte - 0x41 + 10)
            case 0x61...0x66: nibble = UInt64(byte - 0x61 + 10)
            default: return nil
            }
            if digits < 16 { halves.0 = halves.0 << 4 | nibble } else { halves.1 = halves.1 << 4 | nibble }
            digits += 1
        }
        guard digits == 32 else { return nil }
        self.init(high: halves.0, low: halves.1)
    }

    /// Reads 32 hexadecimal digits, or 36 characters in UUID form.
    public init?(_ text: String) {
        let bytes = ContiguousArray(text.utf8)
        self.init(bytes.span)
    }

    /// A random id (version 4 bits set, so that it reads as a UUID too).
    public static func random() -> EventID {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// As `random()`, from a generator of the caller's: where ids need spread but no system call each.
    package static func random(using generator: inout some RandomNumberGenerator) -> EventID {
        let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return EventID(high: high, low: low)
    }
}

extension EventID: CustomStringConvertible {
    /// 32 lower-case hexadecimal digits.
    public var description: String {
        let digits = Array("0123456789abcdef".utf8)
        var text = [UInt8]()
        text.reserveCapacity(32)
        for word in [high, low] {
            for shift in stride(from: 60, through: 0, by: -4) {
                text.append(digits[Int(truncatingIfNeeded: word >> UInt64(shift)) & 15])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
