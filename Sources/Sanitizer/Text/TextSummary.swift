/// The prefilter: what every byte of a text comes to, and whether any detector can find something in it.
struct TextSummary: Equatable {
    /// ASCII digits.
    var digits = 0
    /// Marks that occur.
    var marks: Marks = []

    /// Marks by what detectors start from.
    struct Marks: OptionSet, Equatable {
        let rawValue: UInt8
        /// One of `% : ; < = > ? @`
        static let sign = Marks(rawValue: 1)
        /// One of `+ , - . /`
        static let punctuation = Marks(rawValue: 4)
        /// `-`
        static let dash = Marks(rawValue: 8)
        /// `_`
        static let underscore = Marks(rawValue: 16)
        /// A space.
        static let space = Marks(rawValue: 32)
        /// A byte above 0x7F.
        static let foreign = Marks(rawValue: 128)
        /// What many detectors start from: each of them is reason enough to look.
        static let suspicious: Marks = [.sign, .foreign]
    }

    /// Nothing.
    @inline(__always)
    init() {}

    /// Looks at `text` sixteen bytes at a time.
    @inline(__always)
    init(_ text: TextBytes) {
        var tally = TextTally()
        var position = 0
        while position &+ 16 <= text.count {
            unsafe tally.add(ByteBlock(at: text.base + position))
            position &+= 16
            if position & 1_023 == 0 { tally.fold() }
        }
        let rest = text.count &- position
        if rest > 0 {
            if text.count >= 16 {
                let last = unsafe ByteBlock(at: text.base + (text.count &- 16))
                tally.add(last.keeping(16 &- rest, 16, filler: TextTally.filler))
            } else {
                let low = text.word(at: 0, filler: TextTally.filler)
                let filler = UInt64(TextTally.filler) &* 0x0101_0101_0101_0101
                let high = rest > 8 ? text.word(at: 8, filler: TextTally.filler) : filler
                tally.add(ByteBlock(low, high))
            }
        }
        self = tally.summary
    }

    /// Whether any detector can find something in `text`, whose summary this is.
    ///
    /// Each line names the least that a family of detectors needs; anything else is left alone without a look.
    @inline(__always)
    func mayHoldAnything(_ text: TextBytes) -> Bool {
        let count = text.count
        guard count >= 6 else { return false }
        // Labels, addresses, URLs, markup, percent-encoding, digits of other scripts.
        if !marks.isDisjoint(with: .suspicious) { return true }
        if digits > 0 {
            // Card numbers, bank accounts, identifiers.
            if digits >= 9 || digits == 4 && count == 10 { return true }
            // IP addresses, telephone numbers.
            if digits >= 4, marks.contains(.punctuation) { return true }
            // `cvv2 code 987`, `Bearer x1`.
            if count >= 7, marks.contains(.space) { return true }
        }
        // `sk_live_…`
        if count >= 12, marks.contains(.underscore) { return true }
        // Keys by shape, base64; PEM blocks, whose lines may be short.
        return count >= 16
            && (Self.hasLongToken(text, hasDigits: digits > 0) || marks.contains(.dash) && Self.hasRule(text))
    }

    /// Whether `-----B` stands anywhere.
    @inline(never)
    static func hasRule(_ text: TextBytes) -> Bool {
        // Five dashes cover every fifth byte.
        var position = 4
        while position < text.count {
            if text[position] == 0x2D {
                var end = position
                while text[end] == 0x2D { end &+= 1 }
                if text.matches("-----B", at: end &- 5) { return true }
                position = end
            }
            position &+= 5
        }
        return false
    }

    /// Whether 16 bytes of the base64 alphabets stand in a row. Without a digit a `/` ends the row: that is a path.
    @inline(never)
    static func hasLongToken(_ text: TextBytes, hasDigits: Bool) -> Bool {
        let count = text.count
        if 16...64 ~= count {
            // In one look without a branch, as most names of functions are that long: the first bytes and the last, which
            // may be the same ones.
            let reach = count > 32 ? 32 : 16
            let last = count &- reach
            var bits = bits(at: 0, in: text, hasDigits) | bits(at: last, in: text, hasDigits) << UInt64(last)
            if reach == 32 {
                bits |= Self.bits(at: 16, in: text, hasDigits) << 16
                bits |= Self.bits(at: last &+ 16, in: text, hasDigits) << UInt64(last &+ 16)
            }
            bits &= bits >> 1
            bits &= bits >> 2
            bits &= bits >> 4
            return bits & bits >> 8 != 0
        }
        // A row covers one of every sixteenth bytes, and the seven before that one or the eight behind it.
        var probe = 15
        while probe < text.count {
            let (before, behind) = tokens(
                ByteBlock(text.word(at: probe &- 7), text.word(at: probe &+ 1)),
                hasDigits
            ).words
            if before == ~0 || before >> 56 != 0 && behind == ~0, isLongToken(around: probe, in: text, hasDigits) {
                return true
            }
            probe &+= 16
        }
        return false
    }

