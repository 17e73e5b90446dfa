/// Chip data: BER-TLV in hexadecimal (EMV book 3, annex B). A token that holds a card number, a track or a PIN block
/// goes whole.
extension TextScanner {
    /// Finds hexadecimal tokens with sensitive tags in them.
    @inline(never)
    mutating func findChipData(_ text: TextBytes, _ map: TextMap) {
        for window in 0..<map.windows {
            var starts = map.longRuns(window) { map[.digits, $0] | map[.letters, $0] }
            while starts != 0 {
                let start = window &* 64 &+ starts.trailingZeroBitCount
                starts &= starts &- 1
                takeTokens(start, map.end(from: start) { map[.digits, $0] | map[.letters, $0] }, in: text)
            }
        }
    }

    /// Looks at the hexadecimal tokens among the letters and digits `first ..< last`.
    private mutating func takeTokens(_ first: Int, _ last: Int, in text: TextBytes) {
        var position = first
        while position &+ 16 <= last {
            // A run of sixteen covers the byte fifteen further on.
            guard text[position &+ 15].isHexadecimal else {
                position &+= 16
                continue
            }
            var start = position &+ 15
            while start > position, text[start &- 1].isHexadecimal { start &-= 1 }
            position = text.endOfHexadecimal(from: start)
            takeChipData(start, position, in: text)
        }
    }

    /// Takes the hexadecimal digits `start ..< end` if there are sensitive tags in them.
    @inline(never)
    mutating func takeChipData(_ start: Int, _ end: Int, in text: TextBytes) {
        let length = end &- start
        if length >= 16, Self.holdsCardData(start, end, in: text) {
            add(start, end, .emv, [.shape, .checkDigit], text)
        } else if length >= 24, length & 1 == 0, Self.holdsPINBlock(start, end, in: text) {
            add(start, end, .emv, .shape, text)
        } else if explains {
            noteChipData(start, end, in: text)
        }
    }

    /// Finds the same in pairs of digits with a space between, as dumps of a reader have it: `5A 08 41 11 …`.
    @inline(never)
    mutating func findSpacedChipData(_ text: TextBytes, _ map: TextMap) {
        var position = 0
        while position < text.count {
            guard Self.isPair(at: position, in: text) else {
                position = Self.nextPair(from: position &+ 1, map)
                continue
            }
            let start = position
            while Self.isPair(at: position, in: text) { position &+= 3 }
            let end = position &- 1
            if position &- start >= 26 { takePairs(start, end, in: text) }
        }
    }

    /// Whether nine pairs in a row may stand anywhere: two of them, one behind the other, stand within one window then.
    @inline(__always)
    static func mayHoldPairs(_ map: TextMap) -> Bool {
        for window in 0..<map.windows {
            let bytes = map[.digits, window] | map[.letters, window]
            let pairs = bytes & ~(bytes << 1) & bytes >> 1 & ~(bytes >> 2)
            if pairs & pairs >> 3 != 0 { return true }
        }
        return false
    }

    /// Where the next of two pairs in a row may stand, from `position` on: two letters or digits and what is neither,
    /// twice. The end of the text without one.
    private static func nextPair(from position: Int, _ map: TextMap) -> Int {
        var window = position >> 6
        var seen: UInt64 = ~0 << UInt64(truncatingIfNeeded: position & 63)
        while window < map.windows {
            let bytes = map[.digits, window] | map[.letters, window]
            let before = map.behind(.digits, window) | map.behind(.letters, window)
            let next = window &+ 1 < map.windows ? map[.digits, window &+ 1] | map[.letters, window &+ 1] : 0
            @inline(__always)
            func ahead(_ count: UInt64) -> UInt64 { bytes &>> count | next &<< (64 &- count) }
            let pairs = bytes & ~before & ahead(1) & ~ahead(2) & ahead(3) & ahead(4) & ~ahead(5) & seen
            if pairs != 0 { return window &* 64 &+ pairs.trailingZeroBitCount }
            window &+= 1
            seen = ~0
        }
        return map.count
    }

    /// Whether two hexadecimal digits and nothing more stand between blanks at `position`.
    private static func isPair(at position: Int, in text: TextBytes) -> Bool {
        text[position].isHexadecimal && text[position &+ 1].isHexadecimal && !text[position &- 1].isWordByte
            && !text[position &+ 2].isWordByte
            && (text[position &+ 2] == 0x20 || position &+ 2 >= text.count || !text[position &+ 2].isAlphanumeric)
    }

