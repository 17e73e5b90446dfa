/// The prefilter: whether any detector can find something in a text, in a few instructions a word.
struct TextSummary: Equatable {
    /// ASCII digits; a lower bound once `isSuspicious`.
    var digits = 0
    /// Whether something stands there that many detectors start from: one of `: ; < = > ? @ %`, or a byte above 0x7F.
    var isSuspicious = false
    /// Whether one of `+ , - . /` occurs.
    var hasPunctuation = false
    /// Whether `_` occurs.
    var hasUnderscore = false
    /// Whether a space occurs.
    var hasSpace = false

    /// Counts `text` eight bytes at a time; stops at the first suspicious word.
    @inline(__always)
    init(_ text: TextBytes) {
        let high: UInt64 = 0x8080_8080_8080_8080
        let ones: UInt64 = 0x0101_0101_0101_0101
        var punctuation: UInt64 = 0
        var underscore: UInt64 = 0
        var space: UInt64 = 0
        var total = 0
        var position = 0
        while position < text.count {
            let word = text.word(at: position, filler: 0x61)
            // Lanes of seven bits: the additions below cannot carry into the next lane.
            let low = word & ~high
            let from2B = low &+ (0x80 - 0x2B) &* ones
            let from30 = low &+ (0x80 - 0x30) &* ones
            let from3A = low &+ (0x80 - 0x3A) &* ones
            let from41 = low &+ (0x80 - 0x41) &* ones
            let percent = ~((low ^ 0x25 &* ones) &+ 0x7F &* ones)
            if (word | from3A & ~from41 | percent) & high != 0 {
                isSuspicious = true
                break
            }
            total &+= Int(((from30 & ~from3A & high) >> 7 &* ones) >> 56)
            punctuation |= from2B & ~from30
            underscore |= ~((low ^ 0x5F &* ones) &+ 0x7F &* ones)
            space |= ~((low ^ 0x20 &* ones) &+ 0x7F &* ones)
            position &+= 8
        }
        digits = total
        hasPunctuation = punctuation & high != 0
        hasUnderscore = underscore & high != 0
        hasSpace = space & high != 0
    }

    /// Whether any detector can find something in `text`, whose summary this is.
    ///
    /// Each line names the least that a family of detectors needs; anything else is left alone without a look.
    @inline(__always)
    func mayHoldAnything(_ text: TextBytes) -> Bool {
        // Labels, addresses, URLs, markup, percent-encoding, digits of other scripts.
        if isSuspicious { return true }
        // Card numbers, bank accounts, identifiers.
        if digits >= 9 || digits == 4 && text.count == 10 { return true }
        // IP addresses, telephone numbers.
        if digits >= 4, hasPunctuation { return true }
        // `cvv2 code 987`, `Bearer x1`.
        if digits >= 1, text.count >= 7, hasSpace { return true }
        // `sk_live_…`
        if text.count >= 12, hasUnderscore { return true }
        // Keys by shape, base64; PEM blocks, whose lines may be short.
        return text.count >= 16
            && (Self.hasLongToken(text, hasDigits: digits > 0) || hasPunctuation && Self.hasRule(text))
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
        // Looks at every sixteenth byte first: a run of sixteen must cover one of them.
        let excluded: UInt8 = hasDigits ? 0 : 0x2F
        var start = 0
        while start &+ 16 <= text.count {
            var position = start &+ 15
            while position >= start, text[position].isBase64, text[position] != excluded { position &-= 1 }
            if position < start { return true }
            start = position &+ 1
        }
        return false
    }
}
