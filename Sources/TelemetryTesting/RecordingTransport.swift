public import TelemetryDelivery

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A transport that keeps what it is given. It answers by a script, without a network, or hands on to another transport.
///
/// Hand one to one reporter, by `Reporter.init(recordingTo:clock:_:)` or as any transport. What it kept may be read from any
/// thread at any time. While it waits it looks every half millisecond. A forked child starts with an empty one.
public final class RecordingTransport: Transport, @unchecked Sendable {
    // Sendable: everything mutable is behind `state`'s lock.

    /// How often the reporter has called the transport.
    public struct Calls: Sendable, Hashable {
        /// Requests.
        public var submits = 0
        /// Sleeps: a reporter that turns without need shows here.
        public var polls = 0
        /// Wakes by other threads.
        public var wakes = 0
        /// Requests abandoned, whether one was under way or not.
        public var cancels = 0
        /// Connections closed.
        public var disconnects = 0
    }

    private struct Flight {
        var request: RecordedRequest
        var since: Moment
        var isAnswered = false
        // How it ends and when, once the script has said so; nil: never.
        var end: (result: TransportResult, moment: Moment)?
    }

    private struct State {
        var requests: [RecordedRequest] = []
        var calls = Calls()
        var flight: Flight?
        var isWoken = false
        // While the reporter sleeps in `poll`: until when.
        var sleepsUntil: Moment?
        var clock: any TelemetryClock = SystemClock()

        /// Whether the reporter sleeps, and nothing will end that but a wake or time.
        var isIdle: Bool {
            guard let sleepsUntil, !isWoken else { return false }
            let now = clock.now
            if let end = flight?.end, now >= end.moment { return false }
            return now < sleepsUntil
        }
    }

    private let state = Lock(State())
    private let script: @Sendable (RecordedRequest) -> ScriptedAnswer
    private let inner: (any Transport)?
    private let limit: Int

    /// A transport without a network that answers by a script.
    ///
    /// - Parameters:
    ///   - limit: How many requests are kept, the newest; all are counted.
    ///   - script: Asked once for each request, on the reporter's thread.
    public init(keeping limit: Int = 10_000, script: @escaping @Sendable (RecordedRequest) -> ScriptedAnswer) {
        self.limit = max(limit, 0)
        self.script = script
        inner = nil
        ForkRegistry.add(self)
    }

    /// A transport without a network that answers all requests alike.
    public convenience init(_ answer: ScriptedAnswer = .accepted, keeping limit: Int = 10_000) {
        self.init(keeping: limit) { _ in answer }
    }

    /// A transport without a network that gives these answers in turn, and the last one from then on.
    public convenience init(_ answers: [ScriptedAnswer], keeping limit: Int = 10_000) {
        self.init(keeping: limit) { request in
            answers.isEmpty ? .accepted : answers[min(request.number, answers.count - 1)]
        }
    }

    /// A transport that hands everything on to another one and keeps what passes.
    public init(forwardingTo inner: any Transport, keeping limit: Int = 10_000) {
        self.limit = max(limit, 0)
        self.inner = inner
        script = { _ in .silence }
        ForkRegistry.add(self)
    }

    /// The requests so far, oldest first: the newest, if there were more than are kept.
    public var requests: [RecordedRequest] { state.withLock { $0.requests } }

    /// How often the reporter has called.
    public var calls: Calls { state.withLock { $0.calls } }

    /// The envelopes of all requests that are kept, retries included. Decoded at every call.
    public var envelopes: [SentEnvelope] { requests.map(\.envelope) }

    /// The events of all requests that are kept, retries included. Decoded at every call.
    public var events: [SentEvent] { envelopes.flatMap(\.events) }

    /// Whether `text` stands anywhere in what left: in a URL, a header line or an inflated envelope, as it is or escaped.
    public func contains(_ text: String) -> Bool {
        requests.contains { request in
            request.url.contains(text) || request.headerLines.contains { $0.contains(text) }
                || request.envelope.contains(text)
        }
    }

