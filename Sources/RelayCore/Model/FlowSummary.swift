package import TelemetryWire

/// A checkout as lists show it. Times are milliseconds since 1970.
package struct FlowSummary: Sendable, Hashable {
    /// Its id, or a process's.
    package var key: FlowKey
    /// What it is grouped by.
    package var group: FlowGroup
    /// The earliest and the latest time of its entries.
    package var firstAt: Int64
    package var lastAt: Int64
    /// What it reached.
    package var stages: FlowStages
    /// How it ended.
    package var outcome: CheckoutOutcome?
    /// How far that can be believed.
    package var certainty: CheckoutCertainty?
    /// Whether it is taken for abandoned by its silence.
    package var isProvisional: Bool
    /// Attempts to pay, and those that failed.
    package var attempts: Int64
    package var failedAttempts: Int64
    /// The time to ready, in milliseconds.
    package var readyMilliseconds: Int64?
    /// Entries that count as errors.
    package var errors: Int64
    /// Entries stored, and numbers that never came.
    package var entries: Int64
    package var lost: Int64
    /// Entries after the end, again, and again with other content.
    package var late: Int64
    package var duplicates: Int64
    package var conflicts: Int64
    /// Ends after the first.
    package var terminalDuplicates: Int64
    /// How many checkouts it stands for, in millionths.
    package var weight: Int64

    /// How it stands, in a word.
    package var state: String {
        if let outcome { return outcome.rawValue }
        if isProvisional { return "abandoned_provisional" }
        if stages.contains(.abandonedFound) { return "abandoned" }
        return "open"
    }
}

/// A checkout with everything that is stored of it.
package struct StoredFlow: Sendable {
    /// Its list entry.
    package var summary: FlowSummary
    /// Its entries by number; the first of them, if there are very many.
    package var entries: [StoredFlowEntry]

    /// How many entries are read at most. No SDK sends so many; somebody with a key may.
    package static let entryLimit = 20_000
}

/// One entry of a checkout, as it came but clean.
package struct StoredFlowEntry: Sendable {
    /// Its number.
    package var sequence: Int64
    /// When it was received.
    package var receivedAt: Int64
    /// The event.
    package var event: CheckoutEvent
}

/// What `flows` can be narrowed by, beside project and number.
package struct FlowFilter: Sendable, Hashable {
    /// Only this SDK's.
    package var sdk: String?
    /// Only this version's.
    package var version: String?
    /// Only those that stand like this: an outcome, `open`, `abandoned`, `abandoned_provisional`.
    package var state: String?

    /// Everything.
    package init() {}

    /// Whether a checkout is among them.
    func takes(_ flow: FlowSummary) -> Bool {
        (sdk == nil || sdk == flow.group.sdk) && (version == nil || version == flow.group.version)
            && (state == nil || state == flow.state)
    }
}
