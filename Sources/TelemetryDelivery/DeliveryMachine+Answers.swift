internal import TelemetryEnvelope

extension DeliveryMachine {
    /// The request in flight ended. `reading` is what the answer says beyond its status.
    package mutating func answered(_ result: TransportResult, reading: ReplyReading = ReplyReading(), at now: Moment) {
        guard let shipment = inFlight else { return }
        inFlight = nil
        switch result {
        case .failure(let failure):
            lastFailure = failure
            retryLater(
                shipment,
                lastReason: .networkError,
                isReported: false,
                isCounted: shipment.file == nil || failure.kind.reachedServer,
                at: now
            )
        case .reply(let reply):
            lastFailure = nil
            lastStatus = reply.status
            usesBatches = reply.understandsBatches
            note(reading, at: now)
            dispose(of: shipment, after: reply, reading: reading, at: now)
        }
    }

    private mutating func dispose(
        of shipment: Shipment,
        after reply: TransportReply,
        reading: ReplyReading,
        at now: Moment
    ) {
        switch reply.status {
        case 200..<300 where shipment.isBatch && !reply.understandsBatches:
            // Whoever answered knows no batches: what became of its events, if anything, is unknown.
            succeeded()
            sendSingly(shipment)
        case 200..<300 where shipment.isBatch && reading.isCut:
            // The end of the answer is missing. What is stored is stored, the report included; smaller batches get
            // answers that fit, and say which events were stored by this one.
            succeeded()
            sendSmaller(shipment)
        case 200..<300:
            succeeded()
            deliver(shipment, reading: reading)
        case let status
        where [400, 413].contains(status) && shipment.isBatch && shipment.isRefusedWhole(reading, status: status):
            // The relay has decided on every entry and counted it; sent again they would be counted again.
            succeeded()
            if let report = shipment.report { effects.append(.restored(report)) }
            deliver(shipment, reading: reading, isRefused: true)
        case 413 where shipment.records.count > 1:
            succeeded()
            split(shipment.records, report: shipment.report, file: shipment.file)
        case 429:
            retryLater(shipment, lastReason: .rateLimitBackoff, isReported: true, at: now)
        case let status where RetryPolicy.isRetried(status: status):
            retryLater(shipment, lastReason: .sendError, isReported: false, at: now)
        case 400..<500 where shipment.isBatch && !reply.understandsBatches:
            // Another server stands there now, which knows no batches: one event an envelope again.
            succeeded()
            sendSingly(shipment)
        default:
            succeeded()
            lose(shipment, reason: .sendError, isReported: false)
        }
    }

    private mutating func sendSingly(_ shipment: Shipment) {
        var report = shipment.report
        var singles: [Draft] = []
        for record in shipment.records {
            if record.kind == .checkout, let last = singles.last?.records, last[0].kind == .checkout,
                last.count < CheckoutLog.entryLimit
            {
                singles[singles.count - 1].records.append(record)
                continue
            }
            singles.append(Draft(records: [record], isBatch: false, report: report, mayCarryReport: report != nil))
            report = nil
        }
        if !singles.isEmpty { singles[singles.count - 1].file = shipment.file }
        // Before what may be the last part of a larger file: that goes with its last part.
        drafts.insert(contentsOf: singles, at: 0)
    }

    private mutating func sendSmaller(_ shipment: Shipment) {
        if shipment.records.count > 1 {
            split(shipment.records, report: nil, file: shipment.file)
        } else {
            let draft = Draft(records: shipment.records, isBatch: false, mayCarryReport: false, file: shipment.file)
            drafts.insert(draft, at: 0)
        }
    }

    /// The server was reached and has decided: no reason to back off.
    private mutating func succeeded() {
        consecutiveFailures = 0
        previousDelay = nil
        backoffUntil = nil
    }

    /// Gives every record its fate by what the answer says of the events; of checkout events it says nothing, they are
    /// taken unless all `isRefused`.
    private mutating func deliver(_ whole: Shipment, reading: ReplyReading, isRefused: Bool = false) {
        var shipment = whole
        let others = whole.records.filter { $0.kind != .event }
        if !others.isEmpty {
            settle(others, as: isRefused ? .rejected(.invalidItem) : .delivered, isReported: true)
            shipment.records.removeAll { $0.kind != .event }
        }
        var rejected: [Int: DropReason] = [:]
        for rejection in reading.rejected where shipment.records.indices.contains(rejection.index) {
            rejected[rejection.index] = rejection.reason
        }
        // A reply that counts duplicates without naming them: those within the batch are known, and where all that is
        // left are duplicates, all are.
        var repeated = Set(reading.duplicatePlaces ?? [])
        repeated.subtract(rejected.keys)
        if reading.duplicatePlaces == nil {
            var seen: Set<EventID> = []
            for (index, record) in shipment.records.enumerated() where rejected[index] == nil {
                if !seen.insert(record.id).inserted, repeated.count < reading.duplicates { repeated.insert(index) }
            }
        }
        let left = shipment.records.count - rejected.count - repeated.count
        let areAllDuplicates = reading.duplicates - repeated.count >= max(left, 1)
        for (index, record) in shipment.records.enumerated() {
            let fate: Fate
            if let reason = rejected[index] {
                fate = .rejected(reason)
            } else {
                fate = areAllDuplicates || repeated.contains(index) ? .duplicate : .delivered
            }
            settle([record], as: fate, isReported: true)
        }
        if let file = shipment.file { effects.append(.fileEnded(file)) }
    }

    private mutating func lose(_ shipment: Shipment, reason: DropReason, isReported: Bool) {
        if let report = shipment.report { effects.append(.restored(report)) }
        settle(shipment.records, as: .dropped(reason), isReported: isReported)
        if let file = shipment.file { effects.append(.fileEnded(file)) }
    }

    private mutating func retryLater(
        _ shipment: Shipment,
        lastReason: DropReason,
        isReported: Bool,
        isCounted: Bool = true,
        at now: Moment
    ) {
        consecutiveFailures += 1
        let delay = retry.delay(after: previousDelay, using: &generator)
        previousDelay = delay
        backoffUntil = now + delay
        guard isCounted else {
            // What waits on disk may wait for a server for days.
            var shipment = shipment
            shipment.batch.attempt -= 1
            waiting.insert(shipment, at: 0)
            return
        }
        if shipment.batch.attempt >= (shipment.file == nil ? retry.maxAttempts : maxSpoolAttempts) {
            lose(shipment, reason: lastReason, isReported: isReported)
        } else {
            if let file = shipment.file, shipment.isFiled { effects.append(.fileTried(file)) }
            waiting.insert(shipment, at: 0)
        }
    }

    /// Longer wins: a shorter limit never replaces a longer one.
    private mutating func note(_ reading: ReplyReading, at now: Moment) {
        guard let limit = reading.limit else { return }
        self.limit(until: now + limit.clamped(to: .zero ... .seconds(Limits.standard.retryAfter)))
    }
}

extension DeliveryMachine.Shipment {
    /// Whether an answer says of every event that it was refused. Of checkout events it says nothing; alone they were too,
    /// unless the whole was too large.
    fileprivate func isRefusedWhole(_ reading: ReplyReading, status: Int) -> Bool {
        let events = records.count { $0.kind == .event }
        return reading.rejected.count == events && (events > 0 || status == 400)
    }
}
