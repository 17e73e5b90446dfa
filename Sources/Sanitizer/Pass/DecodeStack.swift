/// The texts that are open inside one another: a string of the document, JSON inside that string, a string of that
/// JSON, and so on. Level 0 is the document; at most `DecodeStack.limit` texts are open above it.
@safe
struct DecodeStack: ~Copyable {
    /// The deepest text: JSON is followed four strings deep (DESIGN limit), whose own strings are texts once more.
    static let limit = 5

    private struct Level {
        /// Where the text starts in the level below.
        var origin = 0
        /// Whether escapes were resolved; if not, positions differ by `origin` only.
        var isDecoded = false
        /// How long the source of a decoded text is.
        var size = 0
    }

    /// How many bytes of sources may be open as decoded texts at once, inside one another.
    static let memoryLimit = 20 << 20

    private let buffers: UnsafeMutablePointer<DecodedBytes>
    private var levels: ContiguousArray<Level>

    /// Makes the scratch memory of all levels.
    init() {
        unsafe buffers = .allocate(capacity: Self.limit)
        for level in 0..<Self.limit { unsafe (buffers + level).initialize(to: DecodedBytes()) }
        levels = ContiguousArray(repeating: Level(), count: Self.limit + 1)
    }

    deinit {
        unsafe buffers.deinitialize(count: Self.limit)
        unsafe buffers.deallocate()
    }

    /// Opens `source`, the inside of a string at `origin` of the level below, as the text of `level` (1 to `limit`).
    mutating func open(_ source: ByteView, at level: Int, origin: Int, isEscaped: Bool) -> ByteView {
        levels[level].origin = origin
        levels[level].isDecoded = isEscaped
        guard isEscaped else { return source }
        levels[level].size = source.count
        unsafe buffers[level - 1].fill(source)
        return unsafe buffers[level - 1].view
    }

    /// Whether a source of `size` bytes can be decoded at `level`, beside those that are open below it.
    func hasRoom(for size: Int, at level: Int) -> Bool {
        var total = size
        for below in 0..<level where levels[below].isDecoded { total += levels[below].size }
        return total <= Self.memoryLimit
    }

    /// Gives back memory that only long texts need; no text may be open.
    mutating func trim() {
        for level in 0..<Self.limit { unsafe buffers[level].trim() }
    }

    /// The position in level `target` of `position` of `level`.
    @inline(__always)
    func position(_ position: Int, from level: Int, to target: Int) -> Int {
        var position = position
        var level = level
        while level > target {
            if levels[level].isDecoded { position = unsafe buffers[level - 1].source(of: position) }
            position += levels[level].origin
            level -= 1
        }
        return position
    }
}
