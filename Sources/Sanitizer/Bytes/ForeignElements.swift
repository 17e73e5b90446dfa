/// What characters above ASCII are to a number, looked up in a table: soups of digits of many scripts ask for each
/// character often.
@safe
enum ForeignElements {
    /// What `scalar` is, and the value of a digit.
    @inline(__always)
    static func element(_ scalar: UInt32) -> (kind: TextElement.Kind, value: UInt8) {
        guard scalar < 0x1_0000 else { return judge(scalar) }
        let table = unsafe Self.table
        // The pages of what two bytes spell stand in their order, so that there is one look for those.
        let page = scalar < 0x800 ? Int(scalar >> 8) : Int(unsafe table[pages + Int(scalar >> 8)])
        let code = unsafe table[page << 8 | Int(scalar & 0xFF)]
        return (TextElement.Kind(rawValue: code & 15) ?? .other, code >> 4)
    }

    /// Makes the table, unless it is there: for who will need it in a place where nothing may be allocated.
    static func prepare() {
        _ = unsafe table
    }

    /// How many pages of 256 characters there may be, and where their numbers stand behind them.
    private static let limit = 64
    private static let pages = limit << 8

    /// Pages of characters: what one is in the low four bits, its value as a digit in the others. The first eight are of the
    /// characters up to U+07FF, the ninth holds nothing; then the number of each page of the basic plane. Made once, and
    /// kept.
    nonisolated(unsafe) private static let table: UnsafePointer<UInt8> = {
        let table = UnsafeMutablePointer<UInt8>.allocate(capacity: pages + 256)
        unsafe table.initialize(repeating: 0, count: pages + 256)
        for page in 0..<256 { unsafe table[pages + page] = UInt8(min(page, 8)) }
        var count = 9
        for span in spans {
            for scalar in span {
                let (kind, value) = judge(UInt32(scalar))
                guard kind != .other else { continue }
                let index = pages + Int(scalar >> 8)
                if unsafe table[index] == 8 {
                    // What there is no room for would be judged wrongly; a test looks at every character.
                    guard count < limit else { continue }
                    unsafe table[index] = UInt8(count)
                    count += 1
                }
                unsafe table[Int(table[index]) << 8 | Int(scalar & 0xFF)] = kind.rawValue | value << 4
            }
        }
        return unsafe UnsafePointer(table)
    }()

    /// Where the characters of the basic plane are that are anything: judging all of it would take milliseconds when the
    /// first one comes.
    private static let spans: [ClosedRange<UInt16>] = [
        0x0085...0x00B9, 0x0300...0x036F, 0x0483...0x0489, 0x058A...0x058A, 0x05BE...0x05BE, 0x061C...0x0670,
        0x06F0...0x06F9, 0x07C0...0x07C9, 0x0966...0x096F, 0x09E6...0x09EF, 0x0A66...0x0A6F, 0x0AE6...0x0AEF,
        0x0B66...0x0B6F, 0x0BE6...0x0BEF, 0x0C66...0x0C6F, 0x0CE6...0x0CEF, 0x0D66...0x0D6F, 0x0DE6...0x0DEF,
        0x0E50...0x0E59, 0x0ED0...0x0ED9, 0x0F20...0x0F29, 0x1040...0x1049, 0x1090...0x1099, 0x115F...0x1160,
        0x1400...0x1400, 0x1680...0x1680, 0x17B4...0x1819, 0x1946...0x194F, 0x19D0...0x19D9, 0x1A80...0x1AFF,
        0x1B50...0x1B59, 0x1BB0...0x1BB9, 0x1C40...0x1C59, 0x1DC0...0x1DFF, 0x2000...0x208B, 0x20D0...0x20FF,
        0x2212...0x2219, 0x22C5...0x22C5, 0x2460...0x2468, 0x24EA...0x24FF, 0x2776...0x2792, 0x2E17...0x2E5D,
        0x3000...0x3030, 0x30A0...0x30A0, 0x30FB...0x30FB, 0x3164...0x3164, 0xA620...0xA629, 0xA8D0...0xA909,
        0xA9D0...0xA9F9, 0xAA50...0xAA59, 0xABF0...0xABF9, 0xFE00...0xFE63, 0xFEFF...0xFF3F, 0xFFA0...0xFFA0,
        0xFFF0...0xFFFB,
    ]

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
