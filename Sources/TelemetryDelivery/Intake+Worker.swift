internal import Sanitizer
internal import TelemetryEnvelope

/// The worker's side of the intake: each call is one short stay behind the lock.
extension Intake {
    /// A request that is over, and what it came to.
    struct Answer: Sendable {
        var request: FlushRequest
        var result: FlushResult
    }

    /// What a turn of the worker has to say about the spool.
    struct SpoolState: Sendable {
        /// For the ledger.
        var effects: [Spool.Effect] = []
        /// Everything below this sequence number that the worker holds is safe on disk; nil without a spool.
        var unsafeFrom: UInt64?
        /// Until when nothing can be sent; nil if nothing stands against it.
        var blockedUntil: Moment?
    }

    /// Whether somebody's time is over, and whether that is the reporter's own.
    func due(at now: Moment) -> (flush: Bool, close: Bool) {
        state.withLock { state in
            let due = state.requests.filter { $0.deadline <= now }
            return (!due.isEmpty, due.contains(where: \.closes))
        }
    }

    /// Takes records out, errors first, up to a number or until `bytes` are reached. Also says whether more are left
    /// and whether somebody waits for a flush.
    func take(
        records limit: Int,
        bytes: Int,
        using scratch: inout SanitizedBuffer
    ) -> (records: [Record], hasMore: Bool, isFlushing: Bool) {
        state.withLock { state in
            var records: [Record] = []
            var taken = 0
            while records.count < limit, taken < bytes, state.consent == .granted,
                let record = state.pop(into: &scratch, sampleRates)
            {
                taken += record.bytes.value.count
                records.append(record)
            }
            return (records, !state.isEmpty && state.consent == .granted, !state.requests.isEmpty)
        }
    }

    /// Enters effects into the ledger and takes out the requests that are done or over. Also says when the next one is.
    func settle(
        _ effects: [DeliveryMachine.Effect],
        spool: SpoolState,
        oldestHeld: UInt64?,
        isRateLimited: Bool,
        report: DeliveryReport,
        at now: Moment
    ) -> (done: [Answer], nextDeadline: Moment, drops: DropCounts?) {
        state.withLock { state in
            state.ledger.enter(effects, spool.effects)
            let drops = state.takeUntoldDrops()
            state.isRateLimited = isRateLimited
            state.report = report
            let ringsFrom = state.oldestSequence ?? .max
            let pendingFrom = min(oldestHeld ?? .max, ringsFrom)
            let unsafeFrom = spool.unsafeFrom.map { min($0, ringsFrom) } ?? 0
            var done: [Answer] = []
            var next = Moment.distantFuture
            state.requests.removeAll { request in
                if pendingFrom >= request.target {
                    done.append(Answer(request: request, result: .finished))
                } else if unsafeFrom >= request.target, max(now, spool.blockedUntil ?? now) >= request.deadline {
                    done.append(Answer(request: request, result: .persisted(state.ledger.persisted)))
                } else if now >= request.deadline {
                    done.append(Answer(request: request, result: .timedOut(pending: state.ledger.pending)))
                } else {
                    next = min(next, request.deadline)
                    return false
                }
                return true
            }
            return (done, next, drops)
        }
    }

    /// Drops what is left as `closed`. Returns the ids of what lay in the rings, the requests that still waited, and the
    /// drops that nobody was told of.
    func end(
        _ effects: [DeliveryMachine.Effect],
        spool: [Spool.Effect]
    ) -> (dropped: [EventID], waiting: [FlushRequest], drops: DropCounts?) {
        state.withLock { state in
            state.ledger.enter(effects, spool)
            var dropped: [EventID] = []
            while let label = state.urgent.popFirst() ?? state.ordinary.popFirst() {
                state.ledger.settle(.dropped(.closed), Record.kind(of: label))
                dropped.append(EventID(high: label.high, low: label.low))
            }
            let waiting = state.requests
            state.requests = []
            state.isClosed = true
            state.isWorkerRunning = false
            return (dropped, waiting, state.takeUntoldDrops())
        }
    }
}

/// Consent and what follows from it.
extension Intake {
    /// What a change of consent asks of the caller.
    struct ConsentChange: Sendable {
        /// Ids of what lay in the rings and is dropped.
        var dropped: [EventID] = []
        /// Whether the worker has something to do.
        var mustWake = false
        /// Who waited for what will not be sent now.
        var requests: [FlushRequest] = []
    }

