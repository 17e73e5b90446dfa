/// Decimal digits of every script: the ranges of general category Nd (Unicode 16), and the digits written small or
/// in circles that readers take for digits.
enum DecimalDigits {
    /// What `value(of:)` returns for everything else.
    static let none: UInt8 = 0xFF

    /// The value of a digit above ASCII, or `none`.
    static func value(of scalar: UInt32) -> UInt8 {
        scalar < 0x1_0000 ? basic(scalar) : supplementary(scalar)
    }

    private static func basic(_ scalar: UInt32) -> UInt8 {
        switch scalar {
        case 0x00B2, 0x00B3: UInt8(truncatingIfNeeded: scalar &- 0x00B0)
        case 0x00B9: 1
        case 0x0660...0x0669: UInt8(truncatingIfNeeded: scalar &- 0x0660)
        case 0x06F0...0x06F9: UInt8(truncatingIfNeeded: scalar &- 0x06F0)
        case 0x07C0...0x07C9: UInt8(truncatingIfNeeded: scalar &- 0x07C0)
        case 0x0966...0x096F: UInt8(truncatingIfNeeded: scalar &- 0x0966)
        case 0x09E6...0x09EF: UInt8(truncatingIfNeeded: scalar &- 0x09E6)
        case 0x0A66...0x0A6F: UInt8(truncatingIfNeeded: scalar &- 0x0A66)
        case 0x0AE6...0x0AEF: UInt8(truncatingIfNeeded: scalar &- 0x0AE6)
        case 0x0B66...0x0B6F: UInt8(truncatingIfNeeded: scalar &- 0x0B66)
        case 0x0BE6...0x0BEF: UInt8(truncatingIfNeeded: scalar &- 0x0BE6)
        case 0x0C66...0x0C6F: UInt8(truncatingIfNeeded: scalar &- 0x0C66)
        case 0x0CE6...0x0CEF: UInt8(truncatingIfNeeded: scalar &- 0x0CE6)
        case 0x0D66...0x0D6F: UInt8(truncatingIfNeeded: scalar &- 0x0D66)
        case 0x0DE6...0x0DEF: UInt8(truncatingIfNeeded: scalar &- 0x0DE6)
        case 0x0E50...0x0E59: UInt8(truncatingIfNeeded: scalar &- 0x0E50)
        case 0x0ED0...0x0ED9: UInt8(truncatingIfNeeded: scalar &- 0x0ED0)
        case 0x0F20...0x0F29: UInt8(truncatingIfNeeded: scalar &- 0x0F20)
        case 0x1040...0x1049: UInt8(truncatingIfNeeded: scalar &- 0x1040)
        case 0x1090...0x1099: UInt8(truncatingIfNeeded: scalar &- 0x1090)
        case 0x17E0...0x17E9: UInt8(truncatingIfNeeded: scalar &- 0x17E0)
        case 0x1810...0x1819: UInt8(truncatingIfNeeded: scalar &- 0x1810)
        case 0x1946...0x194F: UInt8(truncatingIfNeeded: scalar &- 0x1946)
        case 0x19D0...0x19D9: UInt8(truncatingIfNeeded: scalar &- 0x19D0)
        case 0x1A80...0x1A89: UInt8(truncatingIfNeeded: scalar &- 0x1A80)
        case 0x1A90...0x1A99: UInt8(truncatingIfNeeded: scalar &- 0x1A90)
        case 0x1B50...0x1B59: UInt8(truncatingIfNeeded: scalar &- 0x1B50)
        case 0x1BB0...0x1BB9: UInt8(truncatingIfNeeded: scalar &- 0x1BB0)
        case 0x1C40...0x1C49: UInt8(truncatingIfNeeded: scalar &- 0x1C40)
        case 0x1C50...0x1C59: UInt8(truncatingIfNeeded: scalar &- 0x1C50)
        case 0xA620...0xA629: UInt8(truncatingIfNeeded: scalar &- 0xA620)
        case 0xA8D0...0xA8D9: UInt8(truncatingIfNeeded: scalar &- 0xA8D0)
        case 0xA900...0xA909: UInt8(truncatingIfNeeded: scalar &- 0xA900)
        case 0xA9D0...0xA9D9: UInt8(truncatingIfNeeded: scalar &- 0xA9D0)
        case 0xA9F0...0xA9F9: UInt8(truncatingIfNeeded: scalar &- 0xA9F0)
        case 0xAA50...0xAA59: UInt8(truncatingIfNeeded: scalar &- 0xAA50)
        case 0xABF0...0xABF9: UInt8(truncatingIfNeeded: scalar &- 0xABF0)
        case 0xFF10...0xFF19: UInt8(truncatingIfNeeded: scalar &- 0xFF10)
        case 0x2070, 0x2074...0x2079: UInt8(truncatingIfNeeded: scalar &- 0x2070)
        case 0x2080...0x2089: UInt8(truncatingIfNeeded: scalar &- 0x2080)
        case 0x2460...0x2468: UInt8(truncatingIfNeeded: scalar &- 0x245F)
        case 0x24EA, 0x24FF: 0
        case 0x24F5...0x24FD: UInt8(truncatingIfNeeded: scalar &- 0x24F4)
        case 0x2776...0x277E: UInt8(truncatingIfNeeded: scalar &- 0x2775)
        case 0x2780...0x2788: UInt8(truncatingIfNeeded: scalar &- 0x277F)
        case 0x278A...0x2792: UInt8(truncatingIfNeeded: scalar &- 0x2789)
        default: none
        }
    }

