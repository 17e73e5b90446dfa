public import TelemetryEnvelope

/// A count for each drop reason.
public struct DropCounts: Sendable, Hashable {
    private static let order = DropReason.allCases
    // By reason; events first, then checkout events.
    private var counts: [Int]

    /// All zero.
    public init() {
        counts = [Int](repeating: 0, count: 2 * DropCounts.order.count)
    }

    /// The count of one reason, whatever was dropped. Setting it counts what is new as events.
    public subscript(reason: DropReason) -> Int {
        get { self[reason, .event] + self[reason, .checkout] }
        set { self[reason, .event] = newValue - self[reason, .checkout] }
    }

    /// The count of one reason among events, or among checkout events.
    package subscript(reason: DropReason, kind: Record.Kind) -> Int {
        get { counts[DropCounts.slot(reason, kind)] }
        set { counts[DropCounts.slot(reason, kind)] = newValue }
    }

    /// The sum over all reasons.
    public var total: Int { counts.reduce(0, +) }

    /// Whether nothing is counted.
    public var isEmpty: Bool { counts.allSatisfy { $0 == 0 } }

    /// The reasons with a count, in the order of the vocabulary.
    public var nonZero: [(reason: DropReason, count: Int)] {
        DropCounts.order.compactMap { self[$0] == 0 ? nil : ($0, self[$0]) }
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

    private static func slot(_ reason: DropReason, _ kind: Record.Kind) -> Int {
        // `order` holds every case, so the search cannot miss.
        (order.firstIndex(of: reason) ?? 0) + (kind == .checkout ? order.count : 0)
    }
}

extension DropCounts {
    /// The counts as a client report has them.
    var entries: [ClientReport.Entry] {
        [(Record.Kind.event, ItemType.event), (.checkout, .checkoutEvent)].flatMap { kind, type in
            nonZero.compactMap { reason, _ in
                let count = self[reason, kind]
                return count == 0
                    ? nil : ClientReport.Entry(reason: reason, category: type.category, quantity: count)
            }
        }
    }

    /// Adds the counts of a client report of ours.
    mutating func add(_ report: ClientReport) {
        for entry in report.entries {
            self[entry.reason, entry.category == ItemType.checkoutEvent.category ? .checkout : .event] += entry.quantity
        }
    }
}
