/// Where an address may start: at a hexadecimal digit or a colon behind anything but a letter, a digit or `_`.
struct AddressStarts {
    private let text: TextBytes
    private var start = -64
    private var bits: UInt64 = 0

    /// The starts in `text`.
    @inline(__always)
    init(_ text: TextBytes) {
        self.text = text
    }

    /// The first start at or after `position`; the text's end without one.
    @inline(__always)
    mutating func next(from position: Int) -> Int {
        var position = position
        while position < text.count {
            if UInt(bitPattern: position &- start) >= 64 { load(at: position) }
            let left = bits >> UInt64(truncatingIfNeeded: position &- start)
            if left != 0 { return position &+ left.trailingZeroBitCount }
            position = start &+ 64
        }
        return max(position, text.count)
    }

    @inline(never)
    private mutating func load(at position: Int) {
        start = position
        let window = ByteWindow<FourBlocks>(text, at: position)
        let words = window.gather { block in
            let lower = block | ByteBlock(0x20)
            return (lower.above(0x60) ^ lower.above(0x7A)) | (block.above(0x2F) ^ block.above(0x39)) | block.equal(0x5F)
        }
        let firsts = window.gather { block in
            let lower = block | ByteBlock(0x20)
            return (lower.above(0x60) ^ lower.above(0x66)) | (block.above(0x2F) ^ block.above(0x39)) | block.equal(0x3A)
        }
        let before: UInt64 = text[position &- 1].isWordByte ? 1 : 0
        bits =
            ByteWindow<FourBlocks>.ordered(firsts) & ~(ByteWindow<FourBlocks>.ordered(words) << 1 | before)
    }
}
