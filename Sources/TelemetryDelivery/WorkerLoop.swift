internal import Sanitizer
internal import TelemetryEnvelope

/// What the worker's thread owns and does, from its start to its end.
struct WorkerLoop: ~Copyable {
    let worker: Worker
    var machine: DeliveryMachine
    let spool: Spool?
    private var freezer: EnvelopeFreezer
    var scratch = SanitizedBuffer(capacity: 4_096)
    private var generator = SplitMix.seededBySystem()
    var rememberedLimit: Moment?
    var isPurged = false
    // Whether something went into the journal that nobody here holds any more.
    var isLeavingSome = false
    // Taken out of the rings in time for a journal, and not shown to the host's hooks yet. Before all that lies in the rings.
    var unseen: ArraySlice<Record> = []
    // Whether somebody waits for a flush.
    private var isFlushing = false
    private var report = DeliveryReport()
    private var toldReport = DeliveryReport()
    private var isEnding = false
    private var seenWithdrawals = Intake.Withdrawals()
    let filter: (any RecordFilter)?
    private let generation: Int

    init(worker: Worker) {
        self.worker = worker
        let setup = worker.setup
        machine = DeliveryMachine(batching: setup.batching, retry: setup.retry, seed: generator.next())
        freezer = EnvelopeFreezer(destination: setup.destination)
        let seed = generator.next()
        spool = setup.spool.map {
            Spool(
                setup: $0,
                destination: setup.destination,
                descriptors: worker.spoolDescriptors,
                seed: seed,
                keepsIDs: setup.onFate != nil
            )
        }
        if let attempts = setup.spool?.options.maxAttempts { machine.maxSpoolAttempts = attempts }
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
            var now = worker.setup.clock.now
            let (consent, withdrawals) = worker.intake.consent
            if withdrawals != seenWithdrawals { rest(after: withdrawals) }
            prepareSpool(consent, at: now)
            let hasMore = drain(at: now)
            if isForeign { return }
            // Hooks take their time, and somebody's may be over by now.
            if filter != nil { now = worker.setup.clock.now }
            if isFlushing, spool != nil {
                // What somebody waits for does not wait for what is read from the disk to be sent.
                keepSpool(isFlushing: true, at: now)
                _ = settle(at: now)
                if isEnding || isForeign { return }
            }
            let due = consent == .granted ? act(at: now) : nil
            keepSpool(isFlushing: isFlushing, at: now)
            let deadline = settle(at: now)
            if isEnding || isForeign { return }
            if consent == .denied, worker.intake.leaveWithoutConsent() { return }
            // Records for which the machine has room again, now that it has handed a batch on, are not left lying.
            let isBusy = hasMore && machine.wantsRecords || takeBack(consent, at: now)
            let until = isBusy ? now : min(due ?? .distantFuture, deadline, spool?.nextMoment ?? .distantFuture)
            if let result = worker.transport.poll(until: until) { take(result) }
        }
    }

    /// Moves records from the rings into the machine. Returns whether the rings hold more.
    private mutating func drain(at now: Moment) -> Bool {
        while true {
            // Hooks are not asked while somebody's time is over: a journal may still take what they have not seen.
            let isLate = filter != nil && worker.intake.due(at: worker.setup.clock.now).flush
            let room = isLate ? (records: 0, bytes: 0) : machine.room
            if room.records > 0, let record = unseen.popFirst() {
                admit([record], at: now)
                continue
            }
            // In small helpings: a caller waits for no more than one, which takes about as long as a capture.
            let (records, hasMore, isFlushing) = worker.intake.take(
                records: unseen.isEmpty ? min(room.records, filter == nil ? 8 : 1) : 0,
                bytes: min(room.bytes, 16_384),
                using: &scratch
            )
            machine.setFlushing(isFlushing)
            self.isFlushing = isFlushing
            admit(records, at: now)
            if records.isEmpty || !hasMore { return hasMore || !unseen.isEmpty }
        }
    }

    /// Hands records to the spool's journal and to the machine, those that no hook keeps back. What lies in a journal already
    /// stays there as it is until it is in a batch: a later process shows it to the hooks again.
    private mutating func admit(_ records: [Record], at now: Moment) {
        var admitted: [Record] = []
        admitted.reserveCapacity(records.count)
        for var record in records {
            // What checkout events say is a closed list: there is nothing for a hook to take out.
            switch record.kind == .event ? filter?.verdict(on: record) ?? .keep : .keep {
            case .keep: break
            case .replace(let bytes): record.bytes = bytes
            case .drop(let reason):
                machine.refuse(record, reason)
                continue
            }
            record.awaitsHooks = false
            guard record.custody == .memory else {
                machine.add(record, at: now)
                continue
            }
            admitted.append(record)
        }
        spool?.append(&admitted, at: now)
        for record in admitted { machine.add(record, at: now) }
    }

    /// Consent was taken away: cuts off what is under way and closes connections; what was denied is dropped.
    private mutating func rest(after withdrawals: Intake.Withdrawals) {
        machine.recall()
        worker.transport.disconnect()
        if withdrawals.denials != seenWithdrawals.denials {
            machine.abandon(.consent)
            abandonUnseen(.consent)
        }
        seenWithdrawals = withdrawals
    }

    /// Does what the machine asks for, until it waits. Returns until when.
    private mutating func act(at now: Moment) -> Moment? {
        while true {
            fileAway(at: now)
            switch machine.next(at: now) {
            case .freeze(let draft):
                freeze(draft)
            case .load:
                if let shipment = spool?.load(at: now) { machine.loaded(shipment) }
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
        let now = worker.setup.clock.now
        machine.answered(result, reading: reading, at: now)
        rememberLimit(at: now)
    }

    /// Enters effects into the ledger, answers flushes that are done or over, and ends if asked to. Returns when the
    /// next deadline is.
    private mutating func settle(at now: Moment) -> Moment {
        let effects = machine.takeEffects()
        let spoolState = settleSpool(effects, at: now)
        let before = toldReport
        report.note(machine)
        report.note(spool)
        toldReport = report
        let (done, next, drops) = worker.intake.settle(
            effects,
            spool: spoolState,
            oldestHeld: oldestHeld,
            isRateLimited: machine.isRateLimited(at: now),
            report: report,
            at: now
        )
        tellFates(of: effects, spoolState.effects)
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
        machine.abandon(.closed, keepsSpooled: true)
        abandonUnseen(.closed, keepsSpooled: true)
        let effects = machine.takeEffects()
        let spoolEffects = settleSpool(effects, at: worker.setup.clock.now).effects
        spool?.close()
        let (dropped, waiting, drops) = worker.intake.end(effects, spool: spoolEffects)
        tellFates(of: effects, spoolEffects)
        for id in dropped { worker.setup.onFate?(id, .dropped(.closed)) }
        if let drops, let onTurn = worker.setup.onTurn { onTurn(report, report, drops) }
        if isForeign { return }
        for request in waiting { request.waiter.resolve(.finished) }
    }

    private func tellFates(of effects: [DeliveryMachine.Effect], _ spool: [Spool.Effect]) {
        guard let onFate = worker.setup.onFate else { return }
        for case .lost(_, let reason, let ids) in spool {
            for id in ids { onFate(id, .dropped(reason)) }
        }
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

    fileprivate mutating func note(_ spool: Spool?) {
        guard let spool else { return }
        spoolFiles = spool.files
        spoolBytes = spool.bytes
        spoolFailure = spool.failure
    }
}
