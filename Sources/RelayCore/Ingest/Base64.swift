/// Base64 of old clients' bodies (RFC 4648, both alphabets, padding optional, line ends skipped).
enum Base64 {
    /// Decodes; nil if any other byte occurs or the length cannot be. The output is never longer than the input.
    static func decode(_ text: Span<UInt8>) -> ContiguousArray<UInt8>? {
        var output = ContiguousArray<UInt8>()
        output.reserveCapacity(text.count / 4 * 3 + 3)
        var bits: UInt32 = 0
        var held = 0
        var padding = 0
        for offset in 0..<text.count {
            let byte = text[offset]
            if byte == 0x0A || byte == 0x0D { continue }
            if byte == 0x3D {
                padding += 1
                continue
            }
            guard padding == 0, let value = digit(byte) else { return nil }
            bits = bits << 6 | value
            held += 6
            if held >= 8 {
                held -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
            }
        }
        // One lone digit holds fewer bits than a byte.
        guard held < 6, padding <= 2 else { return nil }
        return output
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x41...0x5A: UInt32(byte) - 0x41
        case 0x61...0x7A: UInt32(byte) - 0x61 + 26
        case 0x30...0x39: UInt32(byte) - 0x30 + 52
        case 0x2B, 0x2D: 62
        case 0x2F, 0x5F: 63
        default: nil
        }
    }
}
