/// A text with one layer of encoding resolved, and where each byte came from.
struct DecodedText {
    /// The decoded bytes.
    var bytes: ContiguousArray<UInt8> = []
    /// The offset in the encoded text of each byte's origin, and one past the last.
    var origins: ContiguousArray<UInt32> = []

    /// An empty text with room for `capacity` bytes.
    init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
        origins.reserveCapacity(capacity)
    }

    /// Empties both and keeps the memory.
    mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
        origins.removeAll(keepingCapacity: true)
    }

    /// Notes a byte that stands for what begins at `origin`.
    @inline(__always)
    mutating func append(_ byte: UInt8, from origin: Int) {
        bytes.append(byte)
        origins.append(UInt32(truncatingIfNeeded: origin))
    }

    /// Notes bytes that stand for themselves.
    mutating func append(_ text: TextBytes, _ start: Int, _ end: Int) {
        guard start < end else { return }
        unsafe bytes.append(contentsOf: text.buffer(start, end))
        origins.append(contentsOf: UInt32(truncatingIfNeeded: start)..<UInt32(truncatingIfNeeded: end))
    }

    /// Notes the placeholder of `rule`, which stands for what begins at `origin`.
    mutating func append(placeholder rule: Rule, from origin: Int) {
        let placeholder = rule.placeholder
        let count = placeholder.utf8CodeUnitCount
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: placeholder.utf8Start, count: count))
        origins.append(contentsOf: repeatElement(UInt32(truncatingIfNeeded: origin), count: count))
    }

    /// Notes a scalar as UTF-8.
    mutating func append(scalar: UInt32, from origin: Int) {
        switch scalar {
        case 0..<0x80:
            append(UInt8(scalar), from: origin)
        case 0x80..<0x800:
            append(UInt8(0xC0 | scalar >> 6), from: origin)
            append(UInt8(0x80 | scalar & 0x3F), from: origin)
        case 0x800..<0x1_0000:
            append(UInt8(0xE0 | scalar >> 12), from: origin)
            append(UInt8(0x80 | scalar >> 6 & 0x3F), from: origin)
            append(UInt8(0x80 | scalar & 0x3F), from: origin)
        default:
            append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18 & 7), from: origin)
            append(UInt8(0x80 | scalar >> 12 & 0x3F), from: origin)
            append(UInt8(0x80 | scalar >> 6 & 0x3F), from: origin)
            append(UInt8(0x80 | scalar & 0x3F), from: origin)
        }
    }

    /// The first byte from `start` on that stands for `origin` or what is behind it. O(log of the way there).
    func position(ofOrigin origin: Int, from start: Int) -> Int {
        var low = start
        var step = 16
        while low &+ step < origins.count, Int(origins[low &+ step]) < origin {
            low &+= step
            step &*= 2
        }
        var high = min(origins.count, low &+ step)
        while low < high {
            let middle = (low &+ high) >> 1
            if Int(origins[middle]) < origin { low = middle &+ 1 } else { high = middle }
        }
        return low
    }

    /// The range of the encoded text that `start ..< end` of the decoded one came from.
    func origin(of start: Int, _ end: Int) -> Range<Int> {
        guard start >= 0, start < end, end < origins.count else { return 0..<0 }
        let low = Int(origins[start])
        var high = Int(origins[end])
        // The bytes of one scalar share an origin: a range that ends within takes the whole of it.
        var next = end
        while high == Int(origins[end &- 1]), next &+ 1 < origins.count {
            next &+= 1
            high = Int(origins[next])
        }
        return low..<max(high, low)
    }
}
