/// An observer that collects decisions, in document order, up to a limit; further ones are counted.
public struct DecisionCollector: PassObserver {
    /// Only decisions are reported.
    public static var watchesStructure: Bool { false }
    /// Decisions hold what findings do.
    public static var collectsFindings: Bool { false }
    /// Decisions are reported.
    public static var collectsDecisions: Bool { true }

    /// What was decided.
    public private(set) var decisions: [Decision] = []
    /// How many decisions were made beyond the limit.
    public private(set) var overflow = 0
    private let limit: Int

    /// Keeps at most `limit` decisions.
    public init(limit: Int = 10_000) {
        self.limit = limit
    }

    /// Keeps or counts the decision.
    public mutating func decision(_ decision: Decision) {
        if decisions.count < limit {
            decisions.append(decision)
        } else {
            overflow += 1
        }
    }

    /// Forgets what was decided so far.
    public mutating func removeAll() {
        decisions.removeAll(keepingCapacity: true)
        overflow = 0
    }
}
