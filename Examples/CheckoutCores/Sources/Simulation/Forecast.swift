internal import CheckoutTelemetry

/// What a relay has to say of a day: figures by group, of what left. Shares no code with any relay.
public struct Forecast: Sendable {
    /// Figures of one group.
    public struct Figures: Sendable {
        /// The group.
        public let group: Departure.Group
        /// Counts by name.
        public internal(set) var counts: [String: Int] = [:]
        /// Checkouts by outcome, of those that were presented.
        public internal(set) var presentedOutcomes: [String: Int] = [:]
        /// Times to ready in milliseconds, ascending.
        public internal(set) var readiness: [Int64] = []
        /// Checkouts by error.
        public internal(set) var errors: [ErrorKey: ErrorFigures] = [:]
        /// Checkouts by error type, whatever the code.
        public internal(set) var errorTypes: [String: ErrorFigures] = [:]

        /// The value at a share of all by nearest rank; nil without any.
        public func quantile(_ percent: Int) -> Int64? {
            guard !readiness.isEmpty else { return nil }
            return readiness[max(1, (readiness.count * percent + 99) / 100) - 1]
        }

        /// Adds another group's figures.
        mutating func merge(_ other: Figures) {
            for (name, count) in other.counts { counts[name, default: 0] += count }
            for (name, count) in other.presentedOutcomes { presentedOutcomes[name, default: 0] += count }
            readiness = (readiness + other.readiness).sorted()
            for (error, figures) in other.errors { errors[error, default: .init()].add(figures) }
            for (type, figures) in other.errorTypes { errorTypes[type, default: .init()].add(figures) }
        }

        mutating func add(_ name: String, _ quantity: Int = 1) {
            counts[name, default: 0] += quantity
        }

        mutating func add(_ name: String, _ isTrue: Bool) {
            counts[name, default: 0] += isTrue ? 1 : 0
        }
    }

    /// An error: its type and the SDK's code.
    public struct ErrorKey: Hashable, Sendable {
        /// The neutral type.
        public let type: String
        /// The SDK's; nil where there is none.
        public let code: String?
    }

    /// How many checkouts have it.
    public struct ErrorFigures: Sendable {
        /// All.
        public internal(set) var flows = 0
        /// Events that say it.
        public internal(set) var events = 0
        /// Presented.
        public internal(set) var presented = 0
        /// Started.
        public internal(set) var started = 0

        mutating func add(_ other: ErrorFigures) {
            flows += other.flows
            events += other.events
            presented += other.presented
            started += other.started
        }

        mutating func add(events: Int, isPresented: Bool, isStarted: Bool) {
            flows += 1
            self.events += events
            presented += isPresented ? 1 : 0
            started += isStarted ? 1 : 0
        }
    }

    /// By group.
    public private(set) var groups: [Departure.Group: Figures] = [:]
    /// Events that left.
    public private(set) var events = 0
    /// Those among them that belong to no checkout.
    public private(set) var outside = 0

    /// What comes of events that left, looked at `now`.
    public init(_ departures: [Departure], now: Int64) {
        events = departures.count
        var flows: [EventID: [Departure]] = [:]
        var processes: [EventID: [Departure]] = [:]
        for event in departures {
            if let flow = event.flow {
                flows[flow, default: []].append(event)
            } else if let session = event.session {
                outside += 1
                processes[session, default: []].append(event)
            }
        }
        for events in flows.values {
            let checkout = Checkout(events)
            groups[checkout.group, default: Figures(group: checkout.group)].add(checkout, now: now)
        }
        for events in processes.values {
            // No checkout, but told apart and grouped likewise.
            let process = Checkout(events)
            groups[process.group, default: Figures(group: process.group)].add(process: process)
        }
    }
}

extension Forecast.Figures {
    /// Adds a checkout. A flow, not an event, is what is counted, unless the name says otherwise.
    mutating func add(_ checkout: Checkout, now: Int64) {
        let isStarted = checkout.reached(.flowStarted)
        let isPresented = checkout.reached(.presented)
        let isReady = checkout.reached(.ready)
        let isAttempted = checkout.reached(.attemptStarted)
        let isSilent = checkout.isSilent(at: now)
        add("flows")
        add("started", isStarted)
        add("presented", isPresented)
        add("ready", isReady)
        add("attempted", isAttempted)
        add("action_required", checkout.reached(.actionRequired))
        add("ended", checkout.end != nil)
        add("presented_of_started", isPresented && isStarted)
        add("ready_of_presented", isReady && isPresented)
        add("attempted_of_ready", isAttempted && isReady)
        add("attempted_ready_unknown", isAttempted && !isReady)
        add("attempts", checkout.count(.attemptStarted))
        add("attempts_failed", checkout.count(.attemptFailed))
        add("abandoned_provisional", isSilent)
        add("abandoned", isPresented && checkout.end == nil && checkout.reached(.abandonedFound))
        add(end: checkout.end, isStarted: isStarted, isPresented: isPresented, isAttempted: isAttempted)
        let isSlow = isPresented && checkout.reached(.readyDelayed)
        add("slow", isSlow)
        add("slow_then_ready", isSlow && isReady)
        let hasLeft = checkout.end != nil || isSilent || checkout.reached(.abandonedFound)
        add("slow_then_left", isSlow && !isReady && hasLeft)
        if let time = checkout.readiness {
            let place = readiness.partition(time)
            readiness.insert(time, at: place)
        }
        add("ready_censored", isPresented && checkout.end != nil && !isReady)
        add("device_checked", checkout.reached(.deviceCheck))
        add("device_forbidden", checkout.events.contains { $0.isDeviceForbidden })
        add("late", checkout.afterEnd)
        add("terminal_duplicates", checkout.extraEnds)
        add(process: checkout)
        let faults = checkout.errors
        add("with_error", !faults.isEmpty)
        add("with_error_of_presented", !faults.isEmpty && isPresented)
        for (fault, events) in faults {
            errors[.init(type: fault.type, code: fault.code), default: .init()]
                .add(events: events, isPresented: isPresented, isStarted: isStarted)
        }
        for (type, same) in Dictionary(grouping: faults, by: \.key.type) {
            let events = same.reduce(0) { $0 + $1.value }
            errorTypes[type, default: .init()].add(events: events, isPresented: isPresented, isStarted: isStarted)
        }
    }

    private mutating func add(end: Departure?, isStarted: Bool, isPresented: Bool, isAttempted: Bool) {
        // Told also where none has an end.
        for name in ["completed_confirmed", "completed_of_attempted", "not_opened_of_started"] { add(name, 0) }
        guard let end else { return }
        let outcome = end.outcome ?? .other
        let name = outcome == .other ? "other_outcome" : outcome.rawValue
        add(name)
        presentedOutcomes[name, default: 0] += isPresented ? 1 : 0
        add("completed_confirmed", outcome == .completed && end.certainty == .confirmed)
        add("completed_of_attempted", outcome == .completed && isAttempted)
        add("not_opened_of_started", outcome == .notOpened && isStarted)
    }

    /// What is counted of processes, too.
    mutating func add(process: Checkout) {
        add("entries", process.events.count)
        add("lost_events", process.missing)
        add("duplicates", process.repeats)
        add("widgets_loaded", process.count(.widgetLoaded))
        add("widgets_hidden", process.count(.widgetHidden))
    }
}

extension [Int64] {
    /// Where a value goes into an ascending list.
    fileprivate func partition(_ value: Int64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] <= value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