    /// Waits until there were so many requests, by the system's clock; returns whether there were.
    public func waitForRequests(_ count: Int, within timeout: Duration = .seconds(10)) async -> Bool {
        await wait(timeout) { $0.calls.submits >= count }
    }

    /// Waits until the reporter has done all that it can do now, and sleeps; returns whether it does.
    ///
    /// Where a `ManualClock` stands still this is the moment to advance it: an event's time begins when the reporter's thread
    /// takes it. A reporter that has never captured anything has no thread yet, and is not idle.
    @discardableResult
    public func waitUntilIdle(within timeout: Duration = .seconds(10)) async -> Bool {
        await wait(timeout) { $0.isIdle }
    }

    private func wait(_ timeout: Duration, until condition: (inout State) -> Bool) async -> Bool {
        let clock = ContinuousClock()
        let deadline = clock.now + timeout
        while !state.withLock({ condition(&$0) }) {
            guard clock.now < deadline else { return false }
            try? await Task.sleep(for: .milliseconds(1))
        }
        return true
    }

    /// The reporter's clock, by which delays and deadlines are measured from now on.
    func use(_ clock: any TelemetryClock) {
        state.withLock { $0.clock = clock }
    }

    // MARK: Transport

    /// Keeps the request.
    public func submit(_ batch: OutgoingBatch) {
        state.withLock { state in
            let request = RecordedRequest(batch, number: state.calls.submits)
            state.calls.submits += 1
            if limit > 0 { state.requests.append(request) }
            if state.requests.count > limit { state.requests.removeFirst() }
            if inner == nil { state.flight = Flight(request: request, since: state.clock.now) }
        }
        inner?.submit(batch)
    }

    /// Sleeps until the script's answer is due, `wake` was called, or the time has come.
    public func poll(until deadline: Moment) -> TransportResult? {
        state.withLock { $0.calls.polls += 1 }
        defer { state.withLock { $0.sleepsUntil = nil } }
        if let inner {
            state.withLock { $0.sleepsUntil = deadline }
            defer { state.withLock { $0.isWoken = false } }
            return inner.poll(until: deadline)
        }
        askScript()
        while true {
            let (result, isOver) = state.withLock { (state) -> (TransportResult?, Bool) in
                let now = state.clock.now
                defer { state.isWoken = false }
                if let end = state.flight?.end, now >= end.moment {
                    state.flight = nil
                    return (end.result, true)
                }
                let isOver = state.isWoken || now >= deadline
                state.sleepsUntil = isOver ? nil : deadline
                return (nil, isOver)
            }
            if isOver { return result }
            _ = usleep(500)
        }
    }

    // Outside the lock: the script is the test's own code.
    private func askScript() {
        let flight = state.withLock { state in
            defer { state.flight?.isAnswered = true }
            return state.flight
        }
        guard let flight, !flight.isAnswered else { return }
        let answer = script(flight.request)
        guard let result = answer.result(for: flight.request) else { return }
        state.withLock { state in
            guard state.flight?.request.number == flight.request.number else { return }
            state.flight?.end = (result, flight.since + answer.delay)
        }
    }

    /// Ends the current or the next `poll` early.
    public func wake() {
        state.withLock { state in
            state.isWoken = true
            state.calls.wakes += 1
        }
        inner?.wake()
    }

    /// Abandons the request under way.
    public func cancel() {
        state.withLock { state in
            state.calls.cancels += 1
            state.flight = nil
        }
        inner?.cancel()
    }

    /// Abandons the request under way, as if connections were closed.
    public func disconnect() {
        state.withLock { state in
            state.calls.disconnects += 1
            state.flight = nil
        }
        inner?.disconnect()
    }
}

extension RecordingTransport: ForkParticipant {
    package func prepareForFork() {
        state.acquire()
    }

    package func resumeInParent() {
        state.release()
    }

    package func restartInChild() {
        state.reinitialize()
        state.withHeldLock { state in
            state.requests = []
            state.calls = Calls()
            state.flight = nil
            state.isWoken = false
            state.sleepsUntil = nil
        }
    }
}
