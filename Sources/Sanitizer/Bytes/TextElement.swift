/// One character of a text as a search for numbers sees it.
struct TextElement {
    /// What the character is to a number.
    enum Kind: UInt8 {
        /// Anything that ends a number, and the end of the text.
        case other
        /// A decimal digit of any script.
        case digit
        /// Not seen by a reader: zero width, soft hyphen, variation selector, combining mark.
        case ignorable
        /// A space of any width.
        case space
        /// A tab or a form feed.
        case tab
        /// A line break; CR LF is one.
        case newline
        /// A hyphen, a dash or a minus sign.
        case dash
        /// A full stop, a middle dot, a bullet.
        case dot
        /// A solidus.
        case slash
        /// A plus sign: a space of a form body.
        case plus
        /// A low line, as in number literals.
        case underscore
        /// A comma.
        case comma
        /// `*`, `|`, `'` or `~` between two groups of a card number; `.other` anywhere else.
        case mark
    }

    var kind: Kind
    /// The value of a digit.
    var value: UInt8
    /// Bytes; at least 1.
    var length: Int

    @inline(__always)
    init(_ kind: Kind, value: UInt8 = 0, length: Int = 1) {
        self.kind = kind
        self.value = value
        self.length = length
    }
}

extension TextBytes {
    /// The character at `position`.
    @inline(__always)
    func element(at position: Int) -> TextElement {
        let byte = self[position]
        if byte.isDigit { return TextElement(.digit, value: byte &- 0x30) }
        if byte >= 0x80 { return foreignElement(at: position) }
        switch byte {
        case 0x20: return TextElement(.space)
        case 0x2D: return TextElement(.dash)
        case 0x2E: return TextElement(.dot)
        case 0x2F: return TextElement(.slash)
        case 0x2B: return TextElement(.plus)
        case 0x5F: return TextElement(.underscore)
        case 0x2C: return TextElement(.comma)
        case 0x09, 0x0B, 0x0C: return TextElement(.tab)
        case 0x0A: return TextElement(.newline)
        case 0x0D: return TextElement(.newline, length: self[position &+ 1] == 0x0A ? 2 : 1)
        default: return TextElement(.other)
        }
    }

    /// The character at `position`, which is not ASCII.
    @inline(never)
    private func foreignElement(at position: Int) -> TextElement {
        guard position <= count &- 4 else { return rareElement(at: position) }
        // Two and three bytes in one look and by one path, as nearly all have: which of them comes is a guess.
        let raw = unsafe UnsafeRawPointer(base)
        let word = UInt32(littleEndian: unsafe raw.loadUnaligned(fromByteOffset: position, as: UInt32.self))
        let isTwo = word & 0xC0E0 == 0x80C0 && word & 0x1E != 0
        guard isTwo || word & 0xC0_C0F0 == 0x80_80E0 else { return rareElement(at: position) }
        let two = (word & 0x1F) << 6 | word >> 8 & 0x3F
        let three = (word & 0x0F) << 12 | (word >> 8 & 0x3F) << 6 | word >> 16 & 0x3F
        let (kind, value) = ForeignElements.element(isTwo ? two : three)
        return TextElement(kind, value: value, length: isTwo ? 2 : 3)
    }

    /// The same for a character of four bytes, at the end of the text, or that is none.
    @inline(never)
    private func rareElement(at position: Int) -> TextElement {
        let (scalar, length) = scalar(at: position)
        let (kind, value) = ForeignElements.element(scalar)
        return TextElement(kind, value: value, length: length)
    }

    /// The Unicode scalar at `position` and its length in UTF-8; a byte that starts none stands for itself.
    @inline(__always)
    func scalar(at position: Int) -> (UInt32, Int) {
        let lead = UInt32(self[position])
        @inline(__always)
        func tail(_ offset: Int) -> UInt32 { UInt32(self[position &+ offset]) }
        @inline(__always)
        func isTail(_ offset: Int) -> Bool { self[position &+ offset] & 0xC0 == 0x80 }
        switch lead {
        case 0xC2...0xDF where isTail(1):
            return ((lead & 0x1F) << 6 | tail(1) & 0x3F, 2)
        case 0xE0...0xEF where isTail(1) && isTail(2):
            return ((lead & 0x0F) << 12 | (tail(1) & 0x3F) << 6 | tail(2) & 0x3F, 3)
        case 0xF0...0xF4 where isTail(1) && isTail(2) && isTail(3):
            let high = (lead & 0x07) << 18 | (tail(1) & 0x3F) << 12
            return (high | (tail(2) & 0x3F) << 6 | tail(3) & 0x3F, 4)
        default:
            return (lead, 1)
        }
    }

    /// Where the character before `position` starts; `position - 1` for ASCII.
    func start(before position: Int) -> Int {
        var start = position &- 1
        var steps = 0
        while steps < 3, self[start] & 0xC0 == 0x80 {
            start &-= 1
            steps &+= 1
        }
        return max(start, 0)
    }

    /// The character before `position`.
    func element(before position: Int) -> TextElement {
        position <= 0 ? TextElement(.other) : element(at: start(before: position))
    }
}