    /// Which of the sixteen bytes at `start`, all of them in the text, are of the base64 alphabets.
    @inline(__always)
    private static func bits(at start: Int, in text: TextBytes, _ hasDigits: Bool) -> UInt64 {
        tokens(unsafe ByteBlock(at: text.base + start), hasDigits).bits
    }

    /// Whether the row that the byte at `probe` stands in, 15 or more bytes into the text, is that long.
    @inline(never)
    private static func isLongToken(around probe: Int, in text: TextBytes, _ hasDigits: Bool) -> Bool {
        let before = tokens(ByteBlock(text.word(at: probe &- 15), text.word(at: probe &- 7)), hasDigits).words
        let behind = probe &+ 1
        let low = behind < text.count ? text.word(at: behind) : 0
        let high = behind &+ 8 < text.count ? text.word(at: behind &+ 8) : 0
        let after = tokens(ByteBlock(low, high), hasDigits).words
        // Bytes that are none of the alphabets, the nearest to `probe` counted from the top and from the bottom.
        let start = (~before.1).leadingZeroBitCount &+ (before.1 == ~0 ? (~before.0).leadingZeroBitCount : 0)
        let end = (~after.0).trailingZeroBitCount &+ (after.0 == ~0 ? (~after.1).trailingZeroBitCount : 0)
        return start &+ end >= 16 * 8
    }

    /// Where the base64 alphabets stand in a block.
    @inline(__always)
    private static func tokens(_ block: ByteBlock, _ hasDigits: Bool) -> ByteBlock {
        let lower = block | ByteBlock(0x20)
        let letter = lower.above(0x60) ^ lower.above(0x7A)
        // `/` is right before the digits.
        let digit = block.above(hasDigits ? 0x2E : 0x2F) ^ block.above(0x39)
        return letter | digit | block.equal(0x2B) | block.equal(0x2D) | block.equal(0x5F)
    }
}

/// Sums up a text block by block.
struct TextTally {
    /// A byte that counts for nothing; stands in for what is not of the text.
    static let filler: UInt8 = 0x61

    // Digits, lane by lane; the sum of those that were folded.
    private var digits = SIMD16<UInt8>(repeating: 0)
    private var folded = 0
    // The bits of `TextSummary.Marks`, lane by lane; bit 7 for a byte above 0x7F.
    private var marks = ByteBlock(0)

    /// Nothing seen.
    @inline(__always)
    init() {}

    /// Sees sixteen bytes; `fold` must follow before the 256th block.
    @inline(__always)
    mutating func add(_ block: ByteBlock) {
        let from2B = block.above(0x2A)
        let from30 = block.above(0x2F)
        let from3A = block.above(0x39)
        let from41 = block.above(0x40)
        // What holds is 0xFF, which is -1.
        digits = digits &- (from30 ^ from3A).lanes
        let sign = ((from3A ^ from41) | block.equal(0x25)) & ByteBlock(TextSummary.Marks.sign.rawValue)
        let punctuation = (from2B ^ from30) & ByteBlock(TextSummary.Marks.punctuation.rawValue)
        let dash = block.equal(0x2D) & ByteBlock(TextSummary.Marks.dash.rawValue)
        let underscore = block.equal(0x5F) & ByteBlock(TextSummary.Marks.underscore.rawValue)
        let space = block.equal(0x20) & ByteBlock(TextSummary.Marks.space.rawValue)
        let foreign = block & ByteBlock(TextSummary.Marks.foreign.rawValue)
        marks = marks | ((sign | punctuation) | (dash | underscore) | (space | foreign))
    }

    /// Makes room in the lanes.
    @inline(__always)
    mutating func fold() {
        folded &+= Self.sum(digits)
        digits = SIMD16(repeating: 0)
    }

    /// What the blocks came to.
    @inline(__always)
    var summary: TextSummary {
        let (low, high) = marks.words
        var word = low | high
        word |= word >> 32
        word |= word >> 16
        word |= word >> 8
        var summary = TextSummary()
        summary.digits = folded &+ Self.sum(digits)
        summary.marks = TextSummary.Marks(rawValue: UInt8(truncatingIfNeeded: word))
        return summary
    }

    /// The sum of the lanes.
    @inline(__always)
    private static func sum(_ lanes: SIMD16<UInt8>) -> Int {
        let (low, high) = ByteBlock(lanes).words
        let even: UInt64 = 0x00FF_00FF_00FF_00FF
        let sums = (low & even) &+ (low >> 8 & even) &+ (high & even) &+ (high >> 8 & even)
        return Int(truncatingIfNeeded: (sums &* 0x0001_0001_0001_0001) >> 48)
    }
}
