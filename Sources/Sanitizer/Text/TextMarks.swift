/// Which marks a text holds and how many, for the choice of detectors. Exact; most of a text is seen eight bytes at a
/// time.
struct TextMarks: Equatable {
    /// ASCII digits.
    var digits = 0
    /// `:`
    var colons = 0
    /// `.`
    var dots = 0
    /// `-`
    var dashes = 0
    /// The longest run of the base64 alphabets.
    var longestToken = 0
    /// The same, where `/` ends a run.
    var longestSegment = 0
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
        /// `/`
        static let slash = Present(rawValue: 1024)
        /// A comma behind a quote.
        static let pair = Present(rawValue: 2048)
        /// A byte above 0x7F.
        static let nonASCII = Present(rawValue: 512)
    }

    /// No marks.
    init() {}

    /// Looks at `text` eight bytes at a time, and at each byte that is neither letter nor digit.
    init(_ text: TextBytes) {
        // The bytes below 0x40, and those from there to 0x7F, that were seen.
        var lower: UInt64 = 0
        var upper: UInt64 = 0
        var all: UInt64 = 0
        var tokenStart = 0
        var segmentStart = 0
        var position = 0
        while position < text.count {
            let word = text.word(at: position, filler: 0x61)
            let number = Lanes.digits(word)
            digits &+= Lanes.count(number)
            all |= word
            var rest = ~(number | Lanes.letters(word)) & Lanes.high
            while rest != 0 {
                let lane = rest.trailingZeroBitCount &- 7
                rest &= rest &- 1
                let byte = UInt8(truncatingIfNeeded: word >> UInt64(lane))
                let place = position &+ lane >> 3
                let bit: UInt64 = 1 << UInt64(byte & 0x3F)
                if byte < 0x40 {
                    lower |= bit
                    dashes &+= byte == 0x2D ? 1 : 0
                    dots &+= byte == 0x2E ? 1 : 0
                    colons &+= byte == 0x3A ? 1 : 0
                    if bit & Self.joiners != 0 {
                        if byte == 0x2F {
                            longestSegment = max(longestSegment, place &- segmentStart)
                            segmentStart = place &+ 1
                        }
                        continue
                    }
                    if byte == 0x2C, text[place &- 1].isQuote { present.insert(.pair) }
                } else if byte < 0x80 {
                    upper |= bit
                    if byte == 0x5F { continue }
                }
                longestToken = max(longestToken, place &- tokenStart)
                longestSegment = max(longestSegment, place &- segmentStart)
                tokenStart = place &+ 1
                segmentStart = place &+ 1
            }
            position &+= 8
        }
        longestToken = max(longestToken, text.count &- tokenStart)
        longestSegment = max(longestSegment, text.count &- segmentStart)
        if all & Lanes.high != 0 { present.insert(.nonASCII) }
        note(lower, upper)
    }

    /// Bytes below 0x40 that stand within tokens: `+`, `-` and `/`.
    private static let joiners: UInt64 = 1 << 0x2B | 1 << 0x2D | 1 << 0x2F

    /// Notes the marks that were seen below 0x40 and above.
    @inline(__always)
    private mutating func note(_ lower: UInt64, _ upper: UInt64) {
        if upper & 1 != 0 { present.insert(.at) }
        if upper & (1 << 0x1E) != 0 { present.insert(.caret) }
        if upper & (1 << 0x1F) != 0 { present.insert(.underscore) }
        if lower & (1 << 0x3D) != 0 { present.insert(.equals) }
        if lower & (1 << 0x3C) != 0 { present.insert(.less) }
        if lower & (1 << 0x2B) != 0 { present.insert(.plus) }
        if lower & (1 << 0x28) != 0 { present.insert(.parenthesis) }
        if lower & (1 << 0x2F) != 0 { present.insert(.slash) }
        if lower & (1 << 0x20 | 1 << 0x0A | 1 << 0x09) != 0 { present.insert(.space) }
        if lower & (1 << 0x25 | 1 << 0x26) != 0 || upper & (1 << 0x1C) != 0 { present.insert(.escape) }
    }

    /// Whether a token stands there that could be a key or base64: sixteen characters in a row. Without a digit a
    /// `/` ends the row: that is a path.
    @inline(__always)
    var hasLongToken: Bool { (digits > 0 ? longestToken : longestSegment) >= 16 }

    @inline(__always)
    func has(_ mark: Present) -> Bool { !present.isDisjoint(with: mark) }
}
