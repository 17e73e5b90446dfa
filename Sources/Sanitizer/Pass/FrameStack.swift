/// The containers around the current one, and the current one on top, in one piece of memory.
///
/// Frames are written and read in place: they are large, and a container comes every few dozen bytes. Owns its memory
/// and keeps it; grows to the deepest nesting seen.
@safe
struct FrameStack: ~Copyable {
    private var base: UnsafeMutablePointer<PassFrame>
    private var capacity = 32
    /// How many containers there are around the current one.
    private(set) var count = 0

    /// One frame, for the place of a root value.
    init() {
        unsafe base = .allocate(capacity: 32)
        unsafe base.initialize(to: PassFrame())
    }

    deinit {
        // Frames are plain values, there is nothing to deinitialize.
        unsafe base.deallocate()
    }

    /// The current container.
    var top: PassFrame {
        @inline(__always)
        _read { yield unsafe base[count] }
        @inline(__always)
        _modify { yield unsafe &base[count] }
    }

    /// Where the current container is; until the next push.
    var place: UnsafeMutablePointer<PassFrame> {
        @inline(__always)
        get { unsafe base + count }
    }

    /// The container at `level`, 0 for the outermost; `count` for the current one.
    @inline(__always)
    subscript(_ level: Int) -> PassFrame {
        assert(level >= 0 && level <= count)
        return unsafe base[level]
    }

    /// Enters a container.
    @inline(__always)
    mutating func push(_ frame: PassFrame) {
        count += 1
        if count == capacity { grow() }
        unsafe (base + count).initialize(to: frame)
    }

    /// Enters a container that is named by `own`; in place, as the fast walk does it every few dozen bytes.
    @inline(__always)
    mutating func push(isArray: Bool, own: KeyVerdict) {
        count += 1
        if count == capacity { grow() }
        if isArray {
            unsafe (base + count).initialize(to: PassFrame(shape: .array, own: own))
        } else {
            unsafe (base + count).initialize(to: PassFrame(shape: .object, own: own))
        }
    }

    /// Leaves the current container, if there is one around it.
    @inline(__always)
    mutating func pop() {
        if count > 0 { count -= 1 }
    }

    /// Leaves containers until `level` is the current one.
    mutating func pop(to level: Int) {
        count = max(0, min(count, level))
    }

    /// Leaves all containers for the place of a new root value.
    mutating func reset() {
        count = 0
        unsafe base[0] = PassFrame()
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<PassFrame>.allocate(capacity: capacity * 2)
        unsafe larger.moveInitialize(from: base, count: capacity)
        unsafe base.deallocate()
        unsafe base = larger
        capacity *= 2
    }
}
