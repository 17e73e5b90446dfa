package import Sanitizer
package import TelemetryEnvelope

/// The one thread of a reporter: drains the rings, drives the delivery machine and the transport, keeps the ledger, and
/// answers flushes by their deadlines.
///
/// Started by the first event that comes in, again in a forked child; ends on `close` or when its reporter goes.
package final class Worker: Sendable {
    /// What the worker is made of.
    package struct Setup: Sendable {
        /// Where envelopes go.
        package var destination: Destination
        /// When batches leave.
        package var batching: Batching
        /// How failures are repeated.
        package var retry = RetryPolicy()
        /// What is kept on disk; nil: no file is touched.
        package var spool: Spool.Setup?
        /// The clock.
        package var clock: any TelemetryClock
        /// Makes what looks at records before they go anywhere, for each thread anew; nil: nothing does.
        package var filter: (@Sendable () -> any RecordFilter)?
        /// Told of every event's fate, on the worker's thread, outside all locks.
        package var onFate: (@Sendable (EventID, Fate) -> Void)?
        /// Told after each turn in which something was dropped or answered: the report before, the report now, all drops
        /// since the last time. On the worker's thread, outside all locks.
        package var onTurn: (@Sendable (DeliveryReport, DeliveryReport, DropCounts) -> Void)?

        /// A setup from its parts.
        package init(
            destination: Destination,
            batching: Batching,
            clock: any TelemetryClock,
            onFate: (@Sendable (EventID, Fate) -> Void)? = nil
        ) {
            self.destination = destination
            self.batching = batching
            self.clock = clock
            self.onFate = onFate
        }
    }

    /// Where events come in.
    package let intake: Intake
    let transport: any Transport
    let setup: Setup
    let spoolDescriptors = SpoolDescriptors()

    /// A worker that does not run yet.
    package init(intake: Intake, transport: any Transport, setup: Setup) {
        self.intake = intake
        self.transport = transport
        self.setup = setup
        if setup.onTurn != nil { intake.state.withLock { $0.tellsDrops = true } }
        ForkRegistry.add(self)
    }

    /// Starts the thread if there is a spool, in which an earlier process may have left something; else it waits for the first
    /// event.
    package func start() {
        let isWanted = intake.state.withLock { $0.consent != .pending }
        if setup.spool != nil, isWanted { alert() }
    }

    /// Hands an event over. Any thread; allocates nothing once the thread runs.
    package func offer(
        _ event: borrowing SanitizedBuffer,
        id: EventID,
        level: Level,
        kind: UInt8 = 0,
        isProtected: Bool = false
    ) -> Intake.Admission {
        note(intake.offer(event, id: id, level: level, kind: kind, isProtected: isProtected))
    }

    /// Hands an event over in parts, as `Intake.offer` takes them.
    package func offer(
        frame: borrowing SanitizedBuffer,
        split: Int,
        body: borrowing SanitizedBuffer,
        in range: Range<Int>,
        id: EventID,
        level: Level,
        kind: UInt8
    ) -> Intake.Admission {
        note(intake.offer(frame: frame, split: split, body: body, in: range, id: id, level: level, kind: kind))
    }

    private func note(_ admission: Intake.Admission) -> Intake.Admission {
        switch admission {
        case .admittedWake, .refused(_, wakes: true): alert()
        case .admitted, .refused, .hasNotes: break
        }
        return admission
    }

    /// Counts an event that was dropped before it came here.
    package func refuse(_ reason: DropReason, _ kind: Record.Kind = .event) {
        if intake.refuse(reason, kind) { alert() }
    }

    /// Waits until everything captured so far has found its fate, or the time is over. Suspends, never blocks.
    package func flush(timeout: Duration, closes: Bool) async -> FlushResult {
        let waiter = FlushWaiter()
        if let result = request(waiter, timeout: timeout, closes: closes) { return result }
        // Should the transport overrun the worker's deadline, this one still holds.
        let watchdog = Task {
            try? await Task.sleep(for: timeout.clamped(to: .zero ... .seconds(86_400)) + .milliseconds(30))
            if !Task.isCancelled { waiter.resolve(.timedOut(pending: intake.snapshot.ledger.pending)) }
        }
        defer { watchdog.cancel() }
        return await withCheckedContinuation { continuation in
            waiter.whenResolved { continuation.resume(returning: $0) }
        }
    }

    /// As `flush`, but blocks the calling thread. Not for a thread of the cooperative pool.
    package func flushBlocking(timeout: Duration, closes: Bool) -> FlushResult {
        let waiter = FlushWaiter()
        if let result = request(waiter, timeout: timeout, closes: closes) { return result }
        let grace = timeout.clamped(to: .zero ... .seconds(86_400)) + .milliseconds(30)
        return waiter.wait(grace) ?? .timedOut(pending: intake.snapshot.ledger.pending)
    }

    /// Ends the worker without waiting for it; what is pending is dropped as `closed`.
    package func stop() {
        _ = request(FlushWaiter(), timeout: .zero, closes: true)
    }

    /// Takes a new consent into force. Without it nothing is sent from now on; if it is denied, what is held is dropped,
    /// and connections are closed.
    package func update(_ consent: Consent) {
        let change = intake.change(consent: consent)
        for id in change.dropped { setup.onFate?(id, .dropped(.consent)) }
        for request in change.requests { request.waiter.resolve(.disabled) }
        if change.mustWake { alert() } else { start() }
    }

    /// The host may be suspended any moment: what is held leaves without waiting for company. Returns at once.
    package func enterBackground() {
        intake.state.withLock { $0.isInBackground = true }
        urge()
    }

    /// The host is back: what waits is tried again at once.
    package func enterForeground() {
        intake.state.withLock { $0.isInBackground = false }
        urge()
    }

    /// A flush that nobody waits for.
    private func urge() {
        _ = request(FlushWaiter(), timeout: .seconds(25), closes: false)
    }

    /// Wakes the thread, or starts it.
    func alert() {
        let isRunning: Bool? = intake.state.withLock { state in
            // What this is called for may have been dealt with meanwhile, and the thread be gone for good.
            guard state.isWorkerRunning || !state.isOver else { return nil }
            defer { state.isWorkerRunning = true }
            return state.isWorkerRunning
        }
        guard let isRunning else { return }
        guard !isRunning else { return transport.wake() }
        // The thread keeps the worker alive until it ends.
        if !WorkerThread.start({ self.run() }) {
            // No thread to be had: the events wait in the ring, and the next one tries again.
            intake.state.withLock { $0.isWorkerRunning = false }
        }
    }

    /// Queues a request, or answers it at once when there is nothing to wait for.
    private func request(_ waiter: FlushWaiter, timeout: Duration, closes: Bool) -> FlushResult? {
        let deadline = setup.clock.now + max(timeout, .zero)
        let answer: FlushResult? = intake.state.withLock { state in
            if closes { state.isClosed = true }
            if !state.isWorkerRunning, state.isEmpty { return .finished }
            if !closes, state.consent != .granted { return .disabled }
            state.requests.append(
                FlushRequest(target: state.sequence, deadline: deadline, closes: closes, waiter: waiter)
            )
            return nil
        }
        if answer == nil { alert() }
        return answer
    }

    private func run() {
        var loop = WorkerLoop(worker: self)
        loop.run()
    }
}

extension Worker: ForkParticipant {
    package func prepareForFork() {
        intake.state.acquire()
        spoolDescriptors.prepareForFork()
    }

    package func resumeInParent() {
        spoolDescriptors.resumeInParent()
        intake.state.release()
    }

    package func restartInChild() {
        intake.state.reinitialize()
        intake.state.withHeldLock { $0.restartInChild() }
        spoolDescriptors.restartInChild()
    }
}

extension Intake.State {
    /// The parent's events are the parent's; its threads and waiters do not exist here.
    fileprivate mutating func restartInChild() {
        urgent.removeAll()
        ordinary.removeAll()
        ledger = Ledger()
        sequence = 1
        isWorkerRunning = false
        requests = []
        isRateLimited = false
        report = DeliveryReport()
        generation += 1
        toldDrops = DropCounts()
        hasUntoldDrops = false
        isInBackground = false
    }
}
