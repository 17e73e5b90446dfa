/// Searches of a text eight bytes at a time: how a detector gets from one place that could matter to the next.
extension TextBytes {
    /// The first position from `start` on where `lanes` sets the high bit of a lane; `count` without one. `lanes` must
    /// be exact up to and including its lowest bit, and must not match the byte 0 unless it looks for an end.
    @inline(__always)
    func first(from start: Int, _ lanes: (UInt64) -> UInt64) -> Int {
        var position = start
        while position < count {
            let found = lanes(word(at: position, filler: 0))
            if found != 0 { return position &+ found.trailingZeroBitCount &>> 3 }
            position &+= 8
        }
        return max(count, start)
    }

    /// One past the ASCII digits that stand together from `start` on.
    @inline(__always)
    func endOfDigitRun(from start: Int) -> Int {
        first(from: start) { ~Lanes.digits($0) & Lanes.high }
    }

    /// One past the ASCII letters that stand together from `start` on.
    @inline(__always)
    func endOfLetters(from start: Int) -> Int {
        first(from: start) { ~Lanes.letters($0) & Lanes.high }
    }

    /// One past the hexadecimal digits that stand together from `start` on.
    @inline(__always)
    func endOfHexadecimal(from start: Int) -> Int {
        first(from: start) { ~Lanes.hexadecimal($0) & Lanes.high }
    }

    /// The first `byte`, which is not 0, from `start` on; `count` without one.
    @inline(__always)
    func next(_ byte: UInt8, from start: Int) -> Int {
        first(from: start) { Lanes.equal($0, byte) }
    }

    /// The first of `one` and `other`, neither of which is 0, from `start` on; `count` without one.
    @inline(__always)
    func next(_ one: UInt8, or other: UInt8, from start: Int) -> Int {
        first(from: start) { Lanes.equal($0, one) | Lanes.equal($0, other) }
    }

    /// Whether `length` ASCII digits or more stand together anywhere in `start ..< end`.
    func holdsDigits(_ length: Int, _ start: Int, _ end: Int) -> Bool {
        // A run of so many covers every place that is so far from the last one looked at.
        var probe = start &+ length &- 1
        var floor = start
        while probe < end {
            var low = probe
            while low >= floor, self[low].isDigit { low &-= 1 }
            guard low < probe else {
                floor = probe &+ 1
                probe &+= length
                continue
            }
            var high = probe &+ 1
            while high < end, high &- low <= length, self[high].isDigit { high &+= 1 }
            if high &- low > length { return true }
            floor = high
            probe = high &+ length
        }
        return false
    }
}

extension Lanes {
    /// High bits of the lanes that hold an ASCII digit; exact.
    @inline(__always)
    static func digits(_ word: UInt64) -> UInt64 {
        let low = word & ~high
        return (low &+ fill(0x80 - 0x30)) & ~(low &+ fill(0x80 - 0x3A)) & ~word & high
    }

    /// High bits of the lanes that hold an ASCII letter; exact.
    @inline(__always)
    static func letters(_ word: UInt64) -> UInt64 {
        let lower = word & ~high | fill(0x20)
        return (lower &+ fill(0x80 - 0x61)) & ~(lower &+ fill(0x80 - 0x7B)) & ~word & high
    }

    /// High bits of the lanes that hold a hexadecimal digit; exact.
    @inline(__always)
    static func hexadecimal(_ word: UInt64) -> UInt64 {
        let lower = word & ~high | fill(0x20)
        return digits(word) | (lower &+ fill(0x80 - 0x61)) & ~(lower &+ fill(0x80 - 0x67)) & ~word & high
    }

    /// High bits of the lanes that hold `byte`, which is ASCII; exact.
    @inline(__always)
    static func exactly(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        ~(((word & ~high) ^ fill(byte)) &+ fill(0x7F) | word) & high
    }

    /// High bits of the lanes that hold a character of the base64 alphabets, padding excluded; exact.
    @inline(__always)
    static func base64(_ word: UInt64) -> UInt64 {
        // `-` and `/` differ in one bit.
        digits(word) | letters(word) | exactly(word | fill(0x02), 0x2F) | exactly(word, 0x2B) | exactly(word, 0x5F)
    }

    /// High bits of the lanes that hold a letter, a digit, `_` or `-`; exact.
    @inline(__always)
    static func token(_ word: UInt64) -> UInt64 {
        digits(word) | letters(word) | exactly(word, 0x5F) | exactly(word, 0x2D)
    }

    /// High bits of the lanes from `first` to `last`, which are ASCII; exact.
    @inline(__always)
    static func within(_ word: UInt64, _ first: UInt8, _ last: UInt8) -> UInt64 {
        let low = word & ~high
        return (low &+ fill(0x80 &- first)) & ~(low &+ fill(0x7F &- last)) & ~word & high
    }

    /// How many lanes a mask of high bits has.
    @inline(__always)
    static func count(_ mask: UInt64) -> Int {
        Int(truncatingIfNeeded: (mask &>> 7 &* ones) &>> 56)
    }
}
