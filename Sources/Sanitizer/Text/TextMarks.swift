/// Which marks a text holds and how many, for the choice of detectors. Exact; a dozen instructions a word.
struct TextMarks: Equatable {
    /// ASCII digits.
    var digits = 0
    /// `:`
    var colons = 0
    /// `.`
    var dots = 0
    /// `-`
    var dashes = 0
    /// Marks that only need to be there.
    var present: Present = []

    /// Marks by name.
    struct Present: OptionSet, Equatable {
        let rawValue: UInt16
        /// `@`
        static let at = Present(rawValue: 1)
        /// `=`
        static let equals = Present(rawValue: 2)
        /// `<`
        static let less = Present(rawValue: 4)
        /// `+`
        static let plus = Present(rawValue: 8)
        /// `(`
        static let parenthesis = Present(rawValue: 16)
        /// `^`
        static let caret = Present(rawValue: 32)
        /// `%`, `\` or `&`
        static let escape = Present(rawValue: 64)
        /// `_`
        static let underscore = Present(rawValue: 128)
        /// A space.
        static let space = Present(rawValue: 256)
        /// A byte above 0x7F.
        static let nonASCII = Present(rawValue: 512)
        /// `[`
        static let bracket = Present(rawValue: 1024)
    }

    /// Lanes of eight bytes that equal `byte`, as high bits; exact.
    @inline(__always)
    private static func lanes(_ low: UInt64, _ ascii: UInt64, _ byte: UInt8) -> UInt64 {
        ~((low ^ UInt64(byte) &* 0x0101_0101_0101_0101) &+ 0x7F7F_7F7F_7F7F_7F7F) & ascii
    }

    @inline(__always)
    private static func count(_ lanes: UInt64) -> Int {
        Int((lanes >> 7 &* 0x0101_0101_0101_0101) >> 56)
    }

    /// No marks.
    init() {}

    /// Looks at `text` eight bytes at a time.
    init(_ text: TextBytes) {
        let high: UInt64 = 0x8080_8080_8080_8080
        var at: UInt64 = 0
        var equals: UInt64 = 0
        var less: UInt64 = 0
        var plus: UInt64 = 0
        var parenthesis: UInt64 = 0
        var caret: UInt64 = 0
        var escape: UInt64 = 0
        var underscore: UInt64 = 0
        var space: UInt64 = 0
        var nonASCII: UInt64 = 0
        var bracket: UInt64 = 0
        var position = 0
        while position < text.count {
            let word = text.word(at: position, filler: 0x61)
            let low = word & ~high
            let ascii = ~word & high
            let from30 = low &+ 0x5050_5050_5050_5050
            let from3A = low &+ 0x4646_4646_4646_4646
            digits &+= Self.count(from30 & ~from3A & ascii)
            colons &+= Self.count(Self.lanes(low, ascii, 0x3A))
            dots &+= Self.count(Self.lanes(low, ascii, 0x2E))
            dashes &+= Self.count(Self.lanes(low, ascii, 0x2D))
            at |= Self.lanes(low, ascii, 0x40)
            equals |= Self.lanes(low, ascii, 0x3D)
            less |= Self.lanes(low, ascii, 0x3C)
            plus |= Self.lanes(low, ascii, 0x2B)
            parenthesis |= Self.lanes(low, ascii, 0x28)
            caret |= Self.lanes(low, ascii, 0x5E)
            escape |= Self.lanes(low, ascii, 0x25) | Self.lanes(low, ascii, 0x5C) | Self.lanes(low, ascii, 0x26)
            underscore |= Self.lanes(low, ascii, 0x5F)
            space |= Self.lanes(low, ascii, 0x20) | Self.lanes(low, ascii, 0x0A) | Self.lanes(low, ascii, 0x09)
            bracket |= Self.lanes(low, ascii, 0x5B)
            nonASCII |= word & high
            position &+= 8
        }
        if at != 0 { present.insert(.at) }
        if equals != 0 { present.insert(.equals) }
        if less != 0 { present.insert(.less) }
        if plus != 0 { present.insert(.plus) }
        if parenthesis != 0 { present.insert(.parenthesis) }
        if caret != 0 { present.insert(.caret) }
        if escape != 0 { present.insert(.escape) }
        if underscore != 0 { present.insert(.underscore) }
        if space != 0 { present.insert(.space) }
        if nonASCII != 0 { present.insert(.nonASCII) }
        if bracket != 0 { present.insert(.bracket) }
    }

    @inline(__always)
    func has(_ mark: Present) -> Bool { !present.isDisjoint(with: mark) }
}
