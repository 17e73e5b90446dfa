internal import Glibc

/// Splits what a descriptor yields into lines, without copying them.
///
/// Reads in blocks; keeps at most `limit` bytes and one block. A longer line is dropped as it comes, and told once.
/// Not synchronized: one owner.
package struct LineReader: ~Copyable {
    /// How much is asked for with one read.
    static let blockSize = 256 << 10

    /// What the buffer holds next.
    package enum Step {
        /// A line without its line feed, and whether it had one.
        case line(Range<Int>, isTerminated: Bool)
        /// A line over the limit ended.
        case tooLong(isTerminated: Bool)
        /// No whole line is left; read more.
        case needsData
        /// The input is at its end.
        case end
    }

    private let descriptor: Int32
    private let limit: Int
    private var storage: ContiguousArray<UInt8>
    /// What is not handed out yet; searched for a line feed up to `searched`.
    private var start = 0
    private var searched = 0
    private var filled = 0
    private var isAtEnd = false
    private var isSkipping = false

    /// Reads from `descriptor`, which stays the caller's.
    package init(descriptor: Int32, limit: Int) {
        self.descriptor = descriptor
        self.limit = limit
        storage = ContiguousArray(repeating: 0, count: Self.blockSize * 2)
    }

    /// The bytes of a line; valid until the next `fill`.
    @_lifetime(borrow self)
    package func bytes(_ range: Range<Int>) -> Span<UInt8> {
        storage.span.extracting(range)
    }

    /// The next line in the buffer, or what else there is.
    package mutating func next() -> Step {
        if let feed = lineFeed() {
            let line = start..<feed
            start = feed + 1
            searched = start
            if isSkipping || line.count > limit {
                isSkipping = false
                return .tooLong(isTerminated: true)
            }
            return .line(line, isTerminated: true)
        }
        if isSkipping || filled - start > limit {
            isSkipping = true
            start = filled
        }
        searched = filled
        guard isAtEnd else { return .needsData }
        if isSkipping {
            isSkipping = false
            return .tooLong(isTerminated: false)
        }
        guard filled > start else { return .end }
        let line = start..<filled
        start = filled
        return .line(line, isTerminated: false)
    }

    private func lineFeed() -> Int? {
        guard searched < filled else { return nil }
        return unsafe storage.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress,
                let found = unsafe memchr(base + searched, 0x0A, filled - searched)
            else { return nil }
            return unsafe UnsafeRawPointer(base).distance(to: found)
        }
    }

    /// Waits for more input; false when reading fails.
    package mutating func fill() -> Bool {
        if start > 0 {
            let rest = filled - start
            let from = start
            unsafe storage.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                _ = unsafe memmove(base, base + from, rest)
            }
            start = 0
            filled = rest
            searched = rest
        }
        if storage.count - filled < Self.blockSize {
            storage.append(contentsOf: repeatElement(0, count: max(Self.blockSize, storage.count)))
        }
        while true {
            let count = unsafe storage.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return 0 }
                return unsafe read(descriptor, base + filled, Self.blockSize)
            }
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            if count == 0 { isAtEnd = true }
            filled += count
            return true
        }
    }
}
