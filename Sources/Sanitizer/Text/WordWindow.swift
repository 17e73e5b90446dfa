/// Sixty-four bytes of a text, one bit a byte and class: what a walk over words looks at instead of the bytes.
struct WordWindow {
    /// Where the window starts; bit 0 stands for the byte there.
    let start: Int
    /// The first bytes of tokens, which are runs of letters, digits, `_` and `-` that no `-` begins.
    private(set) var starts: UInt64 = 0
    /// Letters.
    private(set) var letters: UInt64 = 0
    /// The first letters of runs of letters that start as the words do which announce a code.
    private(set) var announcers: UInt64 = 0
    /// Letters, digits, `_` and `-`.
    private var tokens: UInt64 = 0

    /// The window of `text` that starts at `start`, which is within the text. Bits beyond the end are not set; letters
    /// and announcers only where asked for.
    @inline(__always)
    init(_ text: TextBytes, at start: Int, announces: Bool) {
        self.start = start
        var firsts: UInt64 = 0
        var dashes: UInt64 = 0
        var shift: UInt64 = 0
        text.forEachBlock(from: start) { block, drop in
            // Bit 5 makes capitals small, and nothing else a letter.
            let lower = block | ByteBlock(0x20)
            let letter = lower.above(0x60) ^ lower.above(0x7A)
            let dash = block.equal(0x2D)
            let token = letter | (block.above(0x2F) ^ block.above(0x39)) | block.equal(0x5F) | dash
            tokens |= (token.bits >> drop) << shift
            if !dash.isZero { dashes |= (dash.bits >> drop) << shift }
            if announces {
                let first =
                    lower.equal(0x63) | lower.equal(0x6F) | lower.equal(0x70) | lower.equal(0x73) | lower.equal(0x76)
                letters |= (letter.bits >> drop) << shift
                firsts |= (first.bits >> drop) << shift
            }
            shift &+= 16
        }
        announcers = firsts & letters & ~(letters << 1)
        // Where dashes stand in front, the sum carries from the first of them to the byte behind the last.
        let fronts = tokens & ~(tokens << 1)
        starts = (fronts | (dashes &+ (fronts & dashes)) & tokens) & ~dashes
    }

    /// One past the letters that go on from `position`, which is within the window.
    @inline(__always)
    func endOfLetters(from position: Int) -> Int {
        position &+ (~letters >> UInt64(truncatingIfNeeded: position &- start)).trailingZeroBitCount
    }

    /// One past the token that goes on from bit `bit`; one past the window when it may go on behind it.
    @inline(__always)
    func end(from bit: Int) -> Int {
        start &+ min(64, bit &+ (~tokens >> UInt64(bit)).trailingZeroBitCount)
    }
}

/// Where the runs of ASCII digits of a text are; sixty-four bytes are looked at once for all of their runs.
struct DigitRuns {
    private let text: TextBytes
    private var start: Int
    private var digits: UInt64 = 0

    /// The runs of `text`, its first bytes looked at.
    @inline(__always)
    init(_ text: TextBytes) {
        self.text = text
        start = 0
        load(at: 0)
    }

    @inline(__always)
    private mutating func load(at position: Int) {
        start = position
        digits = 0
        var shift: UInt64 = 0
        text.forEachBlock(from: position) { block, drop in
            digits |= ((block.above(0x2F) ^ block.above(0x39)).bits >> drop) << shift
            shift &+= 16
        }
    }

    @inline(never)
    private mutating func reload(at position: Int) {
        load(at: position)
    }

    /// The first digit at or after `position`; the text's end without one.
    @inline(__always)
    mutating func next(from position: Int) -> Int {
        var position = position
        while position < text.count {
            if UInt(bitPattern: position &- start) >= 64 { reload(at: position) }
            let left = digits >> UInt64(truncatingIfNeeded: position &- start)
            if left != 0 { return position &+ left.trailingZeroBitCount }
            position = start &+ 64
        }
        return text.count
    }

    /// One past the digits that stand together from `position` on, where one stands.
    @inline(__always)
    mutating func end(from position: Int) -> Int {
        var position = position
        while position < text.count {
            if UInt(bitPattern: position &- start) >= 64 { reload(at: position) }
            let left = ~digits >> UInt64(truncatingIfNeeded: position &- start)
            if left != 0 { return position &+ left.trailingZeroBitCount }
            position = start &+ 64
        }
        return text.count
    }
}

extension TextBytes {
    /// Calls `body` with the next up to 64 bytes in blocks. Of the second value so many low lanes of a block are not
    /// of it: the last block holds earlier bytes in front.
    @inline(__always)
    func forEachBlock(from start: Int, _ body: (ByteBlock, UInt64) -> Void) {
        var position = start
        let end = min(count, start &+ 64)
        while position &+ 16 <= end {
            body(unsafe ByteBlock(at: base + position), 0)
            position &+= 16
        }
        let rest = end &- position
        guard rest > 0 else { return }
        if count >= 16 {
            body(unsafe ByteBlock(at: base + (count &- 16)), UInt64(truncatingIfNeeded: 16 &- rest))
        } else {
            let high = rest > 8 ? word(at: position &+ 8, filler: 0) : 0
            body(ByteBlock(word(at: position, filler: 0), high), 0)
        }
    }
}

extension ByteBlock {
    /// The lanes of a comparison as bits, lane 0 the lowest.
    @inline(__always)
    var bits: UInt64 {
        let (low, high) = words
        let diagonal: UInt64 = 0x8040_2010_0804_0201
        return ((low & diagonal) &* Lanes.ones) >> 56 | (((high & diagonal) &* Lanes.ones) >> 56) << 8
    }
}
