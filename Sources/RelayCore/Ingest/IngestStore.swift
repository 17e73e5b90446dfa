internal import TelemetryDelivery
internal import TelemetryWire

/// The store as ingest sees it: whether it keeps up, and what could not even be handed to it.
///
/// Safe from any thread. What is refused is counted with the next commit that succeeds, and nobody waits for that.
final class IngestStore: Sendable {
    private let store: any Store
    private let health = Lock(StoreHealth())
    private let refusals = Lock(RefusalTally())

    /// Over a store.
    init(_ store: any Store) {
        self.store = store
    }

    /// The store's key of that name.
    func key(publicKey: String) -> ProjectKey? {
        store.key(publicKey: publicKey)
    }

    /// Whether it keeps up now.
    var state: StoreHealth.State {
        store.isIntact ? health.withLock { $0.state(now: ServerCore.seconds()) } : .failed
    }

    /// As the store's own; a failure is counted under the key's project.
    func insert(
        _ batch: IngestBatch,
        key: ProjectKey,
        completion: @escaping @Sendable (Result<BatchReceipt, StoreError>) -> Void
    ) {
        tracked(batch) { [self] outcome in
            if case .failure(let error) = outcome { count(IngestStore.lost(batch, error), key: key) }
            completion(outcome)
            flush()
        }
    }

    /// Counts what a refusal lost.
    func count(_ counts: OutcomeTally, key: ProjectKey) {
        guard !counts.isEmpty else { return }
        refusals.withLock { $0.add(counts, key: key) }
        flush()
    }

    /// Hands over what is not counted yet, unless that is happening already.
    func flush() {
        guard let share = refusals.withLock({ $0.next(now: ServerCore.seconds()) }) else { return }
        var batch = IngestBatch(
            project: share.key.project,
            key: share.key.id,
            batchID: nil,
            receivedAt: RelayHandler.milliseconds()
        )
        batch.outcomes = share.counts.outcomes
        tracked(batch) { [self] outcome in
            let isWritten = if case .success = outcome { true } else { false }
            refusals.withLock { $0.ended(share, isWritten: isWritten, now: ServerCore.seconds()) }
            if isWritten { flush() }
        }
    }

    private func tracked(
        _ batch: IngestBatch,
        _ completion: @escaping @Sendable (Result<BatchReceipt, StoreError>) -> Void
    ) {
        health.withLock { $0.began(now: ServerCore.seconds()) }
        store.insert(batch) { [self] outcome in
            let error: StoreError? = if case .failure(let error) = outcome { error } else { nil }
            health.withLock { $0.ended(error, now: ServerCore.seconds()) }
            completion(outcome)
        }
    }

    /// What was in a batch that the store did not take. It may come again, and then be counted again.
    private static func lost(_ batch: IngestBatch, _ error: StoreError) -> OutcomeTally {
        let reason: DropReason =
            switch error {
            case .busy: .rateLimited
            case .closed: .closed
            default: .storeUnavailable
            }
        var counts = OutcomeTally()
        for event in batch.events {
            switch event.kind {
            case .event: counts.add(reason, .error)
            case .log: counts.add(reason, .logItem)
            case .feedback: counts.add(reason, .feedback)
            }
        }
        counts.add(reason, .checkout, batch.entries.count)
        if batch.events.isEmpty, batch.entries.isEmpty { counts.add(reason, .default) }
        return counts
    }
}
