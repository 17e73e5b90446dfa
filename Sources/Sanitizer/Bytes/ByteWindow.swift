/// How much of a window is looked at: a type, so that short texts pay for no more than they are.
protocol WindowWidth {
    /// Blocks of sixteen bytes.
    static var blocks: Int { get }
}

/// Sixty-four bytes of a text in four vector registers, zeros behind its end.
///
/// A comparison of all of them becomes one word in two steps: `gather` packs the lanes in an order of its own, which is
/// enough to count them or to see that there are none, and `ordered` puts bit `n` where byte `n` is.
struct ByteWindow<Width: WindowWidth> {
    private let first: ByteBlock
    private let second: ByteBlock
    private let third: ByteBlock
    private let fourth: ByteBlock

    /// The bytes of `text` from `start` on.
    @inline(__always)
    init(_ text: TextBytes, at start: Int) {
        first = Self.block(text, at: start)
        second = Width.blocks > 1 ? Self.block(text, at: start &+ 16) : ByteBlock(0)
        third = Width.blocks > 2 ? Self.block(text, at: start &+ 32) : ByteBlock(0)
        fourth = Width.blocks > 2 ? Self.block(text, at: start &+ 48) : ByteBlock(0)
    }

    @inline(__always)
    private static func block(_ text: TextBytes, at position: Int) -> ByteBlock {
        if position &+ 16 <= text.count { return unsafe ByteBlock(at: text.base + position) }
        return text.tail(from: position)
    }

    /// Where `test` holds, eight bytes to a lane; in order already when there is one block.
    @inline(__always)
    func gather(_ test: (ByteBlock) -> ByteBlock) -> UInt64 {
        if Width.blocks == 1 { return test(first).bits }
        // Byte `n` of the window becomes bit `n / 8` of lane `n % 8`.
        var lanes = test(first) & ByteBlock(Lanes.fill(0x01), Lanes.fill(0x02))
        lanes = lanes | test(second) & ByteBlock(Lanes.fill(0x04), Lanes.fill(0x08))
        if Width.blocks > 2 {
            lanes = lanes | test(third) & ByteBlock(Lanes.fill(0x10), Lanes.fill(0x20))
            lanes = lanes | test(fourth) & ByteBlock(Lanes.fill(0x40), Lanes.fill(0x80))
        }
        let (low, high) = lanes.words
        return low | high
    }

    /// The same with bit `n` for byte `n`: a transposition of eight by eight bits.
    @inline(__always)
    static func ordered(_ gathered: UInt64) -> UInt64 {
        guard Width.blocks > 1 else { return gathered }
        var bits = gathered
        var swap = (bits ^ bits >> 7) & 0x00AA_00AA_00AA_00AA
        bits ^= swap ^ swap << 7
        swap = (bits ^ bits >> 14) & 0x0000_CCCC_0000_CCCC
        bits ^= swap ^ swap << 14
        swap = (bits ^ bits >> 28) & 0x0000_0000_F0F0_F0F0
        return bits ^ swap ^ swap << 28
    }

    /// Whether `test` holds anywhere.
    @inline(__always)
    func holds(_ test: (ByteBlock) -> ByteBlock) -> Bool {
        var lanes = test(first)
        if Width.blocks > 1 { lanes = lanes | test(second) }
        if Width.blocks > 2 { lanes = lanes | test(third) | test(fourth) }
        return !lanes.isZero
    }
}

/// Sixteen bytes.
enum OneBlock: WindowWidth {
    @inline(__always)
    static var blocks: Int { 1 }
}

/// Thirty-two bytes.
enum TwoBlocks: WindowWidth {
    @inline(__always)
    static var blocks: Int { 2 }
}

/// Sixty-four bytes.
enum FourBlocks: WindowWidth {
    @inline(__always)
    static var blocks: Int { 4 }
}

extension TextBytes {
    /// The bytes from `position` on, less than sixteen, and zeros.
    @inline(never)
    fileprivate func tail(from position: Int) -> ByteBlock {
        guard position < count else { return ByteBlock(0) }
        let high = position &+ 8 < count ? word(at: position &+ 8, filler: 0) : 0
        return ByteBlock(word(at: position, filler: 0), high)
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
