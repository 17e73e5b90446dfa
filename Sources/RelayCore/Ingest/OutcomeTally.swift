internal import Sanitizer
internal import TelemetryWire

/// What was lost, added up by who lost it, reason and category.
struct OutcomeTally: Sendable {
    private struct Key: Hashable, Sendable {
        let source: OutcomeCount.Source
        let reason: DropReason
        let category: Sanitized<String>
    }

    private var counts: [Key: Int64] = [:]

    /// Nothing yet.
    init() {}

    /// What is in a list.
    init(_ outcomes: [OutcomeCount]) {
        for outcome in outcomes { add(outcome) }
    }

    /// Adds to a count.
    mutating func add(
        _ reason: DropReason,
        _ category: DataCategory,
        _ quantity: Int = 1,
        source: OutcomeCount.Source = .relay
    ) {
        let name = Sanitized(literal: category.name)
        add(OutcomeCount(source: source, reason: reason, category: name, quantity: Int64(quantity)))
    }

    /// Adds to a count; it stays at its highest value rather than overflow.
    mutating func add(_ outcome: OutcomeCount) {
        guard outcome.quantity > 0 else { return }
        let key = Key(source: outcome.source, reason: outcome.reason, category: outcome.category)
        let sum = counts[key, default: 0].addingReportingOverflow(outcome.quantity)
        counts[key] = sum.overflow ? Int64.max : sum.partialValue
    }

    /// Whether nothing was counted.
    var isEmpty: Bool { counts.isEmpty }

    /// The counts, in no order.
    var outcomes: [OutcomeCount] {
        counts.map { key, quantity in
            OutcomeCount(source: key.source, reason: key.reason, category: key.category, quantity: quantity)
        }
    }
}
