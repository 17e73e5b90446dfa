/// Base64 in both alphabets (RFC 4648, 4 and 5), padding optional, and hexadecimal text.
enum Base64 {
    /// The six bits of a character of either alphabet.
    @inline(__always)
    static func value(_ byte: UInt8) -> UInt32 {
        // What is added to a character, without a branch: which of them stands where is what nobody can guess.
        let code = UInt32(byte)
        var value: UInt32 = code == 0x2B || code == 0x2D ? 62 : 63
        value = code &- 0x30 < 10 ? code &+ 4 : value
        value = code &- 0x61 < 26 ? code &- 71 : value
        return code &- 0x41 < 26 ? code &- 65 : value
    }

    /// Whether the first byte that four characters from `start` on stand for can begin a printable text; a few
    /// instructions where `isPrintable` takes many.
    @inline(__always)
    static func mayBePrintable(_ start: Int, in text: TextBytes) -> Bool {
        let bits =
            value(text[start]) << 18 | value(text[start &+ 1]) << 12 | value(text[start &+ 2]) << 6
            | value(text[start &+ 3])
        let first = bits >> 16
        // A character of several bytes goes on with one from 0x80 to 0xBF; control characters but three never occur.
        guard first < 0xC2 else { return first <= 0xF4 && bits >> 14 & 3 == 2 }
        let second = bits >> 8 & 0xFF
        return mayBegin(first) && (mayBegin(second) || second &- 0xC2 <= 0xF4 - 0xC2)
    }

    /// Whether a byte below 0xC2 is printable ASCII or a blank.
    @inline(__always)
    private static func mayBegin(_ byte: UInt32) -> Bool {
        byte &- 0x20 < 0x5F || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Whether the first `limit` bytes that `start ..< end` decodes to are printable: ASCII or whole UTF-8 characters.
    static func isPrintable(_ start: Int, _ end: Int, in text: TextBytes, limit: Int) -> Bool {
        guard (end &- start) & 3 != 1 else { return false }
        var position = start
        var bits: UInt32 = 0
        var held: UInt32 = 0
        var produced = 0
        var spelling = Spelling()
        while position < end, produced < limit {
            bits = bits << 6 | value(text[position])
            held &+= 6
            position &+= 1
            guard held >= 8 else { continue }
            held &-= 8
            let byte = UInt8(truncatingIfNeeded: bits >> held)
            produced &+= 1
            guard spelling.takes(byte) else { return false }
        }
        return true
    }

    /// Fewer hexadecimal digits are a number, not a text.
    static let shortestHexadecimal = 24

    /// Whether `start ..< end` is an even number of hexadecimal digits, 24 or more, that spell printable ASCII or
    /// whole UTF-8 characters.
    static func isHexadecimalText(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        guard end &- start >= shortestHexadecimal, (end &- start) & 1 == 0 else { return false }
        var position = start
        var spelling = Spelling()
        while position < end {
            guard text[position].isHexadecimal, text[position &+ 1].isHexadecimal else { return false }
            let byte = text[position].hexadecimalValue << 4 | text[position &+ 1].hexadecimalValue
            position &+= 2
            guard spelling.takes(byte) else { return false }
        }
        return spelling.isWhole
    }

    /// Whether twelve decimal digits stand together in the hexadecimal digits of what `start ..< end` decodes to; those
    /// that are missing at the end count as digits.
    static func holdsDigits(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        var run = 0
        var position = start
        while position < end {
            var bits: UInt32 = 0
            for offset in 0..<4 { bits = bits << 6 | (position &+ offset < end ? value(text[position &+ offset]) : 0) }
            // The high bit of each of the six digits that is a letter.
            let letters = bits & (bits << 1 | bits << 2) & 0x88_8888
            if letters == 0 {
                run &+= 6
                if run >= 12 { return true }
            } else {
                if run &+ (letters.leadingZeroBitCount &- 8) / 4 >= 12 { return true }
                run = letters.trailingZeroBitCount / 4
            }
            position &+= 4
        }
        return false
    }

    /// Decodes `start ..< end`, which was found printable.
    static func decode(
        _ start: Int,
        _ end: Int,
        isHexadecimal: Bool,
        in text: TextBytes,
        into decoded: inout DecodedText
    ) {
        var bits: UInt32 = 0
        var held: UInt32 = 0
        var position = start
        while position < end {
            let byte = text[position]
            bits = isHexadecimal ? bits << 4 | UInt32(byte.hexadecimalValue) : bits << 6 | value(byte)
            held &+= isHexadecimal ? 4 : 6
            if held >= 8 {
                held &-= 8
                decoded.append(UInt8(truncatingIfNeeded: bits >> held), from: position)
            }
            position &+= 1
        }
    }

    /// Follows decoded bytes while they spell printable ASCII, white space or characters of UTF-8.
    private struct Spelling {
        /// How many bytes of the character at hand are still to come.
        private var tails = 0

        /// Whether no character is cut off.
        var isWhole: Bool { tails == 0 }

        /// Takes the next byte; false when it spells nothing.
        @inline(__always)
        mutating func takes(_ byte: UInt8) -> Bool {
            if tails > 0 {
                tails &-= 1
                return byte & 0xC0 == 0x80
            }
            switch byte {
            case 0x20...0x7E, 0x09, 0x0A, 0x0D: break
            case 0xC2...0xDF: tails = 1
            case 0xE0...0xEF: tails = 2
            case 0xF0...0xF4: tails = 3
            default: return false
            }
            return true
        }
    }
}
