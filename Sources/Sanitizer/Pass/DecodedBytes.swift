/// Scratch memory for the inside of a JSON string with its escapes resolved, and the way back to its source.
///
/// Owns its memory and reuses it; grows to the longest string seen. A view of it is valid until the next fill.
@safe
struct DecodedBytes: ~Copyable {
    private var bytes: UnsafeMutablePointer<UInt8>
    private var offsets: UnsafeMutablePointer<UInt32>
    private var capacity: Int
    private(set) var count = 0

    /// Empty, without memory yet beyond a few bytes.
    init() {
        capacity = 64
        unsafe bytes = .allocate(capacity: 64)
        unsafe offsets = .allocate(capacity: 65)
    }

    deinit {
        unsafe bytes.deallocate()
        unsafe offsets.deallocate()
    }

    /// Resolves the escapes of `source`, the inside of a string token that has passed the lexer.
    mutating func fill(_ source: ByteView) {
        reserve(source.count)
        count = 0
        var walk = JSONUnescaper(source)
        while let step = walk.next() {
            // A scalar never has more bytes than the escape it was written as, so the capacity holds.
            for byte in step.utf8 { push(byte, from: step.start) }
        }
        unsafe offsets[count] = UInt32(truncatingIfNeeded: source.count)
    }

    /// Empties it and makes room for `size` bytes.
    mutating func reserve(_ size: Int) {
        count = 0
        guard size > capacity else { return }
        unsafe bytes.deallocate()
        unsafe offsets.deallocate()
        capacity = size.nextPowerOfTwo
        unsafe bytes = .allocate(capacity: capacity)
        unsafe offsets = .allocate(capacity: capacity + 1)
    }

    /// Adds a byte that came from `source`; ignored beyond the reserved size.
    @inline(__always)
    mutating func push(_ byte: UInt8, from source: Int) {
        guard count < capacity else { return }
        unsafe bytes[count] = byte
        unsafe offsets[count] = UInt32(truncatingIfNeeded: source)
        count += 1
    }

    /// The bytes; valid until the next fill.
    var view: ByteView {
        unsafe ByteView(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// Where the byte at `position` (or the end) came from.
    @inline(__always)
    func source(of position: Int) -> Int {
        assert(position >= 0 && position <= count)
        return unsafe Int(offsets[position])
    }
}

extension Int {
    /// The smallest power of two that is not below this number.
    fileprivate var nextPowerOfTwo: Int {
        self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
    }
}
