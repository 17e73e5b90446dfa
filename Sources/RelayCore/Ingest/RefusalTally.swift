internal import TelemetryWire

/// What was refused before there was anything to store, until the store has counted it.
///
/// One insertion at a time writes what has come together since, so a flood of refusals costs one commit after another,
/// not one each. A value type without a clock; seconds come from the caller. Bounded by projects, reasons and categories.
struct RefusalTally {
    /// The counts of one project.
    struct Share: Sendable {
        /// The key whose project it is.
        let key: ProjectKey
        /// The counts.
        var counts = OutcomeTally()
    }

    /// Seconds after a failure in which nothing is tried.
    static let pause = 1

    private var shares: [ProjectID: Share] = [:]
    private var isWriting = false
    private var pausedUntil = 0

    /// Adds counts.
    mutating func add(_ counts: OutcomeTally, key: ProjectKey) {
        for outcome in counts.outcomes { shares[key.project, default: Share(key: key)].counts.add(outcome) }
    }

    /// What is to be written now: nil if nothing is left, something is on its way, or it failed just now.
    mutating func next(now: Int) -> Share? {
        guard !isWriting, now >= pausedUntil, let project = shares.first?.key else { return nil }
        isWriting = true
        return shares.removeValue(forKey: project)
    }

    /// What `next` gave was written, or is to be kept for later.
    mutating func ended(_ share: Share, isWritten: Bool, now: Int) {
        isWriting = false
        guard !isWritten else { return }
        add(share.counts, key: share.key)
        pausedUntil = now + RefusalTally.pause
    }
}
