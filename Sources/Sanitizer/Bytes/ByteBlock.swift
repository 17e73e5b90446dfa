/// Sixteen bytes at once: one vector register on every platform that is built for.
///
/// Comparisons give blocks whose bytes are 0xFF where they hold and 0 elsewhere. Only what the compiler turns into one
/// or two vector instructions is used: masks of the standard library are not reduced or replaced by its functions, but
/// taken as the bytes they are.
struct ByteBlock {
    /// The bytes, the first in lane 0.
    var lanes: SIMD16<UInt8>

    /// A block of these lanes.
    @inline(__always)
    init(_ lanes: SIMD16<UInt8>) {
        self.lanes = lanes
    }

    /// `byte` sixteen times.
    @inline(__always)
    init(_ byte: UInt8) {
        lanes = SIMD16(repeating: byte)
    }

    /// Two words, the lower one in front; lanes as in memory.
    @inline(__always)
    init(_ low: UInt64, _ high: UInt64) {
        let words = SIMD2(low.littleEndian, high.littleEndian)
        lanes = unsafe unsafeBitCast(words, to: SIMD16<UInt8>.self)
    }

    /// The sixteen bytes at `pointer`.
    @inline(__always)
    init(at pointer: UnsafeRawPointer) {
        lanes = unsafe pointer.loadUnaligned(as: SIMD16<UInt8>.self)
    }

    // The type of the mask is spelled out: without it the compiler takes the comparison for any SIMD type, which is a
    // loop over the lanes, instead of the one for this type, which is an instruction.

    /// Where the bytes are `byte`.
    @inline(__always)
    func equal(_ byte: UInt8) -> ByteBlock {
        let mask: SIMDMask<SIMD16<Int8>> = lanes .== SIMD16<UInt8>(repeating: byte)
        return ByteBlock(unsafe unsafeBitCast(mask, to: SIMD16<UInt8>.self))
    }

    /// Where the bytes, taken as signed numbers, are above `bound`: nowhere outside ASCII.
    @inline(__always)
    func above(_ bound: Int8) -> ByteBlock {
        let mask: SIMDMask<SIMD16<Int8>> = signed .> SIMD16<Int8>(repeating: bound)
        return ByteBlock(unsafe unsafeBitCast(mask, to: SIMD16<UInt8>.self))
    }

    /// Where the bytes, taken as signed numbers, are below `bound`: everywhere outside ASCII.
    @inline(__always)
    func below(_ bound: Int8) -> ByteBlock {
        let mask: SIMDMask<SIMD16<Int8>> = signed .< SIMD16<Int8>(repeating: bound)
        return ByteBlock(unsafe unsafeBitCast(mask, to: SIMD16<UInt8>.self))
    }

    @inline(__always)
    private var signed: SIMD16<Int8> { unsafe unsafeBitCast(lanes, to: SIMD16<Int8>.self) }

    @inline(__always)
    static func | (left: ByteBlock, right: ByteBlock) -> ByteBlock { ByteBlock(left.lanes | right.lanes) }

    @inline(__always)
    static func ^ (left: ByteBlock, right: ByteBlock) -> ByteBlock { ByteBlock(left.lanes ^ right.lanes) }

    @inline(__always)
    static func & (left: ByteBlock, right: ByteBlock) -> ByteBlock { ByteBlock(left.lanes & right.lanes) }

    /// The block as two words, lane 0 in the lowest byte of the first.
    @inline(__always)
    var words: (UInt64, UInt64) {
        let pair = unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
        return (UInt64(littleEndian: pair[0]), UInt64(littleEndian: pair[1]))
    }

    /// The first lane that is not 0; 16 when all are.
    @inline(__always)
    var first: Int {
        // Without a branch: no one can guess in which half it is.
        let (low, high) = words
        let isHigh: UInt64 = low == 0 ? ~0 : 0
        return (low | high & isHigh).trailingZeroBitCount >> 3 &+ Int(truncatingIfNeeded: isHigh & 8)
    }

    /// The first lane that is not 0xFF, where lanes are that or 0; 16 when all are.
    @inline(__always)
    var firstZero: Int { (self ^ ByteBlock(0xFF)).first }

    /// Whether all lanes are 0.
    @inline(__always)
    var isZero: Bool {
        let (low, high) = words
        return low | high == 0
    }

    /// The lanes from `start` up to `end` as they are, `filler` in the others.
    @inline(__always)
    func keeping(_ start: Int, _ end: Int, filler: UInt8) -> ByteBlock {
        let places = ByteBlock(SIMD16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
        var kept = places.below(Int8(truncatingIfNeeded: end))
        if start > 0 { kept = kept & places.above(Int8(truncatingIfNeeded: start &- 1)) }
        return ((self ^ ByteBlock(filler)) & kept) ^ ByteBlock(filler)
    }
}