    private mutating func takePairs(_ start: Int, _ end: Int, in text: TextBytes) {
        var joined = arenas.popLast() ?? DecodedText()
        joined.reset()
        var position = start
        while position < end {
            if text[position].isHexadecimal { joined.append(text[position], from: position) }
            position &+= 1
        }
        if Self.holdsChipData(joined) {
            add(start, end, .emv, [.shape, .checkDigit], text)
        } else if let card = Self.spelledCard(joined) {
            add(card.lowerBound, card.upperBound, .pan, [.checkDigit, .issuerRange, .decoded], text)
        } else if explains, let reason = Self.refusalOfChipData(joined) {
            note(.emv, start, end, reason, .shape)
        }
        arenas.append(joined)
    }

    /// Whether the base64 token `start ..< end` is binary chip data. Then it is taken.
    mutating func openChipData(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        guard 20...2_048 ~= end &- start, decodeBudget >= end &- start else { return false }
        decodeBudget -= end &- start
        guard Base64.holdsDigits(start, end, in: text) else { return false }
        var joined = arenas.popLast() ?? DecodedText()
        joined.reset()
        var bits: UInt32 = 0
        var held: UInt32 = 0
        var position = start
        while position < end {
            bits = bits << 6 | Base64.value(text[position])
            held &+= 6
            position &+= 1
            guard held >= 8 else { continue }
            held &-= 8
            let byte = UInt8(truncatingIfNeeded: bits >> held)
            joined.append(Self.digit(byte >> 4), from: position)
            joined.append(Self.digit(byte & 15), from: position)
        }
        let isChipData = Self.holdsChipData(joined)
        arenas.append(joined)
        guard isChipData else { return false }
        var close = end
        while text[close] == 0x3D, close &- end < 2 { close &+= 1 }
        add(start, close, .emv, [.shape, .checkDigit, .decoded], text)
        return true
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 &+ value : 0x57 &+ value }

    private static func holdsChipData(_ joined: borrowing DecodedText) -> Bool {
        unsafe joined.bytes.withUnsafeBufferPointer { buffer in
            guard let bytes = unsafe TextBytes(buffer) else { return false }
            return holdsCardData(0, bytes.count, in: bytes)
        }
    }

    /// Whether tag 5A, 57, 9F6B or 56 stands in the token with a length and a value that prove it.
    private static func holdsCardData(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        // Whatever the tag, twelve digits stand together in its value: of the number, or 31 for 1 in track 1.
        guard text.holdsDigits(12, start, end) else { return false }
        // Fields before the first tag may have an odd number of digits, so every place is tried.
        var position = start
        while position &+ 16 <= end {
            let high = text[position]
            if high == 0x35 || high == 0x39 {
                let low = text[position &+ 1]
                if high == 0x35, low | 0x20 == 0x61, isCardNumber(at: position &+ 2, end, in: text) { return true }
                if high == 0x35, low == 0x37, isTrackTwo(at: position &+ 2, end, in: text) { return true }
                if high == 0x35, low == 0x36, isTrackOne(at: position &+ 2, end, in: text) { return true }
                if high == 0x39, low | 0x20 == 0x66, text.matchesIgnoringCase("6b", at: position &+ 2),
                    isTrackTwo(at: position &+ 4, end, in: text)
                {
                    return true
                }
            }
            position &+= 1
        }
        return false
    }

    /// Where a card number stands among pairs of hexadecimal digits that were put together, each pair a digit in ASCII.
    private static func spelledCard(_ joined: borrowing DecodedText) -> Range<Int>? {
        let count = joined.bytes.count / 2
        var first = 0
        while first < count {
            var walk = CardWalk(start: 0)
            var last = first
            while last < count, walk.count < 20, joined.bytes[2 * last] == 0x33,
                joined.bytes[2 * last + 1] &- 0x30 < 10
            {
                walk.take(joined.bytes[2 * last + 1] &- 0x30)
                last += 1
            }
            if walk.count >= 12, walk.passesLuhn, !walk.isOneDigit,
                CardRange(prefix: walk.prefix).holds(walk.count, cued: false)
            {
                return Int(joined.origins[2 * first])..<Int(joined.origins[2 * last - 1]) + 1
            }
            while last < count, joined.bytes[2 * last] == 0x33, joined.bytes[2 * last + 1] &- 0x30 < 10 { last += 1 }
            first = last + 1
        }
        return nil
    }

