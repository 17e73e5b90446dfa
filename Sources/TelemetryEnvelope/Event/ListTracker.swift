internal import Sanitizer

/// Counts the elements of one list while the pass goes through it, and remembers what to cut if there are too many.
///
/// Holds a fixed number of offsets whatever the list's length: the start of the first element to go, and the ends of
/// as many last elements as may stay. Reused for list after list; it allocates once.
struct ListTracker {
    /// How many levels deep the elements' paths are; -1 while no list is tracked.
    private(set) var elementDepth = -1
    private var isArray = false
    private var limit = 0
    private var keptFirst = 0
    private var ends: ContiguousArray<Int> = []
    private var count = 0
    private var cutStart = 0
    private var elementStart = 0

    /// A part of a list that has to go.
    struct Cut {
        /// From the first byte of the first value to the last of the last one.
        let range: Range<Int>
        /// Which elements.
        let elements: Range<Int>
        /// The list's path.
        let list: [Sanitized<String>]
        /// Whether the elements after the cut have new indices.
        let isArray: Bool
    }

    /// Starts on a list of which `limit` elements may stay: `keptFirst` from its start, the others from its end.
    mutating func start(elementDepth: Int, isArray: Bool, limit: Int, keptFirst: Int) {
        self.elementDepth = elementDepth
        self.isArray = isArray
        self.limit = max(1, limit)
        self.keptFirst = min(keptFirst, self.limit - 1)
        count = 0
        while ends.count <= self.limit { ends.append(0) }
    }

    /// Forgets the list, after a pass that ended in the middle of it.
    mutating func abandon() {
        elementDepth = -1
    }

    /// A container element opened.
    mutating func began(at offset: Int) {
        elementStart = offset
    }

    /// An element ended; of a container, the end of what began.
    mutating func ended(at end: Int, start: Int? = nil) {
        if count == keptFirst { cutStart = start ?? elementStart }
        ends[count % ends.count] = end
        count += 1
    }

    /// What to cut of the list, which is over; nil if it is within its limit. `path` is only asked for then.
    mutating func stop(path: () -> [Sanitized<String>]) -> Cut? {
        elementDepth = -1
        guard count > limit else { return nil }
        // The ring holds the ends of the elements that stay at the end, and of the one before them.
        let last = count - (limit - keptFirst) - 1
        return Cut(
            range: cutStart..<ends[last % ends.count],
            elements: keptFirst..<last + 1,
            list: path(),
            isArray: isArray
        )
    }
}
