/// What a text is made of, by byte class: decides in a few instructions a word which detectors can find anything.
struct TextSummary: Equatable {
    /// ASCII digits.
    var digits = 0
    /// Which classes occur.
    var marks: Marks = []

    /// Classes of bytes, and the marks that detectors need to see.
    struct Marks: OptionSet, Equatable {
        let rawValue: UInt8
        /// A byte above 0x7F.
        static let nonASCII = Marks(rawValue: 1)
        /// One of `: ; < = > ? @`.
        static let operators = Marks(rawValue: 2)
        /// One of `+ , - . /`.
        static let punctuation = Marks(rawValue: 4)
        /// `%`.
        static let percent = Marks(rawValue: 8)
        /// `_`.
        static let underscore = Marks(rawValue: 16)
        /// A space.
        static let space = Marks(rawValue: 32)
        /// `\` or `&`: a sign of escapes.
        static let escape = Marks(rawValue: 64)
    }

    /// Counts `text` eight bytes at a time.
    @inline(__always)
    init(_ text: TextBytes) {
        let high: UInt64 = 0x8080_8080_8080_8080
        let ones: UInt64 = 0x0101_0101_0101_0101
        var nonASCII: UInt64 = 0
        var operators: UInt64 = 0
        var punctuation: UInt64 = 0
        var percent: UInt64 = 0
        var underscore: UInt64 = 0
        var space: UInt64 = 0
        var escape: UInt64 = 0
        var total = 0
        var position = 0
        while position < text.count {
            let word = text.word(at: position)
            // Lanes of seven bits: the additions below cannot carry into the next lane.
            let low = word & ~high
            let ascii = ~word & high
            let from2B = low &+ (0x80 - 0x2B) &* ones
            let from30 = low &+ (0x80 - 0x30) &* ones
            let from3A = low &+ (0x80 - 0x3A) &* ones
            let from41 = low &+ (0x80 - 0x41) &* ones
            total &+= Int(((from30 & ~from3A & ascii) >> 7 &* ones) >> 56)
            nonASCII |= word
            operators |= from3A & ~from41 & ascii
            punctuation |= from2B & ~from30 & ascii
            percent |= ~((low ^ 0x25 &* ones) &+ 0x7F &* ones) & ascii
            underscore |= ~((low ^ 0x5F &* ones) &+ 0x7F &* ones) & ascii
            escape |= ~((low ^ 0x5C &* ones) &+ 0x7F &* ones) & ascii
            escape |= ~((low ^ 0x26 &* ones) &+ 0x7F &* ones) & ascii
            position &+= 8
            if position <= text.count {
                space |= ~((low ^ 0x20 &* ones) &+ 0x7F &* ones) & ascii
            } else {
                // The lanes beyond the end are filled with spaces that are not there.
                let filled = UInt64(position &- text.count) &* 8
                space |= ~((low ^ 0x20 &* ones) &+ 0x7F &* ones) & ascii & (~0 >> filled)
            }
        }
        digits = total
        if nonASCII & high != 0 { marks.insert(.nonASCII) }
        if operators != 0 { marks.insert(.operators) }
        if punctuation != 0 { marks.insert(.punctuation) }
        if percent != 0 { marks.insert(.percent) }
        if underscore != 0 { marks.insert(.underscore) }
        if space != 0 { marks.insert(.space) }
        if escape != 0 { marks.insert(.escape) }
    }

    /// Whether any detector can find something in `text`, whose summary this is.
    ///
    /// Each line names the least that a family of detectors needs; anything else is left alone without a look.
    @inline(__always)
    func mayHoldAnything(_ text: TextBytes) -> Bool {
        // Labels, addresses, URLs, markup, percent-encoding, digits of other scripts.
        if !marks.isDisjoint(with: [.nonASCII, .operators, .percent]) { return true }
        // Card numbers, bank accounts, identifiers.
        if digits >= 9 { return true }
        // IP addresses, telephone numbers.
        if digits >= 4, marks.contains(.punctuation) { return true }
        // `cvv2 code 987`, `Bearer x1`.
        if digits >= 1, text.count >= 7, marks.contains(.space) { return true }
        // `sk_live_…`
        if text.count >= 12, marks.contains(.underscore) { return true }
        // Keys by shape, base64; PEM blocks, whose lines may be short.
        return text.count >= 16 && (Self.hasLongToken(text) || marks.contains(.punctuation) && Self.hasRule(text))
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

    /// Whether 16 bytes of the base64 alphabets stand in a row.
    @inline(never)
    static func hasLongToken(_ text: TextBytes) -> Bool {
        // Looks at every sixteenth byte first: a run of sixteen must cover one of them.
        var start = 0
        while start &+ 16 <= text.count {
            var position = start &+ 15
            while position >= start, text[position].isBase64 { position &-= 1 }
            if position < start { return true }
            start = position &+ 1
        }
        return false
    }
}
