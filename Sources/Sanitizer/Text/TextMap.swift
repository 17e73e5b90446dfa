/// What stands where in a text, one bit a byte: what detectors look at instead of the bytes, to get from one place that
/// could matter to the next.
///
/// Ten words for each sixty-four bytes. A view of memory that a `TextMaps` owns, good until the map is closed. Bits
/// behind the end of the text are not set.
@safe
struct TextMap {
    /// What a bit stands for.
    enum Plane: Int {
        /// ASCII digits.
        case digits
        /// ASCII letters.
        case letters
        /// `-`
        case dashes
        /// `/`
        case slashes
        /// `.`
        case dots
        /// `:`, `;`, `<`, `=` and a comma behind a quote: what may stand between a name and its value.
        case joints
        /// Letters, digits, `_` and `-`
        case tokens
        /// The characters of the base64 alphabets, padding excluded.
        case base64
        /// First letters of words that may announce a code; set by who looks for them.
        case announcers
        /// First letters of words that may say what the next one is; set by the same.
        case speakers
    }

    /// Words for sixty-four bytes.
    static let stride = 10

    private let words: UnsafeMutablePointer<UInt64>
    /// How many bytes the text has.
    let count: Int

    init(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
        unsafe self.words = words
        self.count = count
    }

    /// The bits of window `window`.
    @inline(__always)
    subscript(_ plane: Plane, _ window: Int) -> UInt64 {
        get { unsafe words[window &* Self.stride &+ plane.rawValue] }
        nonmutating set { unsafe words[window &* Self.stride &+ plane.rawValue] = newValue }
    }

    /// How many windows there are.
    @inline(__always)
    var windows: Int { (count &+ 63) >> 6 }

    /// The same one place further on: bits of bytes behind such ones.
    @inline(__always)
    func behind(_ plane: Plane, _ window: Int) -> UInt64 {
        self[plane, window] << 1 | (window > 0 ? self[plane, window &- 1] >> 63 : 0)
    }

    /// The first position from `start` on whose bit is set in what `plane` gives for its window; `count` without one.
    @inline(__always)
    func first(from start: Int, _ plane: (Int) -> UInt64) -> Int {
        guard start < count else { return max(count, start) }
        var window = start >> 6
        var bits = plane(window) & ~0 << UInt64(truncatingIfNeeded: start & 63)
        while bits == 0 {
            window &+= 1
            guard window &* 64 < count else { return count }
            bits = plane(window)
        }
        return window &* 64 &+ bits.trailingZeroBitCount
    }

    /// The first position from `start` on whose bit is not set; `count` without one.
    @inline(__always)
    func end(from start: Int, _ plane: (Int) -> UInt64) -> Int {
        min(count, first(from: start) { ~plane($0) })
    }

    /// Where the bits begin that stand together before `position`, which is within the text or its end.
    @inline(__always)
    func start(before position: Int, _ plane: (Int) -> UInt64) -> Int {
        var position = position
        while position > 0 {
            let bit = (position &- 1) & 63
            let others = ~plane((position &- 1) >> 6) << UInt64(truncatingIfNeeded: 63 &- bit)
            if others != 0 { return position &- others.leadingZeroBitCount }
            position &-= bit &+ 1
        }
        return 0
    }

    /// Whether the bit of `position`, which is within the text, is set.
    @inline(__always)
    func holds(_ plane: Plane, _ position: Int) -> Bool {
        self[plane, position >> 6] >> UInt64(truncatingIfNeeded: position & 63) & 1 != 0
    }

    /// Sets the bit of `position`, which is within the text.
    func note(_ plane: Plane, _ position: Int) {
        self[plane, position >> 6] |= 1 << UInt64(truncatingIfNeeded: position & 63)
    }

    /// Whether a bit is set in `start ..< end`, which is not empty.
    @inline(__always)
    func holds(_ plane: Plane, _ start: Int, _ end: Int) -> Bool {
        var window = start >> 6
        let last = (end &- 1) >> 6
        var bits = self[plane, window] & ~0 << UInt64(truncatingIfNeeded: start & 63)
        while window < last {
            if bits != 0 { return true }
            window &+= 1
            bits = self[plane, window]
        }
        return bits & ~0 >> UInt64(truncatingIfNeeded: 63 &- (end &- 1) & 63) != 0
    }

    /// Where rows of sixteen bits or more begin that `plane` sets, among the places of a window.
    @inline(__always)
    func longRuns(_ window: Int, _ plane: (Int) -> UInt64) -> UInt64 {
        var low = plane(window)
        var high = window &+ 1 < windows ? plane(window &+ 1) : 0
        let starts = low & ~(low << 1 | (window > 0 ? plane(window &- 1) >> 63 : 0))
        low &= low >> 1 | high << 63
        high &= high >> 1
        low &= low >> 2 | high << 62
        high &= high >> 2
        low &= low >> 4 | high << 60
        high &= high >> 4
        return starts & low & (low >> 8 | high << 56)
    }

    /// The first digit from `position` on; `count` without one.
    @inline(__always)
    func nextDigit(from position: Int) -> Int {
        first(from: position) { self[.digits, $0] }
    }

    /// One past the digits that stand together from `position` on.
    @inline(__always)
    func endOfDigits(from position: Int) -> Int {
        end(from: position) { self[.digits, $0] }
    }

    /// Whether sixteen bits in a row are set, `run` of which stand before the first; becomes what stands at the end.
    @inline(__always)
    static func holdsSixteen(_ bits: UInt64, _ run: inout Int) -> Bool {
        let before = run
        run = (~bits).leadingZeroBitCount
        if run == 64 { run &+= before }
        var rows = bits & (bits >> 1)
        rows &= rows >> 2
        rows &= rows >> 4
        return rows & (rows >> 8) != 0 || before &+ (~bits).trailingZeroBitCount >= 16
    }
}

/// The memory of the maps that are open: of a text, of what was decoded in it, and so on. Owns it and keeps it.
@safe
struct TextMaps: ~Copyable {
    private var buffers: ContiguousArray<UnsafeMutableBufferPointer<UInt64>> = unsafe []
    private var opened = 0

    /// Room for two texts of a few hundred bytes.
    init() {
        unsafe buffers.append(.allocate(capacity: 16 * TextMap.stride))
        unsafe buffers.append(.allocate(capacity: 16 * TextMap.stride))
    }

    deinit {
        for index in unsafe buffers.indices { unsafe buffers[index].deallocate() }
    }

    /// A map for a text of `count` bytes, whose bits are not set yet. O(1) and no allocation when a text of that length
    /// was looked at before.
    @inline(__always)
    mutating func open(_ count: Int) -> TextMap {
        let size = (count &+ 63) >> 6 &* TextMap.stride
        if unsafe opened == buffers.count || buffers[opened].count < size { grow(to: size) }
        defer { opened &+= 1 }
        return unsafe TextMap(buffers[opened].baseAddress.unsafelyUnwrapped, count: count)
    }

    /// The map that was opened last is not needed any more.
    @inline(__always)
    mutating func close() { opened &-= 1 }

    @inline(never)
    private mutating func grow(to size: Int) {
        let larger = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: max(size, 16 * TextMap.stride))
        if unsafe opened == buffers.count {
            unsafe buffers.append(larger)
        } else {
            unsafe buffers[opened].deallocate()
            unsafe buffers[opened] = larger
        }
    }
}
