/// Borrowed text with reads that are safe at any position: outside the text every byte reads as 0.
///
/// Detectors look around freely, so one comparison here replaces a bounds check at each of their call sites. Lives
/// inside the `scan` call that made it.
@safe
struct TextBytes {
    let base: UnsafePointer<UInt8>
    /// How many bytes there are.
    let count: Int

    /// Views `buffer`; nil when it is empty.
    init?(_ buffer: UnsafeBufferPointer<UInt8>) {
        guard let base = buffer.baseAddress, !buffer.isEmpty else { return nil }
        unsafe self.base = base
        count = buffer.count
    }

    /// The byte at `position`, or 0 outside the text.
    @inline(__always)
    subscript(_ position: Int) -> UInt8 {
        UInt(bitPattern: position) < UInt(bitPattern: count) ? unsafe base[position] : 0
    }

    /// Eight bytes from `position`, the first in the lowest lane; lanes beyond the end are `filler`.
    @inline(__always)
    func word(at position: Int, filler: UInt8 = 0x20) -> UInt64 {
        let raw = unsafe UnsafeRawPointer(base)
        if position <= count &- 8 {
            return UInt64(littleEndian: unsafe raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        }
        let held = count &- position
        let fill = UInt64(filler) &* 0x0101_0101_0101_0101 << (UInt64(held) &* 8)
        if count >= 8 {
            // The last eight bytes, shifted down to the ones asked for.
            let last = UInt64(littleEndian: unsafe raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
            return last >> (UInt64(8 &- held) &* 8) | fill
        }
        if held >= 4 {
            let low = UInt32(littleEndian: unsafe raw.loadUnaligned(fromByteOffset: position, as: UInt32.self))
            let high = UInt32(littleEndian: unsafe raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            return UInt64(low) | UInt64(high) << (UInt64(held &- 4) &* 8) | fill
        }
        // One to three bytes: the first, the middle and the last cover them.
        let first = UInt64(unsafe base[position])
        let middle = UInt64(unsafe base[position &+ held >> 1]) << (UInt64(held >> 1) &* 8)
        let last = UInt64(unsafe base[count &- 1]) << (UInt64(held &- 1) &* 8)
        return first | middle | last | fill
    }

    /// Whether `literal` stands at `position`, byte for byte.
    @inline(__always)
    func matches(_ literal: StaticString, at position: Int) -> Bool {
        let length = literal.utf8CodeUnitCount
        guard position >= 0, length <= count &- position else { return false }
        var index = 0
        while index < length {
            if unsafe literal.utf8Start[index] != base[position &+ index] { return false }
            index &+= 1
        }
        return true
    }

    /// Whether `literal`, which is in lower case, stands at `position` in any case of ASCII letters.
    @inline(__always)
    func matchesIgnoringCase(_ literal: StaticString, at position: Int) -> Bool {
        let length = literal.utf8CodeUnitCount
        guard position >= 0, length <= count &- position else { return false }
        var index = 0
        while index < length {
            if unsafe literal.utf8Start[index] != base[position &+ index].lowered { return false }
            index &+= 1
        }
        return true
    }

    /// Whether the bytes `start ..< end` are, in any case of ASCII letters, one of `list`: words in lower case with
    /// a space between each two.
    func isOne(of list: StaticString, _ start: Int, _ end: Int) -> Bool {
        let length = end &- start
        let total = list.utf8CodeUnitCount
        guard length > 0, start >= 0, end <= count else { return false }
        let first = unsafe base[start].lowered
        var word = 0
        while word &+ length <= total {
            // Most words differ in their first byte or their length.
            if unsafe list.utf8Start[word] == first,
                word &+ length == total || (unsafe list.utf8Start[word &+ length] == 0x20)
            {
                var index = 1
                while index < length, unsafe list.utf8Start[word &+ index] == base[start &+ index].lowered {
                    index &+= 1
                }
                if index == length { return true }
            }
            word = unsafe Self.nextBlank(in: list.utf8Start, from: word, total) &+ 1
        }
        return false
    }

    /// The first space from `position` on in the `total` bytes at `list`, or `total`.
    @inline(__always)
    private static func nextBlank(in list: UnsafePointer<UInt8>, from position: Int, _ total: Int) -> Int {
        var position = position
        while position &+ 8 <= total {
            let raw = unsafe UnsafeRawPointer(list)
            let word = UInt64(littleEndian: unsafe raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let found = Lanes.equal(word, 0x20)
            if found != 0 { return position &+ Lanes.first(found) }
            position &+= 8
        }
        while position < total, unsafe list[position] != 0x20 { position &+= 1 }
        return position
    }

    /// Whether the run of letters that starts at `position` is one of `list`, as in `isOne(of:_:_:)`.
    func isWord(at position: Int, of list: StaticString) -> Bool {
        var end = position
        while end < position &+ 24, self[end].isLetter { end &+= 1 }
        return !self[end].isLetter && !self[position &- 1].isLetter && isOne(of: list, position, end)
    }

    /// Whether a mark of East Asian text stands at `position`: a wide comma, full stop, colon or bracket.
    func isWidePunctuation(at position: Int) -> Bool {
        switch self[position] {
        case 0xE3: self[position &+ 1] == 0x80 && 0x80...0x91 ~= self[position &+ 2]
        case 0xEF:
            self[position &+ 1] == 0xBC && (0x81...0x8F ~= self[position &+ 2] || 0x9A...0x9F ~= self[position &+ 2])
        default: false
        }
    }

    /// The bytes of `range` as a buffer pointer; clamped to the text.
    func buffer(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
        let low = max(0, min(start, count))
        let high = max(low, min(end, count))
        return unsafe UnsafeBufferPointer(start: base + low, count: high - low)
    }
}

extension UInt8 {
    /// `0`…`9`.
    @inline(__always)
    var isDigit: Bool { self &- 0x30 < 10 }
    /// `A`…`Z`, `a`…`z`.
    @inline(__always)
    var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    /// `A`…`Z`.
    @inline(__always)
    var isUpper: Bool { self &- 0x41 < 26 }
    /// An ASCII letter or digit.
    @inline(__always)
    var isAlphanumeric: Bool { isDigit || isLetter }
    /// A letter, a digit or `_`.
    @inline(__always)
    var isWordByte: Bool { isDigit || isLetter || self == 0x5F }
    /// A hexadecimal digit.
    @inline(__always)
    var isHexadecimal: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
    /// A space, tab, line feed or carriage return.
    @inline(__always)
    var isBlank: Bool { self == 0x20 || self &- 9 < 2 || self == 13 }
    /// A letter in lower case; any other byte with bit 5 as it was.
    @inline(__always)
    var lowered: UInt8 { isUpper ? self | 0x20 : self }
    /// The value of a hexadecimal digit.
    @inline(__always)
    var hexadecimalValue: UInt8 { isDigit ? self &- 0x30 : (self | 0x20) &- 0x57 }
    /// Of the base64 and base64url alphabets, padding excluded.
    @inline(__always)
    var isBase64: Bool { isAlphanumeric || self == 0x2B || self == 0x2F || self == 0x2D || self == 0x5F }
    /// A byte of a UTF-8 sequence that is not its first.
    @inline(__always)
    var isContinuation: Bool { self & 0xC0 == 0x80 }
    /// `"`, `'` or a backquote.
    @inline(__always)
    var isQuote: Bool { self == 0x22 || self == 0x27 || self == 0x60 }
}
