@_spi(Simulation) public import CheckoutTelemetry
internal import HeadlessSupport
internal import TelemetryTesting

/// Drives the four cores with what cores have held: raw payloads of callbacks, events and errors, a JSON object
/// `{"id":…,"sdk":…,"input":…}` each. Every payload is a process and a checkout of its own.
@MainActor
public final class Replay {
    private let reporters: [CheckoutSDK: Reporter]
    private let now: Int64

    /// A replay through the reporter of each SDK; `now` is in milliseconds since 1970.
    public init(reporters: [CheckoutSDK: Reporter], now: Int64) {
        self.reporters = reporters
        self.now = now
    }

    /// What became of a payload.
    public struct Outcome: Sendable {
        /// The payload's own name.
        public let id: String
        /// Its checkouts.
        public let flows: [FlowID]
        /// What was told of it, in order.
        public let events: [CheckoutEventName]
        /// Whether a core took it. Text without fields is nothing that a core understands.
        public let isTaken: Bool
    }

    /// Drives the core of the payload's SDK; nil for a line that is no such object, or of no SDK that has a core.
    public func run(_ line: String) async -> Outcome? {
        let json = SentEvent(Array(line.utf8)).json
        guard let name = json["/sdk"]?.string, let sdk = CheckoutSDK(rawValue: name), let reporter = reporters[sdk],
            let input = json["/input"]
        else { return nil }
        let payload = Payload(input)
        let clock = SteppedClock(wallMilliseconds: now)
        let identity = CheckoutIdentity(
            sdk,
            version: payload.text("sdkVersion") ?? "1.0.0",
            wrapper: payload.text("wrapper").map { CheckoutWrapper(reading: $0) } ?? .native
        )
        let record = Record()
        let session = CheckoutSession(simulating: identity, reporter: reporter, clock: clock.time) { outgoing in
            // Cores live on the main actor, and their sessions call where they are called.
            MainActor.assumeIsolated { record.take(outgoing, reporter) }
        }
        var isTaken = false
        if case .object = input {
            switch sdk {
            case .glomo: isTaken = glomo(payload, session, clock)
            case .qasimha: isTaken = qasimha(payload, session, clock)
            case .inttegro: isTaken = inttegro(payload, session, clock)
            case .dodo: isTaken = await dodo(payload, session, clock)
            default: break
            }
        }
        return Outcome(
            id: json["/id"]?.string ?? "",
            flows: record.flows,
            events: record.events,
            isTaken: isTaken && !record.events.isEmpty
        )
    }
}

/// What a session told.
@MainActor
private final class Record {
    var flows: [FlowID] = []
    var events: [CheckoutEventName] = []

    nonisolated init() {}

    func take(_ outgoing: OutgoingEvent, _ reporter: Reporter) {
        events.append(outgoing.event.name)
        if let flow = outgoing.event[.flow].map({ FlowID($0) }), !flows.contains(flow) { flows.append(flow) }
        _ = reporter.capture(simulated: outgoing)
    }
}