    private static func supplementary(_ scalar: UInt32) -> UInt8 {
        switch scalar {
        case 0x104A0...0x104A9: UInt8(truncatingIfNeeded: scalar &- 0x104A0)
        case 0x10D30...0x10D39: UInt8(truncatingIfNeeded: scalar &- 0x10D30)
        case 0x10D40...0x10D49: UInt8(truncatingIfNeeded: scalar &- 0x10D40)
        case 0x11066...0x1106F: UInt8(truncatingIfNeeded: scalar &- 0x11066)
        case 0x110F0...0x110F9: UInt8(truncatingIfNeeded: scalar &- 0x110F0)
        case 0x11136...0x1113F: UInt8(truncatingIfNeeded: scalar &- 0x11136)
        case 0x111D0...0x111D9: UInt8(truncatingIfNeeded: scalar &- 0x111D0)
        case 0x112F0...0x112F9: UInt8(truncatingIfNeeded: scalar &- 0x112F0)
        case 0x11450...0x11459: UInt8(truncatingIfNeeded: scalar &- 0x11450)
        case 0x114D0...0x114D9: UInt8(truncatingIfNeeded: scalar &- 0x114D0)
        case 0x11650...0x11659: UInt8(truncatingIfNeeded: scalar &- 0x11650)
        case 0x116C0...0x116C9: UInt8(truncatingIfNeeded: scalar &- 0x116C0)
        case 0x116D0...0x116D9: UInt8(truncatingIfNeeded: scalar &- 0x116D0)
        case 0x116DA...0x116E3: UInt8(truncatingIfNeeded: scalar &- 0x116DA)
        case 0x11730...0x11739: UInt8(truncatingIfNeeded: scalar &- 0x11730)
        case 0x118E0...0x118E9: UInt8(truncatingIfNeeded: scalar &- 0x118E0)
        case 0x11950...0x11959: UInt8(truncatingIfNeeded: scalar &- 0x11950)
        case 0x11BF0...0x11BF9: UInt8(truncatingIfNeeded: scalar &- 0x11BF0)
        case 0x11C50...0x11C59: UInt8(truncatingIfNeeded: scalar &- 0x11C50)
        case 0x11D50...0x11D59: UInt8(truncatingIfNeeded: scalar &- 0x11D50)
        case 0x11DA0...0x11DA9: UInt8(truncatingIfNeeded: scalar &- 0x11DA0)
        case 0x11DE0...0x11DE9: UInt8(truncatingIfNeeded: scalar &- 0x11DE0)
        case 0x11F50...0x11F59: UInt8(truncatingIfNeeded: scalar &- 0x11F50)
        case 0x16130...0x16139: UInt8(truncatingIfNeeded: scalar &- 0x16130)
        case 0x16A60...0x16A69: UInt8(truncatingIfNeeded: scalar &- 0x16A60)
        case 0x16AC0...0x16AC9: UInt8(truncatingIfNeeded: scalar &- 0x16AC0)
        case 0x16B50...0x16B59: UInt8(truncatingIfNeeded: scalar &- 0x16B50)
        case 0x16D70...0x16D79: UInt8(truncatingIfNeeded: scalar &- 0x16D70)
        case 0x1CCF0...0x1CCF9: UInt8(truncatingIfNeeded: scalar &- 0x1CCF0)
        case 0x1E140...0x1E149: UInt8(truncatingIfNeeded: scalar &- 0x1E140)
        case 0x1E2F0...0x1E2F9: UInt8(truncatingIfNeeded: scalar &- 0x1E2F0)
        case 0x1E4F0...0x1E4F9: UInt8(truncatingIfNeeded: scalar &- 0x1E4F0)
        case 0x1E5F1...0x1E5FA: UInt8(truncatingIfNeeded: scalar &- 0x1E5F1)
        case 0x1E950...0x1E959: UInt8(truncatingIfNeeded: scalar &- 0x1E950)
        case 0x1FBF0...0x1FBF9: UInt8(truncatingIfNeeded: scalar &- 0x1FBF0)

        case 0x1D7CE...0x1D7FF: UInt8(truncatingIfNeeded: (scalar &- 0x1D7CE) % 10)
        default: none
        }
    }
}
