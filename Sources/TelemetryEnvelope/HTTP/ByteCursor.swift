/// A place in a short piece of text, read byte by byte.
struct ByteCursor: ~Escapable {
    private let text: Span<UInt8>
    /// Where the cursor stands; never beyond `end`.
    var offset: Int
    /// One past the last byte that it sees.
    let end: Int

    @_lifetime(copy text)
    init(_ text: Span<UInt8>) {
        self.init(text, 0..<text.count)
    }

    /// Sees only `range` of `text`.
    @_lifetime(copy text)
    init(_ text: Span<UInt8>, _ range: Range<Int>) {
        self.text = text
        offset = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { offset >= end }

    /// The byte under the cursor, or nil at the end.
    var peek: UInt8? { offset < end ? text[offset] : nil }

    /// The byte under the cursor, which moves on; nil at the end.
    mutating func next() -> UInt8? {
        guard offset < end else { return nil }
        offset += 1
        return text[offset - 1]
    }

    /// Moves over `byte` if it is there.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        offset += 1
        return true
    }

    /// Moves over spaces and tabs.
    mutating func skipBlanks() {
        while offset < end, ASCII.isBlank(text[offset]) { offset += 1 }
    }

    /// Moves over `literal`, whose letters may stand in either case, if it is there.
    mutating func skip(ignoringCase literal: StaticString) -> Bool {
        guard end - offset >= literal.utf8CodeUnitCount else { return false }
        for index in 0..<literal.utf8CodeUnitCount {
            let expected = unsafe literal.utf8Start[index]
            guard ASCII.lowercased(text[offset + index]) == ASCII.lowercased(expected) else { return false }
        }
        offset += literal.utf8CodeUnitCount
        return true
    }

    /// Where `byte` stands next, from the cursor on; nil if nowhere.
    func find(_ byte: UInt8) -> Int? {
        var index = offset
        while index < end {
            if text[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// Reads a number of up to `digits` digits; nil, and nothing moves, if there is none or more follow.
    mutating func number(digits: ClosedRange<Int>) -> Int? {
        var index = offset
        var value = 0
        while index < end, ASCII.isDigit(text[index]), index - offset <= digits.upperBound {
            value = value * 10 + Int(text[index] - 0x30)
            index += 1
        }
        guard digits.contains(index - offset) else { return nil }
        offset = index
        return value
    }
}
