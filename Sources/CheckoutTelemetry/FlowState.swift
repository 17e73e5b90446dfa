internal import TelemetryDelivery
internal import TelemetryWire

/// Where a checkout stands, and what may follow. A value; the session's lock guards it.
struct FlowState: Sendable {
    let id: EventID
    let generation: Int
    var options: FlowOptions {
        didSet { template = nil }
    }
    // What all of its events begin with; made for the first.
    private var template: (event: CheckoutEvent, prefix: CheckoutPrefix)?
    var sequence: Int
    private(set) var presented: Moment?
    private(set) var isReady = false
    private(set) var attempts = 0
    private(set) var outcome: CheckoutOutcome?
    var suppressed = 0
    private(set) var isStarted = false
    private var isDelayed = false
    private var isClosing = false
    private var duplicates = 0

    /// How many duplicates of its end a flow tells; the rest is only counted.
    private static let toldDuplicates = 8

    init(_ options: FlowOptions, generation: Int) {
        id = options.resuming?.flow ?? options.id ?? .random()
        sequence = options.resuming?.base ?? 0
        self.options = options
        isStarted = options.resuming != nil
        self.generation = generation
    }

    /// What all of the flow's events begin with.
    mutating func template(over session: CheckoutSession.State) -> (event: CheckoutEvent, prefix: CheckoutPrefix) {
        if let template { return template }
        var event = session.template
        event[.environment] = options.environment
        event[.kind] = options.kind
        event[.keyMode] = options.keyMode
        event[.orderReference] = options.orderReference
        event[.flow] = id
        let made = (event, CheckoutPrefix(session.prefix, event))
        template = made
        return made
    }

    /// Whether it has not ended.
    var isOpen: Bool { outcome == nil }

    /// The number of the next event, the SDK's own if it has one; nil if it is not above the last.
    func number(_ stamp: FlowStamp?) -> Int? {
        guard let stamp else { return sequence + 1 }
        return stamp.sequence > sequence && stamp.sequence <= Flow.lastSequence ? stamp.sequence : nil
    }

    mutating func start() -> Bool {
        guard isOpen, !isStarted else { return false }
        isStarted = true
        return true
    }

    mutating func present(at now: Moment) -> Bool {
        guard isOpen, presented == nil else { return false }
        presented = now
        return true
    }

    /// Readiness needs something on the screen.
    mutating func ready() -> Bool {
        guard isOpen, presented != nil, !isReady else { return false }
        isReady = true
        return true
    }

    mutating func delay() -> Bool {
        guard isOpen, presented != nil, !isReady, !isDelayed else { return false }
        isDelayed = true
        return true
    }

    /// The number of the new attempt; 0 if there can be none.
    mutating func beginAttempt() -> Int {
        guard isOpen, attempts < 1_000_000 else { return 0 }
        attempts += 1
        return attempts
    }

    mutating func end(_ outcome: CheckoutOutcome) -> Bool {
        guard self.outcome == nil else { return false }
        self.outcome = outcome
        return true
    }

    /// Whether one more duplicate is told.
    mutating func tellsDuplicate() -> Bool {
        duplicates += 1
        return duplicates <= Self.toldDuplicates
    }

    /// Whether a close takes effect at once.
    mutating func close() -> Bool {
        guard isOpen else { return false }
        guard presented == nil else { return true }
        isClosing = true
        return false
    }

    /// Whether a close has waited for the presentation that is now.
    mutating func takeQueuedClose() -> Bool {
        guard isClosing, isOpen, presented != nil else { return false }
        isClosing = false
        return true
    }

    /// Whether an event without a call of its own may come now. After the end only what is about the end.
    func allows(_ name: CheckoutEventName) -> Bool {
        switch name {
        case .flowStarted, .presented, .ready, .readyDelayed, .attemptStarted, .attemptFailed, .ended,
            .terminalDuplicate:
            false
        case .abandonedFound, .abandonedCleared, .listenerReleased: true
        default: isOpen
        }
    }
}
