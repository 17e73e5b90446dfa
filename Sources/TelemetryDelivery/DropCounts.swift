public import TelemetryWire

/// A count for each drop reason.
public struct DropCounts: Sendable, Hashable {
    private static let order = DropReason.allCases
    private var counts: [Int]

    /// All zero.
    public init() {
        counts = [Int](repeating: 0, count: DropCounts.order.count)
    }

    /// The count of one reason.
    public subscript(reason: DropReason) -> Int {
        get { counts[DropCounts.slot(reason)] }
        set { counts[DropCounts.slot(reason)] = newValue }
    }

    /// The sum over all reasons.
    public var total: Int { counts.reduce(0, +) }

    /// Whether nothing is counted.
    public var isEmpty: Bool { counts.allSatisfy { $0 == 0 } }

    /// The reasons with a count, in the order of the vocabulary.
    public var nonZero: [(reason: DropReason, count: Int)] {
        DropCounts.order.indices.compactMap { counts[$0] == 0 ? nil : (DropCounts.order[$0], counts[$0]) }
    }

    /// Adds another set of counts.
    package mutating func add(_ other: DropCounts) {
        for slot in counts.indices { counts[slot] += other.counts[slot] }
    }

    /// What came on top of `before`; nil if nothing did.
    package func added(since before: DropCounts) -> DropCounts? {
        guard counts != before.counts else { return nil }
        var difference = DropCounts()
        for slot in counts.indices { difference.counts[slot] = counts[slot] - before.counts[slot] }
        return difference
    }

    /// Becomes equal to another set of counts, in its own memory.
    package mutating func copy(_ other: DropCounts) {
        for slot in counts.indices { counts[slot] = other.counts[slot] }
    }

    private static func slot(_ reason: DropReason) -> Int {
        // `order` holds every case, so the search cannot miss.
        order.firstIndex(of: reason) ?? 0
    }
}
