internal import Telemetry
public import TelemetryDelivery
public import TelemetryWire

/// The checkouts of one SDK in one process: makes flows, and sends what belongs to none of them.
///
/// Any thread. Calls return at once, and never throw, block on I/O or trap. A forked child has a session of its own;
/// flows that its parent began are silent there.
public final class CheckoutSession: Sendable {
    /// What the lock guards, beside the states of the session's flows.
    struct State {
        var template: CheckoutEvent
        var prefix: CheckoutPrefix
        var sequence = 0
        // Which process this is, counted in forks.
        var generation = 0
    }

    let reporter: Reporter
    let clock: any TelemetryClock
    let identity: CheckoutIdentity
    let lock: Lock<State>
    /// Takes events instead of the reporter, in simulations.
    let outlet: (@Sendable (CheckoutEvent, CheckoutPrefix) -> Void)?

    /// A session that reports through `reporter`. Nothing is sent yet. `clock` dates events; the system's unless a test or
    /// a simulation has another.
    public convenience init(
        _ identity: CheckoutIdentity,
        reporter: Reporter,
        clock: any TelemetryClock = SystemClock()
    ) {
        self.init(identity, reporter: reporter, clock: clock, outlet: nil)
    }

    init(
        _ identity: CheckoutIdentity,
        reporter: Reporter,
        clock: any TelemetryClock,
        outlet: (@Sendable (CheckoutEvent, CheckoutPrefix) -> Void)?
    ) {
        self.identity = identity
        self.reporter = reporter
        self.clock = clock
        self.outlet = outlet
        let template = identity.template(session: .random())
        lock = Lock(State(template: template, prefix: CheckoutPrefix(of: template)))
        ForkRegistry.add(self)
    }

    /// The process's id in events: random, in memory only.
    public var id: EventID? { lock.withLock { $0.template[.session] } }

    /// Whether nothing is done at all.
    var isOff: Bool { reporter.isOff }

    /// Sends an event that belongs to no flow. Returns why it was dropped, or nil.
    @discardableResult
    public func record(
        _ name: CheckoutEventName,
        _ fill: (inout CheckoutEvent) -> Void = { _ in }
    ) -> DropReason? {
        guard !isOff else { return .other }
        // `ended` and what counts for the funnel are a flow's.
        guard !name.isTerminal else { return .internalError }
        let time = Timestamp(milliseconds: clock.wallMilliseconds)
        let made = lock.withLock { state -> (event: CheckoutEvent, prefix: CheckoutPrefix)? in
            guard state.sequence < Flow.lastSequence else { return nil }
            state.sequence += 1
            var event = CheckoutEvent(name, at: time, as: state.template)
            event[.sequence] = state.sequence
            return (event, state.prefix)
        }
        guard let made else { return .internalError }
        var event = made.event
        let (session, sequence) = (event[.session], event[.sequence])
        fill(&event)
        (event[.session], event[.sequence], event[.flow]) = (session, sequence, nil)
        return send(event, made.prefix)
    }

    /// Hands an event over. Returns why it was dropped, or nil.
    func send(_ event: CheckoutEvent, _ prefix: CheckoutPrefix) -> DropReason? {
        guard let outlet else { return reporter.capture(checkout: event, prefix: prefix) }
        outlet(event, prefix)
        return nil
    }
}

extension CheckoutEventName {
    /// Whether it is an end.
    var isTerminal: Bool { self == .ended || self == .terminalDuplicate }
}

extension CheckoutSession: ForkParticipant {
    /// Takes the lock.
    package func prepareForFork() {
        lock.acquire()
    }

    /// Releases the lock.
    package func resumeInParent() {
        lock.release()
    }

    /// Another process, another session.
    package func restartInChild() {
        lock.reinitialize()
        lock.withHeldLock { state in
            state.generation += 1
            state.sequence = 0
            state.template[.session] = .random()
            state.prefix = CheckoutPrefix(of: state.template)
        }
    }
}
