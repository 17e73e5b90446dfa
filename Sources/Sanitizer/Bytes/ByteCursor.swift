/// A place in bytes that moves forward: what the fast walk reads through. Reads are relative to the place and checked in
/// debug builds only.
///
/// While `isInside` holds, `ByteCursor.margin` bytes can be read from the place on, so that tokens of ordinary length
/// need no check of their own. Lives inside the `withUnsafeBufferPointer` call of the view it was made from.
@safe
struct ByteCursor {
    /// Bytes that can be read at a place that is inside.
    static let margin = 48

    private let base: UnsafePointer<UInt8>
    private let limit: UnsafePointer<UInt8>
    private var place: UnsafePointer<UInt8>

    /// A cursor at `position` of `bytes`, or nil when too little follows.
    @inline(__always)
    init?(_ bytes: ByteView, at position: Int) {
        guard bytes.count - position > Self.margin, let base = unsafe bytes.buffer.baseAddress else { return nil }
        unsafe self.base = base
        unsafe limit = base + (bytes.count - Self.margin)
        unsafe place = base + position
    }

    /// Whether the margin lies ahead.
    @inline(__always)
    var isInside: Bool { unsafe place < limit }

    /// Whether the margin lies ahead `offset` bytes further on.
    @inline(__always)
    func isInside(at offset: Int) -> Bool { unsafe place + offset < limit }

    /// Where the place is.
    @inline(__always)
    var position: Int { unsafe place - base }

    /// Moves on.
    @inline(__always)
    mutating func skip(_ count: Int) {
        unsafe place += count
    }

    /// The byte `offset` bytes further on.
    @inline(__always)
    subscript(_ offset: Int) -> UInt8 {
        assert(unsafe place + offset < limit + Self.margin)
        return unsafe place[offset]
    }

    /// Eight bytes from `offset` on, the first in the lowest lane.
    @inline(__always)
    func word(_ offset: Int) -> UInt64 {
        assert(unsafe place + offset + 8 <= limit + Self.margin)
        return unsafe UInt64(
            littleEndian: UnsafeRawPointer(place).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        )
    }

    /// Sixteen bytes from `offset` on.
    @inline(__always)
    func block(_ offset: Int) -> ByteBlock {
        assert(unsafe place + offset + 16 <= limit + Self.margin)
        return unsafe ByteBlock(at: UnsafeRawPointer(place + offset))
    }

    /// The offset of the first byte from `offset` on that is no digit; nil when that is not inside.
    @inline(__always)
    func endOfDigits(_ offset: Int) -> Int? {
        var offset = offset
        while isInside(at: offset) {
            let digits = word(offset) ^ Lanes.fill(0x30)
            let others = (digits &+ Lanes.fill(0x76) | digits) & Lanes.high
            if others != 0 { return offset &+ Lanes.first(others) }
            offset &+= 8
        }
        return nil
    }

    /// `count` bytes from `offset` on, as a text.
    @inline(__always)
    func text(_ offset: Int, _ count: Int) -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: place + offset, count: count)
    }
}
