/// Which marks a text holds and how many, for the choice of detectors. Exact; a text is seen sixteen bytes at a time.
struct TextMarks: Equatable {
    /// ASCII digits.
    var digits = 0
    /// `:`
    var colons = 0
    /// `.`
    var dots = 0
    /// `-`
    var dashes = 0
    /// Whether sixteen characters of the base64 alphabets stand in a row.
    var hasLongRun = false
    /// The same, where `/` ends a row.
    var hasLongSegment = false
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
        static let slash = Present(rawValue: 512)
        /// A comma behind a quote.
        static let pair = Present(rawValue: 1024)
        /// A byte above 0x7F.
        static let nonASCII = Present(rawValue: 32_768)
    }

    /// No marks.
    init() {}

    /// Looks at `text` once.
    init(_ text: TextBytes) {
        var tally = Tally()
        var position = 0
        var run = 0
        var segment = 0
        while position < text.count {
            var tokens: UInt64 = 0
            var slashes: UInt64 = 0
            var shift: UInt64 = 0
            text.forEachBlock(from: position) { block, drop in
                let (token, slash) = tally.add(drop == 0 ? block : block.keeping(Int(drop), 16, filler: 0))
                tokens |= (token.bits >> drop) << shift
                if !slash.isZero { slashes |= (slash.bits >> drop) << shift }
                shift &+= 16
            }
            hasLongRun = hasLongRun || Self.holdsSixteen(tokens, &run)
            hasLongSegment = hasLongSegment || Self.holdsSixteen(tokens & ~slashes, &segment)
            position &+= 64
            // Counters of one byte take 255 blocks.
            if position & 2_047 == 0 { flush(&tally) }
        }
        flush(&tally)
        present = tally.present
        if tally.mayHoldPair { notePairs(text) }
    }

    /// Whether sixteen bits in a row are set, `run` of which stand before the first; becomes what stands at the end.
    @inline(__always)
    static func holdsSixteen(_ bits: UInt64, _ run: inout Int) -> Bool {
        let before = run
        run = (~bits).leadingZeroBitCount
        if run == 64 { run &+= before }
        var rows = bits & (bits >> 1)
        rows &= rows >> 2
        rows &= rows >> 4
        return rows & (rows >> 8) != 0 || before &+ (~bits).trailingZeroBitCount >= 16
    }

    private mutating func flush(_ tally: inout Tally) {
        digits &+= Tally.sum(&tally.digits)
        colons &+= Tally.sum(&tally.colons)
        dots &+= Tally.sum(&tally.dots)
        dashes &+= Tally.sum(&tally.dashes)
    }

    /// Looks for a quote before a comma.
    @inline(never)
    private mutating func notePairs(_ text: TextBytes) {
        var comma = text.next(0x2C, from: 0)
        while comma < text.count {
            if text[comma &- 1].isQuote {
                present.insert(.pair)
                return
            }
            comma = text.next(0x2C, from: comma &+ 1)
        }
    }

    /// Whether a token stands there that could be a key or base64: sixteen characters in a row. Without a digit a
    /// `/` ends the row: that is a path.
    @inline(__always)
    var hasLongToken: Bool { digits > 0 ? hasLongRun : hasLongSegment }

    @inline(__always)
    func has(_ mark: Present) -> Bool { !present.isDisjoint(with: mark) }
}

extension TextMarks {
    /// The marks of some blocks: counts lane by lane, and where each mark was seen.
    fileprivate struct Tally {
        var digits = SIMD16<UInt8>(repeating: 0)
        var colons = SIMD16<UInt8>(repeating: 0)
        var dots = SIMD16<UInt8>(repeating: 0)
        var dashes = SIMD16<UInt8>(repeating: 0)
        // Bits of `Present`, its low byte and its high byte, each in the lanes where the mark was seen.
        private var low = ByteBlock(0)
        private var high = ByteBlock(0)
        private var commas = ByteBlock(0)
        private var quotes = ByteBlock(0)

        /// Sees sixteen bytes. Returns where base64 stands, and where `/` does.
        @inline(__always)
        mutating func add(_ block: ByteBlock) -> (token: ByteBlock, slash: ByteBlock) {
            let lower = block | ByteBlock(0x20)
            let digit = block.above(0x2F) ^ block.above(0x39)
            let colon = block.equal(0x3A)
            let dot = block.equal(0x2E)
            let dash = block.equal(0x2D)
            let plus = block.equal(0x2B)
            let slash = block.equal(0x2F)
            let underscore = block.equal(0x5F)
            let space = block.equal(0x20) | block.equal(0x0A) | block.equal(0x09)
            let escape = block.equal(0x25) | block.equal(0x26) | block.equal(0x5C)
            digits = digits &- digit.lanes
            colons = colons &- colon.lanes
            dots = dots &- dot.lanes
            dashes = dashes &- dash.lanes
            let signs = block.equal(0x40) & ByteBlock(1) | block.equal(0x3D) & ByteBlock(2)
            let brackets = block.equal(0x3C) & ByteBlock(4) | block.equal(0x28) & ByteBlock(16)
            let others = plus & ByteBlock(8) | block.equal(0x5E) & ByteBlock(32)
            low = low | signs | brackets | others | escape & ByteBlock(64) | underscore & ByteBlock(128)
            high = high | space & ByteBlock(1) | slash & ByteBlock(2) | block & ByteBlock(128)
            commas = commas | block.equal(0x2C)
            quotes = quotes | block.equal(0x22) | block.equal(0x27) | block.equal(0x60)
            let letter = lower.above(0x60) ^ lower.above(0x7A)
            return (letter | digit | plus | dash | slash | underscore, slash)
        }

        /// The marks that were seen, pairs aside.
        @inline(__always)
        var present: Present {
            Present(rawValue: UInt16(Self.union(low)) | UInt16(Self.union(high)) << 8)
        }

        /// Whether a quote and a comma were seen.
        @inline(__always)
        var mayHoldPair: Bool { !commas.isZero && !quotes.isZero }

        /// All lanes in one.
        @inline(__always)
        private static func union(_ block: ByteBlock) -> UInt8 {
            let (first, second) = block.words
            var word = first | second
            word |= word >> 32
            word |= word >> 16
            return UInt8(truncatingIfNeeded: word | word >> 8)
        }

        /// The sum of the lanes, which become 0.
        @inline(__always)
        static func sum(_ lanes: inout SIMD16<UInt8>) -> Int {
            let (first, second) = ByteBlock(lanes).words
            lanes = SIMD16(repeating: 0)
            let even: UInt64 = 0x00FF_00FF_00FF_00FF
            let sums = (first & even) &+ (first >> 8 & even) &+ (second & even) &+ (second >> 8 & even)
            return Int(truncatingIfNeeded: (sums &* 0x0001_0001_0001_0001) >> 48)
        }
    }
}
