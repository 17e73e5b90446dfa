extension Pass {
    /// Whether the element at hand holds a part of a card number that is spread over elements of this array, as the
    /// fields of a split form are: `["4111", "1111", "1111", "1111"]`.
    mutating func takesPart(_ tokenizer: borrowing JSONTokenizer, _ bytes: ByteView) -> Bool {
        if top.index >= top.splitEnd, Self.part(tokenizer.start..<tokenizer.end, in: bytes) != nil {
            gatherParts(tokenizer, bytes)
        }
        return isPart
    }

    /// Whether the member at hand holds a part of a card number that is spread over members whose names count up, as
    /// `{"card1": "4111", "card2": "1111", …}`.
    mutating func takesMemberPart(_ tokenizer: borrowing JSONTokenizer, _ bytes: ByteView) -> Bool {
        if top.index >= top.splitEnd, Self.part(tokenizer.start..<tokenizer.end, in: bytes) != nil {
            if bytes[top.keyEnd - 1] &- 0x30 < 2 {
                gatherMemberParts(tokenizer, bytes)
            } else if Self.isWord(bytes[top.keyStart..<top.keyEnd], Self.firstParts) {
                gatherNamedParts(tokenizer, bytes)
            }
        }
        return isPart
    }

    /// Whether the element or member at hand was found to be a part.
    private var isPart: Bool {
        mutating get {
            let offset = top.index - top.splitBase
            return offset >= 0 && top.index < top.splitEnd && offset < 64 && top.splitMask >> UInt64(offset) & 1 == 1
        }
    }

    private mutating func gatherMemberParts(_ tokenizer: borrowing JSONTokenizer, _ bytes: ByteView) {
        var ahead = copy tokenizer
        let name = bytes[top.keyStart..<top.keyEnd]
        var range = tokenizer.start..<tokenizer.end
        var count = 0
        var digits = 0
        top.splitBase = top.index
        top.splitMask = 0
        assembled.reserve(8 * 9)
        while count < 6, let part = Self.part(range, in: bytes) {
            if count > 0 { assembled.push(0x20, from: 64) }
            for position in 0..<part.count { assembled.push(part[position], from: count) }
            digits += part.count
            count += 1
            guard (try? ahead.next(in: bytes)) == .key,
                Self.counts(bytes[ahead.start + 1..<ahead.end - 1], after: name, by: UInt8(count)),
                let kind = try? ahead.next(in: bytes), kind == .string || kind == .number
            else { break }
            range = ahead.start..<ahead.end
        }
        top.splitEnd = top.index + count
        guard count > 1, digits >= 12 else { return }
        markParts()
    }

    /// What the first digits of a number are called, those between, and the last.
    private static let firstParts: StaticString = "bin iin first6 first_6 first8 first_8 bin6 bin8"
    private static let middleParts: StaticString = "middle mid middle6 middle_6 mid6 middle4 middle_4"
    private static let lastParts: StaticString = "last4 last_4"

    /// Puts the first digits of a number, those between and its last four together, from three members in a row:
    /// `{"bin": "411111", "middle": "111111", "last4": "1111"}`. Without those between nothing is told (PCI FAQ 1091).
    private mutating func gatherNamedParts(_ tokenizer: borrowing JSONTokenizer, _ bytes: ByteView) {
        var ahead = copy tokenizer
        var range = tokenizer.start..<tokenizer.end
        var count = 0
        top.splitBase = top.index
        top.splitMask = 0
        top.splitEnd = top.index + 1
        assembled.reserve(8 * 3)
        while let part = Self.part(range, in: bytes) {
            for position in 0..<part.count { assembled.push(part[position], from: count) }
            count += 1
            guard count < 3 else { break }
            let names = count == 1 ? Self.middleParts : Self.lastParts
            guard (try? ahead.next(in: bytes)) == .key, Self.isWord(bytes[ahead.start + 1..<ahead.end - 1], names),
                let kind = try? ahead.next(in: bytes), kind == .string || kind == .number
            else { return }
            range = ahead.start..<ahead.end
        }
        guard count == 3, assembled.count >= 12 else { return }
        top.splitEnd = top.index + count
        markParts()
    }

    /// Whether `name` is `first` with its last digit counted up by `step`.
    private static func counts(_ name: ByteView, after first: ByteView, by step: UInt8) -> Bool {
        guard name.count == first.count, name.count > 0 else { return false }
        for position in 0..<name.count - 1 where name[position] != first[position] { return false }
        return name[name.count - 1] == first[first.count - 1] + step
    }

    /// Scans the digits that were put together and marks what of them is a card number.
    private mutating func markParts() {
        let context = TextScanner.Context(key: top.verdict, profile: policy.profile)
        unsafe scanner.scan(assembled.view.buffer, context: context)
        for hit in scanner.hits where hit.rule == .pan {
            for position in hit.start..<hit.end {
                let element = assembled.source(of: position)
                if element < 64 { top.splitMask |= 1 << UInt64(element) }
            }
        }
    }

    /// The digits of an element that can be a part: one to eight digits, as a string or a number.
    private static func part(_ token: Range<Int>, in bytes: ByteView) -> ByteView? {
        let quote = bytes[token.lowerBound] == 0x22 ? 1 : 0
        guard (1...8).contains(token.count - 2 * quote) else { return nil }
        let text = bytes[token.lowerBound + quote..<token.upperBound - quote]
        for position in 0..<text.count where text[position] &- 0x30 >= 10 { return nil }
        return text
    }

    /// Puts the run of parts that starts here together and marks those that belong to a card number.
    private mutating func gatherParts(_ tokenizer: borrowing JSONTokenizer, _ bytes: ByteView) {
        var ahead = copy tokenizer
        var range = tokenizer.start..<tokenizer.end
        var count = 0
        var digits = 0
        var isSingle = true
        top.splitBase = top.index
        top.splitMask = 0
        assembled.reserve(64 * 9)
        // A run of parts: at most 64 elements, as many as the mask has bits.
        while count < 64, let part = Self.part(range, in: bytes) {
            if count > 0 { assembled.push(0x20, from: 64) }
            for position in 0..<part.count { assembled.push(part[position], from: count) }
            isSingle = isSingle && part.count == 1
            digits += part.count
            count += 1
            guard let kind = try? ahead.next(in: bytes), kind == .string || kind == .number else { break }
            range = ahead.start..<ahead.end
        }
        top.splitEnd = top.index + count
        guard count > 1, digits >= 12 else { return }
        if isSingle { dropSpaces() }
        markParts()
    }

    /// Digits one by one are read without the spaces between them.
    private mutating func dropSpaces() {
        let view = assembled.view
        var digits: [UInt8] = []
        for position in 0..<view.count where view[position] != 0x20 { digits.append(view[position]) }
        assembled.reserve(digits.count)
        for (element, digit) in digits.enumerated() { assembled.push(digit, from: element) }
    }
}
