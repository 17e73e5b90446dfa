internal import Sanitizer

/// The newest breadcrumbs, encoded and joined, so that an event takes all of them in one copy.
///
/// New ones go to the end, and old ones are only stepped over; once in a while what is left moves to a second buffer. Two
/// allocations, made at first use. Not synchronized.
struct BreadcrumbTrail: ~Copyable, Sendable {
    /// Every breadcrumb behind a comma; those before `start` are gone.
    private(set) var bytes = SanitizedBuffer()
    private var start = 0
    private var spare = SanitizedBuffer()
    // Their lengths, oldest first, around the end of the list.
    private var lengths: ContiguousArray<Int> = []
    private var oldest = 0
    private(set) var count = 0
    private let limit: Int
    private let byteLimit: Int
    /// How many have gone; the number of the oldest one that is here.
    private(set) var passed: UInt64 = 0

    /// A trail of at most `limit` breadcrumbs with `byteLimit` bytes together.
    init(limit: Int, byteLimit: Int) {
        self.limit = max(limit, 0)
        self.byteLimit = byteLimit
    }

    /// Where the breadcrumbs stand in `bytes`, joined by commas.
    var range: Range<Int> { count == 0 ? 0..<0 : start + 1..<bytes.count }

    /// Adds one; the oldest go until it fits. One that is larger than all of the room is left out. The number that it got.
    mutating func append(_ breadcrumb: borrowing SanitizedBuffer, in range: Range<Int>) -> UInt64? {
        let length = range.count + 1
        guard limit > 0, range.count <= byteLimit else { return nil }
        if lengths.isEmpty {
            lengths = ContiguousArray(repeating: 0, count: limit)
            bytes = SanitizedBuffer(capacity: 3 * byteLimit)
            spare = SanitizedBuffer(capacity: 3 * byteLimit)
        }
        while count == limit || count > 0 && bytes.count - start + length - count > byteLimit { removeFirst() }
        if bytes.count + length > 3 * byteLimit { move() }
        bytes.append(",")
        bytes.append(breadcrumb, in: range)
        lengths[(oldest + count) % limit] = length
        count += 1
        return passed + UInt64(count) - 1
    }

    /// Forgets all of them; what they were is overwritten by what comes.
    mutating func removeAll() {
        while count > 0 { removeFirst() }
        bytes.removeAll()
        start = 0
    }

    private mutating func removeFirst() {
        start += lengths[oldest]
        oldest = oldest + 1 == limit ? 0 : oldest + 1
        count -= 1
        passed += 1
    }

    private mutating func move() {
        spare.removeAll()
        spare.append(bytes, in: start..<bytes.count)
        swap(&spare, &bytes)
        start = 0
    }
}
