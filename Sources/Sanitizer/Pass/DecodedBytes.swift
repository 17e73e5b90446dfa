/// Scratch memory for the inside of a JSON string with its escapes resolved, and the way back to its source.
///
/// Owns its memory and reuses it; grows to the longest string seen. A view of it is valid until the next fill.
///
/// A byte of a short string remembers its source, which takes four bytes; of a long one every 64th does, and the way
/// from there is walked again when it is asked for. So a string of 16 MiB takes 17 MiB and not 80.
@safe
struct DecodedBytes: ~Copyable {
    private var bytes: UnsafeMutablePointer<UInt8>
    private var offsets: UnsafeMutablePointer<UInt32>
    private var capacity: Int
    private(set) var count = 0
    /// The source of a long string; its memory is the caller's, and outlives the text that is open on it.
    private var sparseSource: ByteView?

    /// The longest source of which every byte is remembered.
    private static let denseLimit = 64 << 10
    /// Memory that is kept from one document to the next.
    private static let keptCapacity = 1 << 20

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
        guard source.count <= Self.denseLimit else { return fillLong(source) }
        reserve(source.count)
        count = 0
        var walk = JSONUnescaper(source)
        while let step = walk.next() {
            // A scalar never has more bytes than the escape it was written as, so the capacity holds.
            for byte in step.utf8 { push(byte, from: step.start) }
        }
        unsafe offsets[count] = UInt32(truncatingIfNeeded: source.count)
    }

    /// Resolves the escapes of a long source, which must stay where it is until the next fill.
    @inline(never)
    private mutating func fillLong(_ source: ByteView) {
        if source.count > capacity {
            unsafe bytes.deallocate()
            unsafe offsets.deallocate()
            // Memory that is not written to is not there yet: the exact size costs nothing until it is used.
            capacity = source.count
            unsafe bytes = .allocate(capacity: capacity)
            unsafe offsets = .allocate(capacity: capacity + 1)
        }
        sparseSource = source
        count = 0
        var walk = JSONUnescaper(source)
        while let step = walk.next() {
            for index in step.utf8.indices {
                // A mark is where the scalar starts that the byte belongs to, and which of its bytes it is.
                if count & 63 == 0 {
                    unsafe offsets[count >> 6] = UInt32(truncatingIfNeeded: step.start << 2 | index)
                }
                unsafe bytes[count] = step.utf8[index]
                count += 1
            }
        }
    }

    /// Walks to the source of a byte from the mark before it.
    @inline(never)
    private func source(of position: Int, in source: ByteView) -> Int {
        guard position < count else { return source.count }
        let mark = unsafe Int(offsets[position >> 6])
        let start = mark >> 2
        var at = position & ~63 - mark & 3
        var walk = JSONUnescaper(source[start..<source.count])
        while let step = walk.next() {
            at += step.utf8.count
            if at > position { return start + step.start }
        }
        return source.count
    }

    /// Gives back memory that only a long string needs.
    mutating func trim() {
        guard capacity > Self.keptCapacity else { return }
        unsafe bytes.deallocate()
        unsafe offsets.deallocate()
        count = 0
        sparseSource = nil
        capacity = 64
        unsafe bytes = .allocate(capacity: 64)
        unsafe offsets = .allocate(capacity: 65)
    }

    /// Empties it and makes room for `size` bytes.
    mutating func reserve(_ size: Int) {
        count = 0
        sparseSource = nil
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
        if let sparseSource { return source(of: position, in: sparseSource) }
        return unsafe Int(offsets[position])
    }
}

extension Int {
    /// The smallest power of two that is not below this number.
    fileprivate var nextPowerOfTwo: Int {
        self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
    }
}
