/// Ids in hexadecimal, the most frequent texts with many digits: hashes, trace ids, UUIDs.
enum HexadecimalID {
    /// Whether `text` is such an id and nothing else, and no detector takes it: no account number, no chip data, no
    /// encoded text. False means that the detectors have to say; what takes more than a look is left to them.
    static func isPlain(_ text: TextBytes) -> Bool {
        let count = text.count
        if count == 36 { return TextScanner.isUUID(at: 0, in: text) }
        guard 16...64 ~= count, count & 7 == 0, text[0].isHexadecimal else { return false }
        let (digits, letters) =
            switch count {
            case 16: Self.digits(ByteWindow<OneBlock>(text, at: 0))
            case 24, 32: Self.digits(ByteWindow<TwoBlocks>(text, at: 0))
            default: Self.digits(ByteWindow<FourBlocks>(text, at: 0))
            }
        // All digits is a number.
        guard letters != 0, digits | letters == ~0 >> UInt64(truncatingIfNeeded: 64 &- count) else { return false }
        // An account number starts with two letters and two digits.
        guard count > 34 || digits & 0xF != 0xC else { return false }
        // Every identifier of less than 20 characters is left alone.
        guard count >= 20 else { return true }
        // Twelve digits in a row can be a card number.
        var rows = digits & digits >> 1
        rows &= rows >> 2
        guard rows & rows >> 4 & rows >> 8 == 0 else { return false }
        return !mayHoldBlock(text) && !Base64.isHexadecimalText(0, count, in: text)
    }

    /// Where the decimal digits are, and where the other hexadecimal ones.
    @inline(__always)
    private static func digits<Width>(_ bytes: ByteWindow<Width>) -> (UInt64, UInt64) {
        let digits = bytes.gather { $0.above(0x2F) ^ $0.above(0x39) }
        let letters = bytes.gather {
            let lower = $0 | ByteBlock(0x20)
            return lower.above(0x60) ^ lower.above(0x66)
        }
        return (ByteWindow<Width>.ordered(digits), ByteWindow<Width>.ordered(letters))
    }

    /// Whether the text starts as chip data does: an element of BER-TLV that ends within it.
    private static func mayHoldBlock(_ text: TextBytes) -> Bool {
        let tag = text[0].hexadecimalValue << 4 | text[1].hexadecimalValue
        let length = Int(text[2].hexadecimalValue) << 4 | Int(text[3].hexadecimalValue)
        return tag & 0x1F == 0x1F || 4 &+ 2 &* length <= text.count
    }
}
