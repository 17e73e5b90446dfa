/// Walks the inside of a JSON string scalar by scalar with its escapes resolved.
///
/// The bytes must have passed the lexer. Half a surrogate pair comes out as U+FFFD, because UTF-8 cannot hold it.
struct JSONUnescaper {
    /// One scalar of the decoded string.
    struct Step {
        /// Where it starts in the source.
        let start: Int
        /// Where it ends in the source.
        let end: Int
        /// Its UTF-8, one to four bytes, the first in the lowest byte.
        let utf8: Units
    }

    /// One to four bytes.
    struct Units: RandomAccessCollection {
        private let word: UInt32
        let endIndex: Int
        var startIndex: Int { 0 }
        subscript(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: word >> UInt32(index * 8)) }

        /// A byte below 0x80.
        init(ascii byte: UInt8) {
            word = UInt32(byte)
            endIndex = 1
        }

        /// The encoding of a scalar; of half a surrogate pair that of U+FFFD.
        init(scalar value: UInt32) {
            let value = Unicode.Scalar(value) == nil ? 0xFFFD : value
            switch value {
            case ..<0x80:
                word = value
                endIndex = 1
            case ..<0x800:
                word = 0xC0 | value >> 6 | (0x80 | value & 63) << 8
                endIndex = 2
            case ..<0x1_0000:
                word = 0xE0 | value >> 12 | (0x80 | value >> 6 & 63) << 8 | (0x80 | value & 63) << 16
                endIndex = 3
            default:
                word =
                    0xF0 | value >> 18 | (0x80 | value >> 12 & 63) << 8 | (0x80 | value >> 6 & 63) << 16
                    | (0x80 | value & 63) << 24
                endIndex = 4
            }
        }
    }

    private let bytes: ByteView
    private var position = 0

    /// Walks `bytes`, the inside of a string token.
    init(_ bytes: ByteView) {
        self.bytes = bytes
    }

    /// The next scalar (of raw multi-byte sequences, the next byte), or nil at the end.
    mutating func next() -> Step? {
        guard position < bytes.count else { return nil }
        let start = position
        let byte = bytes[position]
        guard byte == 0x5C, position + 1 < bytes.count else {
            position += 1
            // A raw byte above ASCII is passed on as it is: the lexer has checked the sequence it belongs to.
            return Step(start: start, end: position, utf8: Units(ascii: byte))
        }
        let code = bytes[position + 1]
        guard code == 0x75 else {
            position += 2
            return Step(start: start, end: position, utf8: Units(ascii: Self.plain(code)))
        }
        guard let unit = try? JSONLexer.codeUnit(in: bytes, at: position) else {
            position += 2
            return Step(start: start, end: position, utf8: Units(scalar: 0xFFFD))
        }
        position += 6
        if unit & 0xFC00 == 0xD800, bytes.matches("\\u", at: position),
            let second = try? JSONLexer.codeUnit(in: bytes, at: position), second & 0xFC00 == 0xDC00
        {
            position += 6
            let scalar = 0x1_0000 + (unit & 0x3FF) << 10 + second & 0x3FF
            return Step(start: start, end: position, utf8: Units(scalar: scalar))
        }
        return Step(start: start, end: position, utf8: Units(scalar: unit))
    }

    /// The byte that a single-letter escape stands for.
    @inline(__always)
    private static func plain(_ code: UInt8) -> UInt8 {
        switch code {
        case 0x62: 0x08
        case 0x66: 0x0C
        case 0x6E: 0x0A
        case 0x72: 0x0D
        case 0x74: 0x09
        default: code
        }
    }
}
