internal import Sanitizer
internal import TelemetryWire

/// What an envelope lost, added up by reason and category.
struct OutcomeTally {
    private struct Key: Hashable {
        let source: OutcomeCount.Source
        let reason: DropReason
        let category: DataCategory
    }

    private var counts: [Key: Int64] = [:]

    /// Adds to a count.
    mutating func add(
        _ reason: DropReason,
        _ category: DataCategory,
        _ quantity: Int = 1,
        source: OutcomeCount.Source = .relay
    ) {
        guard quantity > 0 else { return }
        counts[Key(source: source, reason: reason, category: category), default: 0] += Int64(quantity)
    }

    /// The counts, in no order.
    var outcomes: [OutcomeCount] {
        counts.map { key, quantity in
            OutcomeCount(
                source: key.source,
                reason: key.reason,
                category: Sanitized(literal: key.category.name),
                quantity: quantity
            )
        }
    }
}
