/// Borrowed bytes with reads that are checked in debug builds only: the cursor of everything that scans.
///
/// Whoever makes one keeps the memory alive for as long as it is used; every view of this module lives inside one
/// `withUnsafeBufferPointer` call or points into scratch memory that its maker owns. Callers check positions against
/// `count`; the single place where raw memory is read is this file.
@safe
struct ByteView {
    /// The bytes, for functions that take a buffer pointer.
    let buffer: UnsafeBufferPointer<UInt8>

    /// Views `buffer`.
    @inline(__always)
    init(_ buffer: UnsafeBufferPointer<UInt8>) {
        unsafe self.buffer = unsafe buffer
    }

    /// How many bytes there are.
    @inline(__always)
    var count: Int { unsafe buffer.count }

    /// The byte at `position`, which must be below `count`.
    @inline(__always)
    subscript(_ position: Int) -> UInt8 {
        assert(position >= 0 && position < count)
        return unsafe buffer[position]
    }

    /// Eight bytes from `position`, the first in the lowest lane. `position + 8` must not exceed `count`.
    @inline(__always)
    func word(at position: Int) -> UInt64 {
        assert(position >= 0 && position + 8 <= count)
        let start = unsafe UnsafeRawPointer(buffer.baseAddress.unsafelyUnwrapped)
        return UInt64(littleEndian: unsafe start.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    /// The bytes of `range`, which must lie within the view.
    @inline(__always)
    subscript(_ range: Range<Int>) -> ByteView {
        assert(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe ByteView(UnsafeBufferPointer(rebasing: buffer[range]))
    }

    /// Whether the bytes from `position` on start with `literal`.
    @inline(__always)
    func matches(_ literal: StaticString, at position: Int) -> Bool {
        let length = literal.utf8CodeUnitCount
        guard position >= 0, length <= count - position else { return false }
        for offset in 0..<length {
            guard unsafe literal.utf8Start[offset] == self[position + offset] else { return false }
        }
        return true
    }
}

/// Byte lanes of a 64-bit word: eight comparisons in a few instructions.
enum Lanes {
    /// The high bit of every lane.
    static let high: UInt64 = 0x8080_8080_8080_8080
    /// One in every lane.
    static let ones: UInt64 = 0x0101_0101_0101_0101

    /// `byte` in every lane.
    @inline(__always)
    static func fill(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* ones
    }

    /// High bits of the lanes that equal `byte`; exact up to and including the lowest one set.
    @inline(__always)
    static func equal(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let difference = word ^ fill(byte)
        return (difference &- ones) & ~difference & high
    }

    /// High bits of the lanes below `byte` (at most 0x80); exact up to and including the lowest one set.
    @inline(__always)
    static func below(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        (word &- fill(byte)) & ~word & high
    }

    /// The index of the lowest lane set in `mask`, which must not be zero.
    @inline(__always)
    static func first(_ mask: UInt64) -> Int {
        mask.trailingZeroBitCount >> 3
    }
}
