internal import Telemetry
internal import TelemetryDelivery
public import TelemetryWire

/// One checkout, from the request to its one end. The machine behind every SDK's table.
///
/// Every event gets the flow's id, the next number, its time and the time since presentation. Exactly one `checkout.ended`
/// leaves: later ends are counted, and told as `checkout.terminal.duplicate`. A `close` before presentation waits for it. Any
/// thread; calls return at once, and never throw, block on I/O or trap.
public final class Flow: @unchecked Sendable {
    // Sendable: `state` is touched inside the session's lock only.
    private let session: CheckoutSession
    private var state: FlowState
    private let started: Moment

    /// The last number of an event; what would come after it is counted, not sent.
    static let lastSequence = Int(Int32.max)

    /// A flow; nothing is sent before `start`. Without an id in the options it gets a random one.
    public init(_ session: CheckoutSession, _ options: FlowOptions = FlowOptions()) {
        self.session = session
        started = session.isOff ? Moment(nanoseconds: 0) : session.clock.now
        let generation = session.isOff ? 0 : session.lock.withLock { $0.generation }
        state = FlowState(options, generation: generation)
    }

    /// The flow's id, which a host may show to its support.
    public var id: FlowID { FlowID(session.lock.withLock { _ in state.id }) }

    /// How it ended; nil while it goes on.
    public var outcome: CheckoutOutcome? { session.lock.withLock { _ in state.outcome } }

    /// Whether it was asked for.
    var isStarted: Bool { session.lock.withLock { _ in state.isStarted } }

    /// Whether it is or was on the screen.
    public var isPresented: Bool { session.lock.withLock { _ in state.presented != nil } }

    /// Whether the payer could act.
    public var isReady: Bool { session.lock.withLock { _ in state.isReady } }

    /// Attempts to pay so far.
    public var attempts: Int { session.lock.withLock { _ in state.attempts } }

    /// Calls that were suppressed: second ends, and what came when it could not be.
    public var suppressed: Int { session.lock.withLock { _ in state.suppressed } }

    /// How a later process takes this flow up: for a record that the host keeps.
    public var resumption: FlowResumption? {
        session.lock.withLock { _ in
            let base = (state.sequence / FlowResumption.segment + 1) * FlowResumption.segment
            return base < Self.lastSequence ? FlowResumption(flow: state.id, base: base) : nil
        }
    }

    /// Takes over what is known only later, such as the environment of a page's host.
    public func update(_ change: @Sendable (inout FlowOptions) -> Void) {
        session.lock.withLock { _ in change(&state.options) }
    }

    /// The checkout was asked for. Once.
    public func start(_ fill: (inout CheckoutEvent) -> Void = { _ in }) {
        perform(.flowStarted, when: { $0.start() }, fill)
    }

    /// It is on the screen. Once; a `close` that waited for it takes effect now.
    public func present(_ stamp: FlowStamp? = nil, _ fill: (inout CheckoutEvent) -> Void = { _ in }) {
        guard !session.isOff else { return }
        let now = session.clock.now
        perform(.presented, stamp, when: { $0.present(at: now) }, fill)
        let mustClose = session.lock.withLock { _ in state.takeQueuedClose() }
        if mustClose { endByClose() }
    }

    /// The payer can act. Once.
    public func ready(_ stamp: FlowStamp? = nil, _ fill: (inout CheckoutEvent) -> Void = { _ in }) {
        guard !session.isOff else { return }
        let now = session.clock.now
        var duration: CheckoutSeconds?
        perform(
            .ready,
            stamp,
            when: { state in
                duration = state.presented.map { CheckoutSeconds(now - $0) }
                return state.ready()
            }
        ) { event in
            event[.readyDuration] = duration
            fill(&event)
        }
    }

    /// The payer still cannot act: advice, no error, and the checkout goes on. Once, and not after `ready`.
    public func readyDelayed(after threshold: Duration, _ fill: (inout CheckoutEvent) -> Void = { _ in }) {
        perform(.readyDelayed, when: { $0.delay() }) { event in
            event[.readyThreshold] = CheckoutSeconds(threshold)
            fill(&event)
        }
    }

    /// The payer tries to pay: a new attempt, counted from 1.
    public func attemptStarted(_ stamp: FlowStamp? = nil, _ fill: (inout CheckoutEvent) -> Void = { _ in }) {
        var number = 0
        perform(
            .attemptStarted,
            stamp,
            when: {
                number = $0.beginAttempt(); return number > 0
            }
        ) { event in
            event[.attemptNumber] = number
            fill(&event)
        }
    }

