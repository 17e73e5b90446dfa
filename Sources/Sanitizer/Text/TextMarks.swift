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
        let high: UInt64 = 0x8080_8080_8080_8080
        let ones: UInt64 = 0x0101_0101_0101_0101
        var bits: UInt16 = 0
        var tokenStart = 0
        var segmentStart = 0
        var position = 0
        while position < text.count {
            let word = text.word(at: position, filler: 0x61)
            // Lanes of seven bits: the additions below cannot carry into the next lane.
            let low = word & ~high
            let lower = low | 0x20 &* ones
            let number = (low &+ (0x80 - 0x30) &* ones) & ~(low &+ (0x80 - 0x3A) &* ones) & ~word & high
            let letter = (lower &+ (0x80 - 0x61) &* ones) & ~(lower &+ (0x80 - 0x7B) &* ones) & ~word & high
            digits &+= Int((number >> 7 &* ones) >> 56)
            var rest = ~(number | letter) & high
            while rest != 0 {
                let lane = rest.trailingZeroBitCount >> 3
                rest &= rest &- 1
                let byte = UInt8(truncatingIfNeeded: word >> (UInt64(lane) &* 8))
                let place = position &+ lane
                switch byte {
                case 0x2D:
                    dashes &+= 1
                    continue
                case 0x5F:
                    bits |= Present.underscore.rawValue
                    continue
                case 0x2B:
                    bits |= Present.plus.rawValue
                    continue
                case 0x2F:
                    bits |= Present.slash.rawValue
                    longestSegment = max(longestSegment, place &- segmentStart)
                    segmentStart = place &+ 1
                    continue
                case 0x3A: colons &+= 1
                case 0x2E: dots &+= 1
                case 0x40: bits |= Present.at.rawValue
                case 0x2C: if text[place &- 1].isQuote { bits |= Present.pair.rawValue }
                case 0x3D: bits |= Present.equals.rawValue
                case 0x3C: bits |= Present.less.rawValue
                case 0x28: bits |= Present.parenthesis.rawValue
                case 0x5E: bits |= Present.caret.rawValue
                case 0x25, 0x5C, 0x26: bits |= Present.escape.rawValue
                case 0x20, 0x0A, 0x09: bits |= Present.space.rawValue
                case 0x80...: bits |= Present.nonASCII.rawValue
                default: break
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
        present = Present(rawValue: bits)
    }

    /// Whether a token stands there that could be a key or base64: sixteen characters in a row. Without a digit a
    /// `/` ends the row: that is a path.
    @inline(__always)
    var hasLongToken: Bool { (digits > 0 ? longestToken : longestSegment) >= 16 }

    @inline(__always)
    func has(_ mark: Present) -> Bool { !present.isDisjoint(with: mark) }
}
