/// What characters above ASCII are to a number, looked up in a table: soups of digits of many scripts ask for each
/// character often.
enum ForeignElements {
    /// What `scalar` is, and the value of a digit.
    @inline(__always)
    static func element(_ scalar: UInt32) -> (kind: TextElement.Kind, value: UInt8) {
        guard scalar < 0x1_0000 else { return judge(scalar) }
        let block = unsafe Int(blocks.utf8Start[Int(scalar >> 6)] &- 0x30)
        let code = unsafe elements.utf8Start[block << 6 | Int(scalar & 0x3F)]
        // A code above the digits is a kind, counted from `a`; a test looks at every character.
        return code < 0x3A ? (.digit, code &- 0x30) : (unsafe unsafeBitCast(code &- 0x61, to: TextElement.Kind.self), 0)
    }

    /// Which row of `elements` each 64 characters of the basic plane have, counted from `0`. A literal, so that there is
    /// nothing to make and to wait for when the first character comes.
    private static let blocks: StaticString = """
        0010000000002300004000506708000900000:0:0:0:0:0:0:0:0:0:0;0;<000\
        09;00=0000000000>000000000?000@<A0000B0;00C20;800D00000200000000\
        EFGH0000I00J00000K0L000000000MN0000000000000000000000000OP000000\
        Q0RS0T0000000000000000000000000000000000000000000000000000000000\
        0000000000000000000000000000000000000000000000000000000000000000\
        0000000000000000000000000000000000000000000000000000000000000000\
        0000000000000000000000000000000000000000000000000000000000000000\
        0000000000000000000000000000000000000000000000000000000000000000\
        0000000000000000000000000000000000000000000000000000000000000000\
        0000000000000000000000000000000000000000000000000000000000000000\
        000000000000000000000000<0000000000;900U0;0000080000000000000000\
        0000000000000000000000000000000000000000000000000000000000000000\
        0000000000000000000000000000000000000000000000000000000000000000\
        0000000000000000000000000000000000000000000000000000000000000000\
        0000000000000000000000000000000000000000000000000000000000000000\
        00000000000000000000000000000000000000000000000000000000VW0XY0Z[
        """

    /// What characters are: a digit by its value, all others by a letter, `a` for `.other` and so on in the order of
    /// `TextElement.Kind`.
    private static let elements: StaticString = """
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaafaaaaaaaaaaaaaaaaaaaaaaaaaadaaaaaaaaaaaacaaaa23aaaha1aaaaaa\
        cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc\
        ccccccccccccccccccccccccccccccccccccccccccccccccaaaaaaaaaaaaaaaa\
        aaacccccccaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaagaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaga\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaacaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        gaaaaaaaaaaccccccccccccccccccccc0123456789aaaaaacaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa0123456789aaaaaa\
        0123456789aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa0123456789aaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaa0123456789aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa0123456789aaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaccaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        gaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        daaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaccaaaaaaaaaa\
        aaaaaagaaaaccccc0123456789aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaa0123456789aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        0123456789aaaaaa0123456789aaaaaaaaaaaaaaaaaaaaaacccccccccccccccc\
        0123456789aaaaaa0123456789aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        dddddddddddcccccggggggaaaaaaaaaaaahahaahffcccccdaaaaaaaaaaaaaaaa\
        aaagiaaaaaaaaaaaaaaaaaaaaaaaaaadcccccccccccccccc0aaa456789agaaaa\
        0123456789agaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaacccccccccccccccccccccccccccccccccccccccccccccccc\
        aaaaaaaaaaaaaaaaaagaaiaaahaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaahaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa123456789aaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa0aaaaaaaaaa123456789a0\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa123456789a\
        123456789a123456789aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaagaagaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaggaaaa\
        gaaaaaaaaaaaaaaaaaaaaaaaaaaaagaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        daaaaaaaaaaaaaaaaaaaaaaaaaaagaaaaaaaaaaaaaaaaaaagaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaagaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaahaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaacaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaa0123456789aaaaaaaaaaaaaaaaaaaaaa0123456789aaaaaa\
        ccccccccccccccccaaaaaaaaaaaaaaaaccccccccccccccccaggaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaagaaaaaaaaaagaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac\
        aaaaaaaaaaajaghi0123456789aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaak\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaacaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaccccccccccccaaaa
        """

    /// The same without the table.
    static func judge(_ scalar: UInt32) -> (kind: TextElement.Kind, value: UInt8) {
        let value = DecimalDigits.value(of: scalar)
        return value != DecimalDigits.none ? (.digit, value) : (kind(of: scalar), 0)
    }

    private static func kind(of scalar: UInt32) -> TextElement.Kind {
        switch scalar {
        // Default_Ignorable_Code_Point, and the marks of annotations.
        case 0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B...0x200F,
            0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB,
            0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
            .ignorable
        case 0x0300...0x036F, 0x0483...0x0489, 0x064B...0x065F, 0x0670, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF,
            0x20D0...0x20FF, 0xFE20...0xFE2F:
            .ignorable
        case 0x00A0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: .space
        case 0x0085, 0x2028, 0x2029: .newline
        // General category Pd, and what else is a line of that height: tatweel, bullet, minus signs.
        case 0x058A, 0x05BE, 0x0640, 0x1400, 0x1806, 0x2010...0x2015, 0x2043, 0x207B, 0x208B, 0x2212, 0x2E17, 0x2E1A,
            0x2E3A, 0x2E3B, 0x2E40, 0x2E5D, 0x301C, 0x3030, 0x30A0, 0xFE31, 0xFE32, 0xFE58, 0xFE63, 0xFF0D, 0x10D6E,
            0x10EAD:
            .dash
        case 0x00B7, 0x2022, 0x2024, 0x2027, 0x2219, 0x22C5, 0x30FB, 0xFF0E: .dot
        case 0x2044, 0x2215, 0xFF0F: .slash
        case 0xFF0B: .plus
        case 0xFF3F: .underscore
        default: .other
        }
    }
}
