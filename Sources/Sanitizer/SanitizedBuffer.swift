/// A growing byte buffer that can hold only clean bytes: what the pass writes, other sanitized values, literals known
/// at compile time, and numbers too short to be a card number.
///
/// Not copyable, so that a reused buffer stays one allocation. Not synchronized; one owner at a time.
public struct SanitizedBuffer: ~Copyable, Sendable {
    var storage: ContiguousArray<UInt8>

    /// An empty buffer with room for `capacity` bytes.
    public init(capacity: Int = 0) {
        storage = []
        storage.reserveCapacity(capacity)
    }

    /// Bytes held.
    public var count: Int { storage.count }

    /// Bytes that it has room for without growing.
    package var capacity: Int { storage.capacity }

    /// Whether nothing is held.
    public var isEmpty: Bool { storage.isEmpty }

    /// Empties the buffer and keeps its memory.
    public mutating func removeAll() {
        storage.removeAll(keepingCapacity: true)
    }

    /// The clean bytes. O(1), valid while the buffer is not mutated.
    public var span: Span<UInt8> {
        @_lifetime(borrow self)
        get { storage.span }
    }

    /// Appends a literal of a closed vocabulary.
    public mutating func append(_ literal: StaticString) {
        unsafe storage.append(
            contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
        )
    }

    /// Appends another buffer's bytes.
    public mutating func append(_ other: borrowing SanitizedBuffer) {
        storage.append(contentsOf: other.storage)
    }

    /// Appends sanitized bytes.
    public mutating func append(_ bytes: Sanitized<[UInt8]>) {
        storage.append(contentsOf: bytes.value)
    }

    /// Appends 128 random bits as 32 lower-case hexadecimal digits.
    public mutating func append(hex high: UInt64, _ low: UInt64) {
        let digits = (
            SanitizedBuffer.hex(high >> 32).bigEndian, SanitizedBuffer.hex(high & 0xFFFF_FFFF).bigEndian,
            SanitizedBuffer.hex(low >> 32).bigEndian, SanitizedBuffer.hex(low & 0xFFFF_FFFF).bigEndian
        )
        unsafe withUnsafeBytes(of: digits) { unsafe storage.append(contentsOf: $0) }
    }

    /// The eight digits of a half word, the first in the highest byte: its half bytes are spread out and become digits
    /// all at once.
    private static func hex(_ half: UInt64) -> UInt64 {
        var nibbles = (half | half << 16) & 0x0000_FFFF_0000_FFFF
        nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FF
        nibbles = (nibbles | nibbles << 4) & 0x0F0F_0F0F_0F0F_0F0F
        let letters = (nibbles &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return nibbles &+ 0x3030_3030_3030_3030 &+ letters &* 39
    }

    /// Appends a counter in decimal. Clamped to eleven digits, one fewer than the shortest card number.
    public mutating func append(counter: Int) {
        var rest = UInt64(min(max(counter, 0), 99_999_999_999))
        var digits: (UInt64, UInt64) = (0, 0)
        unsafe withUnsafeMutableBytes(of: &digits) { bytes in
            var start = bytes.count
            repeat {
                start -= 1
                unsafe bytes[start] = UInt8(truncatingIfNeeded: 48 + rest % 10)
                rest /= 10
            } while rest > 0
            unsafe storage.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
    }

    /// Appends a time as a JSON string in RFC 3339, UTC, milliseconds: `"2026-11-30T08:52:46.250Z"`. Parts out of their
    /// ranges are moved into them; the year has four digits.
    package mutating func append(year: Int, month: Int, day: Int, millisecondOfDay: Int) {
        let time = UInt64(min(max(millisecondOfDay, 0), 86_399_999))
        var text: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &text) { bytes in
            func put(_ number: UInt64, _ count: Int, at end: Int, before mark: UInt8) {
                var rest = number
                for place in stride(from: end - 1, through: end - count, by: -1) {
                    unsafe bytes[place] = UInt8(truncatingIfNeeded: 48 + rest % 10)
                    rest /= 10
                }
                unsafe bytes[end] = mark
            }
            unsafe bytes[0] = 0x22
            put(UInt64(min(max(year, 0), 9_999)), 4, at: 5, before: 0x2D)
            put(UInt64(min(max(month, 1), 12)), 2, at: 8, before: 0x2D)
            put(UInt64(min(max(day, 1), 31)), 2, at: 11, before: 0x54)
            put(time / 3_600_000, 2, at: 14, before: 0x3A)
            put(time / 60_000 % 60, 2, at: 17, before: 0x3A)
            put(time / 1_000 % 60, 2, at: 20, before: 0x2E)
            put(time % 1_000, 3, at: 24, before: 0x5A)
            unsafe bytes[25] = 0x22
            unsafe storage.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[..<26]))
        }
    }

    /// The bytes from `range`, clamped to what is held.
    public func bytes(in range: Range<Int>) -> Sanitized<[UInt8]> {
        let clamped = range.clamped(to: 0..<storage.count)
        return Sanitized(trusted: Array(storage[clamped]))
    }
}
