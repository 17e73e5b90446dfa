internal import Sanitizer
internal import TelemetryWire

/// What the worker's thread owns and does, from its start to its end.
struct WorkerLoop: ~Copyable {
    private let worker: Worker
    private var machine: DeliveryMachine
    private var freezer: EnvelopeFreezer
    private var scratch = SanitizedBuffer(capacity: 4_096)
    private var generator = SplitMix.seededBySystem()
    private var report = DeliveryReport()
    private var toldReport = DeliveryReport()
    private var isEnding = false
    private var seenWithdrawals = Intake.Withdrawals()
    private let filter: (any RecordFilter)?
    private let generation: Int

    init(worker: Worker) {
        self.worker = worker
        let setup = worker.setup
        machine = DeliveryMachine(batching: setup.batching, retry: setup.retry, seed: generator.next())
        freezer = EnvelopeFreezer(destination: setup.destination)
        filter = setup.filter?()
        (generation, report) = worker.intake.state.withLock { ($0.generation, $0.report) }
        seenWithdrawals = worker.intake.consent.withdrawals
        toldReport = report
    }

    /// Whether the host has forked from one of its callbacks, and this is the child: what is held is the parent's then,
    /// and another thread delivers here.
    private var isForeign: Bool {
        worker.intake.state.withLock { $0.generation } != generation
    }

    mutating func run() {
        while true {
            let now = worker.setup.clock.now
            let (consent, withdrawals) = worker.intake.consent
            if withdrawals != seenWithdrawals { rest(after: withdrawals) }
            let hasMore = drain(at: now)
            // A moment later, where hooks took their time.
            let due = consent == .granted ? act(at: filter == nil ? now : worker.setup.clock.now) : nil
            let deadline = settle(at: now)
            if isEnding || isForeign { return }
            if consent == .denied, worker.intake.leaveWithoutConsent() { return }
            // Records for which the machine has room again, now that it has handed a batch on, are not left lying.
            let until = hasMore && machine.wantsRecords ? now : min(due ?? .distantFuture, deadline)
            if let result = worker.transport.poll(until: until) { take(result) }
        }
    }

    /// Moves records from the rings into the machine. Returns whether the rings hold more.
    private mutating func drain(at now: Moment) -> Bool {
        while true {
            // In small helpings: a caller waits for no more than one.
            let room = machine.room
            let (records, hasMore, isFlushing) = worker.intake.take(
                records: min(room.records, 32),
                bytes: min(room.bytes, 65_536),
                using: &scratch
            )
            machine.setFlushing(isFlushing)
            for record in records { admit(record, at: now) }
            if records.isEmpty || !hasMore { return hasMore }
        }
    }

    /// Hands a record to the machine, unless a hook keeps it back.
    private mutating func admit(_ record: Record, at now: Moment) {
        var record = record
        switch filter?.verdict(on: record) ?? .keep {
        case .keep: break
        case .replace(let bytes): record.bytes = bytes
        case .drop(let reason): return machine.refuse(record, reason)
        }
        machine.add(record, at: now)
    }

    /// Consent was taken away: cuts off what is under way and closes connections; what was denied is dropped.
    private mutating func rest(after withdrawals: Intake.Withdrawals) {
        machine.recall()
        worker.transport.disconnect()
        if withdrawals.denials != seenWithdrawals.denials { machine.abandon(.consent) }
        seenWithdrawals = withdrawals
    }

    /// Does what the machine asks for, until it waits. Returns until when.
    private mutating func act(at now: Moment) -> Moment? {
        while true {
            switch machine.next(at: now) {
            case .freeze(let draft):
                freeze(draft)
            case .submit(var batch):
                batch.sentAt = worker.setup.clock.wallMilliseconds
                report.requests += 1
                worker.transport.submit(batch)
            case .wait(let until):
                return until
            }
        }
    }

    private mutating func freeze(_ draft: DeliveryMachine.Draft) {
        var report = draft.report
        if report == nil, draft.mayCarryReport { report = worker.intake.state.withLock { $0.ledger.takeReport() } }
        if let counts = report, counts.isEmpty { report = nil }
        let random = EventID.random(using: &generator)
        let batch = freezer.freeze(
            draft,
            id: draft.isBatch ? random : draft.records.first?.id ?? random,
            report: report,
            wallMilliseconds: worker.setup.clock.wallMilliseconds
        )
        machine.froze(batch, report: report)
    }

    private mutating func take(_ result: TransportResult) {
        var reading = ReplyReading()
        if case .reply(let reply) = result {
            report.answers += 1
            reading = ReplyReading(reply, wallMilliseconds: worker.setup.clock.wallMilliseconds)
        }
        machine.answered(result, reading: reading, at: worker.setup.clock.now)
    }

    /// Enters effects into the ledger, answers flushes that are done or over, and ends if asked to. Returns when the
    /// next deadline is.
    private mutating func settle(at now: Moment) -> Moment {
        let effects = machine.takeEffects()
        let before = toldReport
        report.note(machine)
        toldReport = report
        let (done, next, drops) = worker.intake.settle(
            effects,
            oldestHeld: machine.oldestSequence,
            isRateLimited: machine.isRateLimited(at: now),
            report: report,
            at: now
        )
        tellFates(of: effects)
        if let onTurn = worker.setup.onTurn, drops != nil || before != report {
            onTurn(before, report, drops ?? DropCounts())
        }
        if isForeign { return next }
        if done.contains(where: \.request.closes) { end() }
        if isForeign { return next }
        for answer in done { answer.request.waiter.resolve(answer.result) }
        return next
    }

    /// Drops what is pending and leaves an intake that is closed and empty.
    private mutating func end() {
        isEnding = true
        worker.transport.cancel()
        machine.abandon(.closed)
        let effects = machine.takeEffects()
        let (dropped, waiting, drops) = worker.intake.end(effects)
        tellFates(of: effects)
        for id in dropped { worker.setup.onFate?(id, .dropped(.closed)) }
        if let drops, let onTurn = worker.setup.onTurn { onTurn(report, report, drops) }
        if isForeign { return }
        for request in waiting { request.waiter.resolve(.finished) }
    }

    private func tellFates(of effects: [DeliveryMachine.Effect]) {
        guard let onFate = worker.setup.onFate else { return }
        for case .settled(let record, let fate, _) in effects { onFate(record.id, fate) }
    }
}

extension DeliveryReport {
    fileprivate mutating func note(_ machine: borrowing DeliveryMachine) {
        lastStatus = machine.lastStatus
        lastFailure = machine.lastFailure
        consecutiveFailures = machine.consecutiveFailures
        isBreakerOpen = machine.isBreakerOpen
        usesBatches = machine.usesBatches
    }
}
