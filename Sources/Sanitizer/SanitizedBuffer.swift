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
        append(hex: high)
        append(hex: low)
    }

    private mutating func append(hex word: UInt64) {
        var rest = word
        for _ in 0..<16 {
            let nibble = UInt8(truncatingIfNeeded: rest >> 60)
            storage.append(nibble < 10 ? nibble + 48 : nibble + 87)
            rest <<= 4
        }
    }

    /// Appends a counter in decimal. Clamped to eleven digits, one fewer than the shortest card number.
    public mutating func append(counter: Int) {
        let number = min(max(counter, 0), 99_999_999_999)
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            storage.append(UInt8(truncatingIfNeeded: 48 + number / divisor % 10))
            divisor /= 10
        }
    }

    /// The bytes from `range`, clamped to what is held.
    public func bytes(in range: Range<Int>) -> Sanitized<[UInt8]> {
        let clamped = range.clamped(to: 0..<storage.count)
        return Sanitized(trusted: Array(storage[clamped]))
    }
}