    /// Finds a card number whose digits are bytes of their own, each with `0x` before it: `0x34, 0x31, …`.
    @inline(never)
    mutating func findHexBytes(_ text: TextBytes) {
        var position = text.next(0x78, from: 0)
        while position < text.count {
            let start = position &- 1
            var joined = arenas.popLast() ?? DecodedText()
            joined.reset()
            while text[position] | 0x20 == 0x78, text[position &- 1] == 0x30, text[position &+ 1].isHexadecimal,
                text[position &+ 2].isHexadecimal, !text[position &+ 3].isWordByte
            {
                joined.append(text[position &+ 1], from: position &+ 1)
                joined.append(text[position &+ 2], from: position &+ 2)
                position &+= 3
                let gap = position
                while position &- gap < 4, text[position].isBlank || text[position] == 0x2C { position &+= 1 }
                position &+= 1
            }
            if joined.bytes.count >= 24, let card = Self.spelledCard(joined) {
                add(
                    max(start, card.lowerBound &- 2),
                    card.upperBound,
                    .pan,
                    [.checkDigit, .issuerRange, .decoded],
                    text
                )
            }
            arenas.append(joined)
            position = text.next(0x78, from: max(position &- 1, start &+ 2))
        }
    }

    /// As for a token, of pairs that were put together.
    private static func refusalOfChipData(_ joined: borrowing DecodedText) -> Decision.Reason? {
        unsafe joined.bytes.withUnsafeBufferPointer { buffer in
            guard let bytes = unsafe TextBytes(buffer) else { return nil }
            return refusalOfChipData(0, bytes.count, in: bytes)
        }
    }

    static func byte(at position: Int, in text: TextBytes) -> Int {
        Int(text[position].hexadecimalValue) << 4 | Int(text[position &+ 1].hexadecimalValue)
    }

    /// A length of 6 to 10 and that many bytes of digits, the last perhaps filled with F.
    private static func isCardNumber(at position: Int, _ end: Int, in text: TextBytes) -> Bool {
        let length = byte(at: position, in: text)
        guard 6...10 ~= length, position &+ 2 &+ 2 &* length <= end else { return false }
        var close = position &+ 2 &+ 2 &* length
        while text[close &- 1] | 0x20 == 0x66 { close &-= 1 }
        return isPAN(position &+ 2, close, in: text)
    }

    /// A length and the digits of a number, `D`, and the rest of track 2.
    private static func isTrackTwo(at position: Int, _ end: Int, in text: TextBytes) -> Bool {
        let length = byte(at: position, in: text)
        guard 8...20 ~= length, position &+ 2 &+ 2 &* length <= end else { return false }
        var close = position &+ 2
        while close < position &+ 22, text[close].isDigit { close &+= 1 }
        return text[close] | 0x20 == 0x64 && isPAN(position &+ 2, close, in: text)
    }

    /// A length and track 1 in ASCII: `B`, the number, `^`.
    private static func isTrackOne(at position: Int, _ end: Int, in text: TextBytes) -> Bool {
        let length = byte(at: position, in: text)
        guard 16...79 ~= length, position &+ 2 &+ 2 &* length <= end else { return false }
        guard byte(at: position &+ 2, in: text) == 0x42 else { return false }
        var digits = 0
        var cursor = position &+ 4
        while digits < 20, text[cursor] == 0x33, text[cursor &+ 1].isDigit {
            digits &+= 1
            cursor &+= 2
        }
        return 12...19 ~= digits && byte(at: cursor, in: text) == 0x5E
    }

    /// Whether `start ..< end` are digits that pass the tests of a card number.
    private static func isPAN(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        guard 12...19 ~= end &- start else { return false }
        var sum = 0
        var prefix = 0
        var position = start
        while position < end {
            guard text[position].isDigit else { return false }
            let digit = Int(text[position] &- 0x30)
            let isDoubled = (end &- position) & 1 == 0
            sum &+= isDoubled ? (digit > 4 ? 2 &* digit &- 9 : 2 &* digit) : digit
            if position &- start < 6 { prefix = prefix &* 10 &+ digit }
            position &+= 1
        }
        return sum % 10 == 0 && CardRange(prefix: prefix).holds(end &- start, cued: true)
    }

    /// Whether the token is BER-TLV from end to end, of three elements or more, with a PIN block (tag 99) among them.
    private static func holdsPINBlock(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        var position = start
        var elements = 0
        var hasBlock = false
        while position &+ 4 <= end {
            let first = byte(at: position, in: text)
            var isTagOfTwo = false
            position &+= 2
            if first & 0x1F == 0x1F {
                isTagOfTwo = true
                guard byte(at: position, in: text) < 0x80 else { return false }
                position &+= 2
            }
            let length = byte(at: position, in: text)
            guard length < 0x80, first != 0 else { return false }
            position &+= 2 &+ 2 &* length
            if first == 0x99, !isTagOfTwo, length == 8 { hasBlock = true }
            elements &+= 1
        }
        return position == end && hasBlock && elements >= 3
    }
}