    /// The attempt failed; the checkout goes on, and another may follow.
    public func attemptFailed(
        _ errorType: CheckoutErrorType,
        _ stamp: FlowStamp? = nil,
        _ fill: (inout CheckoutEvent) -> Void = { _ in }
    ) {
        let number = attempts
        perform(.attemptFailed, stamp, when: { $0.isOpen }) { event in
            event[.attemptNumber] = number
            event[.errorType] = errorType
            event[.errorRecoverable] = true
            fill(&event)
        }
    }

    /// Anything else that happened within the checkout. Ends have a call of their own, and so has what happens once.
    public func record(
        _ name: CheckoutEventName,
        _ stamp: FlowStamp? = nil,
        _ fill: (inout CheckoutEvent) -> Void = { _ in }
    ) {
        let number = attempts
        perform(name, stamp, when: { $0.allows(name) }) { event in
            if number > 0 { event[.attemptNumber] = number }
            fill(&event)
        }
    }

    /// It ended. The first end counts; another one is suppressed, counted, and told as a duplicate. Whether it was the first.
    @discardableResult
    public func end(
        _ outcome: CheckoutOutcome,
        _ certainty: CheckoutCertainty,
        _ stamp: FlowStamp? = nil,
        _ fill: (inout CheckoutEvent) -> Void = { _ in }
    ) -> Bool {
        guard !session.isOff else { return true }
        let now = session.clock.now
        var attempts = 0
        var isResumed = false
        var first: CheckoutOutcome?
        let isFirst = perform(
            .ended,
            stamp,
            when: { state in
                attempts = state.attempts
                isResumed = state.options.resuming != nil
                first = state.outcome
                return state.end(outcome)
            }
        ) { event in
            // How long it took, and how often the payer tried, only the process knows that began it.
            if !isResumed {
                event[.duration] = CheckoutSeconds(now - started)
                event[.attemptCount] = attempts
            }
            fill(&event)
            event[.outcome] = outcome
            event[.certainty] = certainty
        }
        if !isFirst, let first {
            perform(.terminalDuplicate, stamp, when: { $0.tellsDuplicate() }) { event in
                event[.terminalFirst] = first
                event[.terminalSecond] = outcome
            }
        }
        return isFirst
    }

    /// The host closes it. Before presentation that waits for it; after the end it does nothing, and is no duplicate.
    public func close() {
        guard !session.isOff else { return }
        let isNow = session.lock.withLock { _ in state.close() }
        if isNow { endByClose() }
    }

    private func endByClose() {
        let options = session.lock.withLock { _ in state.options }
        end(.terminated, .unknown) {
            $0[.sdkEvent] = options.closeEvent
            $0[.sdkCode] = options.closeCode
            $0[.terminationSource] = .programmatic
        }
    }

    /// Sends an event if the state allows it. `fill` is the caller's code, and runs outside the lock.
    @discardableResult
    private func perform(
        _ name: CheckoutEventName,
        _ stamp: FlowStamp? = nil,
        when isAllowed: (inout FlowState) -> Bool,
        _ fill: (inout CheckoutEvent) -> Void
    ) -> Bool {
        guard !session.isOff else { return false }
        let now = session.clock.now
        let time = stamp?.time ?? Timestamp(milliseconds: session.clock.wallMilliseconds)
        let made = session.lock.withLock { shared -> (event: CheckoutEvent, prefix: CheckoutPrefix)? in
            // A flow of the parent: its numbers are taken there.
            guard state.generation == shared.generation else { return nil }
            // In this order: a number that came before is the same event again, and changes nothing.
            guard state.sequence < Self.lastSequence, let number = state.number(stamp), isAllowed(&state) else {
                state.suppressed += 1
                return nil
            }
            state.sequence = number
            let template = state.template(over: shared)
            var event = CheckoutEvent(name, at: time, as: template.event)
            event[.sequence] = state.sequence
            if let presented = state.presented { event[.elapsed] = CheckoutSeconds(now - presented) }
            return (event, template.prefix)
        }
        guard let made else { return false }
        var event = made.event
        let identity = (event[.session], event[.flow], event[.sequence])
        fill(&event)
        (event[.session], event[.flow], event[.sequence]) = identity
        _ = session.send(event, made.prefix)
        return true
    }
}
