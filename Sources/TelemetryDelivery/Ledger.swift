package import TelemetryEnvelope

/// Where every event went. At any time
/// `captured + adopted = delivered + persisted + pending + Σ dropped`, each drop by exactly one reason.
public struct Ledger: Sendable, Hashable {
    /// Events handed to the reporter.
    public private(set) var captured = 0
    /// Events taken over from an earlier process's spool.
    public private(set) var adopted = 0
    /// Events that the server has, duplicates included.
    public private(set) var delivered = 0
    /// Of those delivered, how many the server had before.
    public private(set) var duplicates = 0
    /// Events that wait or are under way and are in the spool, too: if the process ends, they are left for the next one.
    public private(set) var persisted = 0
    /// Events that wait or are under way, in memory only.
    public private(set) var pending = 0
    /// Events lost, by reason.
    public private(set) var dropped = DropCounts()

    // Drops that no client report has carried yet.
    private var unreported = DropCounts()

    /// An empty ledger.
    public init() {}

    /// Whether the sum holds.
    public var isBalanced: Bool {
        captured + adopted == delivered + persisted + pending + dropped.total
    }

    /// An event came in and waits.
    package mutating func admit() {
        captured += 1
        pending += 1
    }

    /// An event came in and was dropped at once.
    package mutating func refuse(_ reason: DropReason, _ kind: Record.Kind = .event) {
        captured += 1
        dropped[reason, kind] += 1
        unreported[reason, kind] += 1
    }

    /// Events of an earlier process were found in the spool.
    package mutating func adopt(_ count: Int) {
        adopted += count
        persisted += count
    }

    /// Pending events are in the spool now.
    package mutating func persist(_ count: Int) {
        pending -= count
        persisted += count
    }

    /// Events of the spool are lost.
    package mutating func lose(_ count: Int, _ reason: DropReason) {
        persisted -= count
        dropped[reason] += count
        unreported[reason] += count
    }

    /// An event that was waiting has found its fate. `isReported`: the server counts it itself, so no client report does.
    /// `isPersisted`: it was in the spool.
    package mutating func settle(
        _ fate: Fate,
        _ kind: Record.Kind = .event,
        isReported: Bool = false,
        isPersisted: Bool = false
    ) {
        if isPersisted { persisted -= 1 } else { pending -= 1 }
        switch fate {
        case .delivered:
            delivered += 1
        case .duplicate:
            delivered += 1
            duplicates += 1
        case .rejected(let reason):
            dropped[reason, kind] += 1
        case .dropped(let reason):
            dropped[reason, kind] += 1
            if !isReported { unreported[reason, kind] += 1 }
        }
    }

    /// The drops for the next client report; they count as reported until `restore`.
    package mutating func takeReport() -> DropCounts {
        let report = unreported
        unreported = DropCounts()
        return report
    }

    /// A report did not arrive: its counts go into the next one.
    package mutating func restore(_ report: DropCounts) {
        unreported.add(report)
    }
}
