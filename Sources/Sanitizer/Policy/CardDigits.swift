/// The digits of one card number, whatever script and separators it was written with. 19 digits fit into 64 bits.
struct CardDigits: Equatable {
    /// The digits as one number, leading zeros by `count`.
    private(set) var value: UInt64 = 0
    /// How many; 0 when there is no card number.
    private(set) var count = 0

    /// No digits.
    static let none = CardDigits()

    private init() {}

    /// The digits of `start ..< end`, if that is 12 to 19 digits with separators between and nothing else.
    init(_ text: TextBytes, _ start: Int, _ end: Int) {
        var number: UInt64 = 0
        var digits = 0
        var position = start
        while position < end {
            let element = text.element(at: position)
            if element.kind == .digit {
                guard digits < 19 else { return }
                number = number &* 10 &+ UInt64(element.value)
                digits &+= 1
            } else if element.kind == .other {
                return
            }
            position &+= element.length
        }
        guard digits >= 12 else { return }
        value = number
        count = digits
    }

    /// Appends the digits, in ASCII.
    func append(to bytes: inout ContiguousArray<UInt8>) {
        appendDigits(of: value, count, to: &bytes)
    }

    /// Appends the number truncated by its length: at least four digits are gone, five of fifteen, and of 12 and 13 all
    /// but the last four (PCI SSC, FAQ 1091).
    func appendTruncated(to bytes: inout ContiguousArray<UInt8>) {
        let first = count >= 14 ? 6 : 0
        var head = value
        for _ in first..<count { head /= 10 }
        if first > 0 { appendDigits(of: head, first, to: &bytes) }
        for _ in 0..<count - first - 4 { bytes.append(0x2A) }
        appendDigits(of: value % 10_000, 4, to: &bytes)
    }

    private func appendDigits(of number: UInt64, _ count: Int, to bytes: inout ContiguousArray<UInt8>) {
        let start = bytes.count
        var rest = number
        for _ in 0..<count {
            bytes.append(0x30 &+ UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        bytes[start...].reverse()
    }

    /// One past the truncated card number that is the word at `position`, or nil.
    @inline(__always)
    static func truncatedEnd(at position: Int, in text: TextBytes) -> Int? {
        // Of every length the eighth character is hidden.
        guard text[position &+ 7] == 0x2A else { return nil }
        return wordEnd(at: position, in: text)
    }

    @inline(never)
    private static func wordEnd(at position: Int, in text: TextBytes) -> Int? {
        var end = position
        while text[end].isDigit, end &- position < 7 { end &+= 1 }
        let first = end &- position
        while text[end] == 0x2A, end &- position < 15 { end &+= 1 }
        let hidden = end &- position &- first
        let tail = end
        while text[end].isDigit, end &- tail < 5 { end &+= 1 }
        guard end &- tail == 4, first == 6 ? 4...9 ~= hidden : first == 0 && 8...9 ~= hidden else { return nil }
        let before = text[position &- 1]
        let after = text[end]
        guard !before.isWordByte, before != 0x2A, !after.isWordByte, after != 0x2A else { return nil }
        return end
    }

    /// Whether the text is a truncated card number and nothing else.
    @inline(__always)
    static func isTruncated(_ text: ByteView) -> Bool {
        guard 12...19 ~= text.count, text[7] == 0x2A else { return false }
        return unsafe TextBytes(text.buffer).map { wordEnd(at: 0, in: $0) == text.count } ?? false
    }
}