    /// Takes a new consent into force: from now on, whatever the worker does meanwhile.
    func change(consent: Consent) -> ConsentChange {
        state.withLock { state in
            var change = ConsentChange()
            guard state.consent != consent else { return change }
            state.consent = consent
            if consent != .granted { state.withdrawals.all += 1 }
            if consent == .denied { state.withdrawals.denials += 1 }
            switch consent {
            case .granted:
                change.mustWake = !state.isEmpty || state.isWorkerRunning
            case .pending:
                change.mustWake = state.isWorkerRunning
            case .denied:
                while let label = state.urgent.popFirst() ?? state.ordinary.popFirst() {
                    state.ledger.settle(.dropped(.consent), Record.kind(of: label))
                    change.dropped.append(EventID(high: label.high, low: label.low))
                }
                change.mustWake = state.isWorkerRunning || state.tellsDrops && !change.dropped.isEmpty
            }
            // A close goes on: the worker ends, and drops what it holds.
            if consent != .granted, state.isWorkerRunning {
                change.requests = state.requests.filter { !$0.closes }
                state.requests.removeAll { !$0.closes }
            }
            return change
        }
    }

    /// The worker's thread ends, as there is nothing to do for it; false if there is after all.
    func leaveWithoutConsent() -> Bool {
        state.withLock { state in
            guard state.consent == .denied, state.isEmpty, state.requests.isEmpty else { return false }
            state.isWorkerRunning = false
            return true
        }
    }

    /// Whether the worker may deliver, and how often that was taken away.
    var consent: (now: Consent, withdrawals: Withdrawals) { state.withLock { ($0.consent, $0.withdrawals) } }
}

extension Intake.State {
    /// Why nothing is taken now; nil if it is. Counts it.
    mutating func refusal(of kind: UInt8) -> Intake.Admission? {
        guard isClosed || consent == .denied else { return nil }
        if isClosed { return .refused(.closed, wakes: refuse(.closed, Record.kind(of: kind))) }
        ledger.refuse(.consent, Record.kind(of: kind))
        return .refused(.consent)
    }

    /// Counts a drop. Whether the worker must be woken to tell of it: once, until it has.
    mutating func refuse(_ reason: DropReason, _ kind: Record.Kind = .event) -> Bool {
        ledger.refuse(reason, kind)
        guard tellsDrops, !isClosed, !hasUntoldDrops else { return false }
        hasUntoldDrops = true
        return true
    }

    /// The drops since the last call, if somebody wants to hear of them and there are any.
    fileprivate mutating func takeUntoldDrops() -> DropCounts? {
        guard tellsDrops else { return nil }
        hasUntoldDrops = false
        guard let drops = ledger.dropped.added(since: toldDrops) else { return nil }
        // Not assigned: a shared copy would make the next capture allocate behind the lock.
        toldDrops.copy(ledger.dropped)
        return drops
    }

    /// Whether a worker has nothing to do here now, nor ever will.
    var isOver: Bool { isClosed && isEmpty && requests.isEmpty }

    /// Whether both rings are empty.
    var isEmpty: Bool { urgent.isEmpty && ordinary.isEmpty }

    /// The oldest sequence number in the rings; nil if both are empty.
    var oldestSequence: UInt64? {
        guard let one = urgent.first else { return ordinary.first?.sequence }
        guard let other = ordinary.first else { return one.sequence }
        return min(one.sequence, other.sequence)
    }

    /// Takes the next record, errors first.
    fileprivate mutating func pop(into scratch: inout SanitizedBuffer, _ rates: [Double]) -> Record? {
        scratch.removeAll()
        guard let label = urgent.pop(into: &scratch) ?? ordinary.pop(into: &scratch) else { return nil }
        let kind = Int(label.kind)
        return Record(
            kind: Record.kind(of: label),
            id: EventID(high: label.high, low: label.low),
            level: Level(rawValue: label.level) ?? .error,
            sequence: label.sequence,
            sampleRate: kind < rates.count ? rates[kind] : 1,
            bytes: scratch.bytes(in: 0..<scratch.count)
        )
    }
}

extension Ledger {
    fileprivate mutating func enter(_ effects: [DeliveryMachine.Effect], _ spool: [Spool.Effect]) {
        for effect in spool {
            switch effect {
            case .adopted(let count): adopt(count)
            case .persisted(let count): persist(count)
            case .lost(let count, let reason, _): lose(count, reason)
            case .restored(let counts): restore(counts)
            }
        }
        for effect in effects {
            switch effect {
            case .settled(let record, let fate, let isReported):
                settle(fate, record.kind, isReported: isReported, isPersisted: record.custody != .memory)
            case .restored(let counts): restore(counts)
            case .fileEnded, .fileTried: break
            }
        }
    }
}
