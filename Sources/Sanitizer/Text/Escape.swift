/// One escape sequence of a text: percent-encoding, a character reference, a backslash escape.
struct Escape {
    /// What it stands for.
    var scalar: UInt32
    /// Whether `scalar` is a byte rather than a character.
    var isByte: Bool
    /// Bytes of the sequence.
    var length: Int

    /// The sequence at `position`, or nil.
    @inline(__always)
    init?(at position: Int, in text: TextBytes) {
        switch text[position] {
        case 0x25: self.init(percentAt: position, in: text)
        case 0x5C: self.init(backslashAt: position, in: text)
        case 0x26: self.init(referenceAt: position, in: text)
        default: return nil
        }
    }

    private init(_ scalar: UInt32, isByte: Bool = false, _ length: Int) {
        self.scalar = scalar
        self.isByte = isByte
        self.length = length
    }

    /// `%41` (RFC 3986, 2.1), and `%u0041` as old scripts write it.
    private init?(percentAt position: Int, in text: TextBytes) {
        if text[position &+ 1] == 0x75, Self.hexadecimal(position &+ 2, 4, in: text) != nil {
            self.init(codeUnitAt: position, in: text)
            return
        }
        guard let value = Self.hexadecimal(position &+ 1, 2, in: text) else { return nil }
        self.init(value, isByte: true, 3)
    }

    /// `\n`, `\"`, `\u0041`, `\x41` and the like.
    private init?(backslashAt position: Int, in text: TextBytes) {
        switch text[position &+ 1] {
        case 0x6E: self.init(0x0A, 2)
        case 0x72: self.init(0x0D, 2)
        case 0x74: self.init(0x09, 2)
        case 0x22, 0x27, 0x5C, 0x2F: self.init(UInt32(text[position &+ 1]), 2)
        case 0x78:
            guard let value = Self.hexadecimal(position &+ 2, 2, in: text) else { return nil }
            self.init(value, isByte: true, 4)
        case 0x75: self.init(codeUnitAt: position, in: text)
        default: return nil
        }
    }

    /// `\u0041` or `%u0041`, and two of them where they are a surrogate pair.
    private init?(codeUnitAt position: Int, in text: TextBytes) {
        guard let value = Self.hexadecimal(position &+ 2, 4, in: text) else { return nil }
        if 0xD800...0xDBFF ~= value, text[position &+ 6] == text[position], text[position &+ 7] == 0x75,
            let low = Self.hexadecimal(position &+ 8, 4, in: text), 0xDC00...0xDFFF ~= low
        {
            self.init(0x1_0000 + (value - 0xD800) << 10 + (low - 0xDC00), 12)
            return
        }
        self.init(value, 6)
    }

    /// `&amp;`, `&#52;`, `&#x34;`.
    private init?(referenceAt position: Int, in text: TextBytes) {
        if text[position &+ 1] == 0x23 {
            let isHexadecimal = text[position &+ 2] | 0x20 == 0x78
            var cursor = position &+ (isHexadecimal ? 3 : 2)
            let first = cursor
            var value: UInt32 = 0
            while cursor &- first < 7, isHexadecimal ? text[cursor].isHexadecimal : text[cursor].isDigit {
                value = value &* (isHexadecimal ? 16 : 10) &+ UInt32(text[cursor].hexadecimalValue)
                cursor &+= 1
            }
            guard cursor > first, text[cursor] == 0x3B, value > 0, value < 0x11_0000 else { return nil }
            self.init(value, cursor &+ 1 &- position)
            return
        }
        if text.matches("&amp;", at: position) {
            self.init(0x26, 5)
        } else if text.matches("&lt;", at: position) {
            self.init(0x3C, 4)
        } else if text.matches("&gt;", at: position) {
            self.init(0x3E, 4)
        } else if text.matches("&quot;", at: position) {
            self.init(0x22, 6)
        } else if text.matches("&apos;", at: position) {
            self.init(0x27, 6)
        } else if text.matches("&nbsp;", at: position) {
            self.init(0x20, 6)
        } else if text.matches("&shy;", at: position) {
            self.init(0xAD, 5)
        } else {
            return nil
        }
    }

    private static func hexadecimal(_ position: Int, _ digits: Int, in text: TextBytes) -> UInt32? {
        var value: UInt32 = 0
        for offset in 0..<digits {
            let byte = text[position &+ offset]
            guard byte.isHexadecimal else { return nil }
            value = value << 4 | UInt32(byte.hexadecimalValue)
        }
        return value
    }
}
