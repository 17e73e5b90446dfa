internal import Sanitizer
public import TelemetryDelivery
internal import TelemetryEnvelope

/// Takes a host's errors, messages and whole events; scrubs, batches and delivers them.
///
/// Every call may come from any thread, returns at once, and never throws, blocks on I/O or traps; only `init` reports
/// an unusable configuration. A capture scrubs and encodes on the calling thread into reused memory and copies the
/// clean bytes into a bounded ring: nothing unscrubbed is ever stored. Reporters are independent of each other; there
/// is no global one. One thread delivers, started by the first event.
public final class Reporter: Sendable {
    /// Where events go.
    enum Sink: Sendable {
        case off
        case memory(MemoryStore)
        case deliver(Worker)

        /// Access to what events carry along. Nil where nothing is kept.
        @discardableResult
        func withAttachment<Result>(_ body: (inout ScopeAttachment) -> Result) -> Result? {
            switch self {
            case .off: nil
            case .memory(let store): store.withAttachment(body)
            case .deliver(let worker): worker.intake.withAttachment(body)
            }
        }
    }

    let sink: Sink
    let scope: Scope
    let identity: Identity
    let clock: any TelemetryClock
    let minimumLevel: Level
    let describesErrors: Bool
    let sampling: Sampling
    let hooks: Hooks?
    // 1 while consent is denied: what would be captured is only counted.
    let isDenied: AtomicCell

    /// A reporter that delivers through `transport`, which belongs to it from now on; other modes need none.
    ///
    /// Throws if the DSN cannot be read, if it is plain `http` to another host, or if there is nothing to deliver with.
    public convenience init(
        _ configuration: Configuration,
        transport: (any Transport)? = nil
    ) throws(ConfigurationError) {
        try self.init(configuration, transport: transport, clock: SystemClock())
    }

    /// As the public one, with another clock, and told of every event's fate on the reporter's thread.
    package init(
        _ configuration: Configuration,
        transport: (any Transport)?,
        clock: any TelemetryClock,
        retry: RetryPolicy = RetryPolicy(),
        onFate: (@Sendable (EventID, Fate) -> Void)? = nil
    ) throws(ConfigurationError) {
        self.clock = clock
        identity = Identity(configuration)
        // Before whatever takes the events: their locks are taken in this order, by captures and by forks.
        scope = Scope(isUsed: configuration.mode != .off, policy: configuration.policy)
        let breadcrumbs = min(max(configuration.maxBreadcrumbs, 0), Limits.standard.breadcrumbs)
        minimumLevel = configuration.minimumLevel
        describesErrors = configuration.sendsErrorDescriptions
        sampling = Sampling(configuration)
        hooks = Hooks(configuration, clock: clock)
        isDenied = AtomicCell(configuration.consent == .denied ? 1 : 0)
        switch configuration.mode {
        case .off:
            sink = .off
        case .memory(let capacity):
            sink = .memory(
                MemoryStore(
                    capacity: capacity,
                    consent: configuration.consent,
                    hooks: hooks,
                    breadcrumbs: breadcrumbs
                )
            )
        case .deliver(let dsn):
            let destination = try Reporter.destination(dsn, identity: identity, network: configuration.network)
            guard let transport else { throw .missingTransport }
            var setup = Worker.Setup(
                destination: destination,
                batching: configuration.batching,
                clock: clock,
                onFate: onFate
            )
            setup.retry = retry
            let hooks = self.hooks
            setup.onTurn = configuration.diagnostics.map { DiagnosticRelay.turn($0, hooks: hooks) }
            if let hooks { setup.filter = { HookFilter(hooks) } }
            let intake = Intake(
                urgentBytes: configuration.errorRingBytes,
                ordinaryBytes: configuration.ringBytes,
                sampleRates: sampling.rates,
                consent: configuration.consent,
                attachment: ScopeAttachment(breadcrumbs: breadcrumbs)
            )
            setup.spool = configuration.spool.map { Spool.Setup(options: $0, policy: configuration.policy) }
            let worker = Worker(intake: intake, transport: transport, setup: setup)
            sink = .deliver(worker)
            worker.start()
        }
    }

    deinit {
        if case .deliver(let worker) = sink { worker.stop() }
    }

    /// Whether the mode is `.off`: whoever makes events for this reporter need not.
    package var isOff: Bool {
        if case .off = sink { true } else { false }
    }

    /// What became of events so far.
    public var stats: Statistics {
        switch sink {
        case .off:
            return Statistics(ledger: Ledger(), queuedEvents: 0, queuedBytes: 0, delivery: DeliveryReport())
        case .memory(let store):
            let ledger = store.ledger
            return Statistics(
                ledger: ledger,
                queuedEvents: ledger.pending,
                queuedBytes: store.bytes,
                delivery: DeliveryReport()
            )
        case .deliver(let worker):
            let now = worker.intake.snapshot
            return Statistics(
                ledger: now.ledger,
                queuedEvents: now.ringRecords,
                queuedBytes: now.ringBytes,
                delivery: now.delivery
            )
        }
    }

    /// In `.memory` mode what would have left, oldest first; empty in every other mode.
    public var memory: [MemoryEvent] {
        if case .memory(let store) = sink { store.events } else { [] }
    }

    private static func destination(
        _ text: String,
        identity: Identity,
        network: NetworkOptions
    ) throws(ConfigurationError) -> Destination {
        let dsn: DSN
        do {
            dsn = try DSN(text)
        } catch {
            throw .invalidDSN(error)
        }
        guard dsn.scheme == .https || dsn.isLoopback else { throw .insecureDSN }
        return Destination(
            url: dsn.envelopeURL,
            isSecure: dsn.scheme == .https,
            headerLines: [
                "X-Sentry-Auth: Sentry sentry_version=7, sentry_client=\(identity.client), sentry_key=\(dsn.publicKey)",
                "User-Agent: \(identity.client)",
            ],
            network: network
        )
    }
}
