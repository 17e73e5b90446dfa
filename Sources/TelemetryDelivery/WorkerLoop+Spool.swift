internal import TelemetryEnvelope

/// The worker's dealings with its spool. All of it does nothing where there is none.
extension WorkerLoop {
    /// Opens the spool. Without consent nothing is opened; what was denied is removed.
    mutating func prepareSpool(_ consent: Consent, at now: Moment) {
        guard let spool else { return }
        let wall = worker.setup.clock.wallMilliseconds
        switch consent {
        case .pending: return
        case .denied:
            guard !isPurged else { return }
            isPurged = true
            spool.purge(.consent, wallMilliseconds: wall)
        case .granted:
            isPurged = false
            let wasWorking = spool.isWorking
            spool.openIfDue(at: now, wallMilliseconds: wall)
            machine.usesSpool = spool.isWorking
            if !wasWorking, spool.isWorking { resumeSpool(spool, wall, at: now) }
        }
    }

    /// Takes back what an earlier process left in its journal, a segment at a time, as room allows. Whether there was any.
    mutating func takeBack(_ consent: Consent, at now: Moment) -> Bool {
        guard let spool, consent == .granted, spool.hasLeftSegments, machine.wantsRecords, unseen.isEmpty else {
            return false
        }
        for record in spool.loadSegment(at: now) {
            // Where there are no hooks any more, it goes as everything else does here.
            if record.awaitsHooks, filter != nil { unseen.append(record) } else { machine.add(record, at: now) }
        }
        return true
    }

    /// The spool works now: what an earlier process knew of the server's limits, and what came in meanwhile.
    private mutating func resumeSpool(_ spool: Spool, _ wall: Int64, at now: Moment) {
        if let until = spool.limitedUntil, until > wall {
            machine.limit(until: now + .milliseconds(until - wall))
            rememberedLimit = machine.limitedUntil
        }
        machine.updateUnspooled { spool.append(&$0, at: now) }
        var inMemory = unseen.filter { $0.custody == .memory }
        guard !inMemory.isEmpty else { return }
        unseen.removeAll { $0.custody == .memory }
        spool.append(&inMemory, at: now)
        unseen += inMemory
    }

    /// Gives frozen batches files of their own, and tells the machine what waits.
    mutating func fileAway(at now: Moment) {
        guard let spool else { return }
        while spool.isWorking, let shipment = machine.takeUnfiled() {
            guard spool.store(shipment, at: now) else {
                machine.loaded(shipment)
                break
            }
        }
        machine.usesSpool = spool.isWorking
        machine.spooledBatches = spool.waiting
    }

    /// At the end of a turn: waits for the disk, where somebody waits for that; and where his time is over, writes down
    /// what nobody has come to yet.
    mutating func keepSpool(isFlushing: Bool, at now: Moment) {
        guard let spool, spool.isWorking else { return }
        if isFlushing {
            let due = worker.intake.due(at: now)
            if due.flush { writeRemainder(to: spool, isClosing: due.close, at: now) }
        }
        spool.sync(at: now, always: isFlushing)
    }

    /// What still lies in the rings goes into the journal, however full the machine is; at the end, nowhere else. What no hook
    /// has seen is marked so there, and here it waits for them.
    private mutating func writeRemainder(to spool: Spool, isClosing: Bool, at now: Moment) {
        // Not without end, whatever goes on coming in: the rings hold no more.
        for _ in 0..<128 {
            var (records, _, _) = worker.intake.take(records: 1_000, bytes: 1 << 20, using: &scratch)
            if records.isEmpty { return }
            if filter != nil {
                for index in records.indices { records[index].awaitsHooks = records[index].kind == .event }
            }
            spool.append(&records, at: now)
            if isClosing { isLeavingSome = true }
            for record in records where !isClosing || record.custody == .memory {
                if record.awaitsHooks { unseen.append(record) } else { machine.add(record, at: now) }
            }
        }
    }

    /// Gives what no hook has seen the same fate. `keepsSpooled`: what is in the journal has none yet, it is left there.
    mutating func abandonUnseen(_ reason: DropReason, keepsSpooled: Bool = false) {
        for record in unseen where !keepsSpooled || record.custody == .memory { machine.refuse(record, reason) }
        unseen = []
    }

    /// Notes a limit of the server's for later processes.
    mutating func rememberLimit(at now: Moment) {
        guard let spool, let until = machine.limitedUntil, until > now, until != rememberedLimit else { return }
        rememberedLimit = until
        let rest = (until - now).clampedNanoseconds / 1_000_000
        spool.remember(limitedUntil: worker.setup.clock.wallMilliseconds + rest)
    }

    /// Frees what has found its fate, and says how the rest stands.
    mutating func settleSpool(_ effects: [DeliveryMachine.Effect], at now: Moment) -> Intake.SpoolState {
        guard let spool else { return Intake.SpoolState() }
        var settled: [Record] = []
        for effect in effects {
            switch effect {
            case .settled(let record, _, _): settled.append(record)
            case .fileEnded(let file): spool.remove(file)
            case .fileTried(let file): spool.countAttempt(file)
            case .restored: break
            }
        }
        spool.release(settled)
        return Intake.SpoolState(
            effects: spool.takeEffects(),
            unsafeFrom: spool.isSynced ? min(machine.oldestUnspooled ?? .max, oldestUnseen { $0 == .memory }) : 0,
            blockedUntil: machine.blocked(at: now)
        )
    }

    /// The lowest sequence number of what is held here, in memory or on disk.
    var oldestHeld: UInt64? {
        if isLeavingSome { return 0 }
        let held = min(machine.oldestSequence ?? .max, spool?.oldestSequence ?? .max, oldestUnseen { _ in true })
        return held == .max ? nil : held
    }

    /// The lowest sequence number of what no hook has seen, among those that are where `isMeant` says.
    private func oldestUnseen(_ isMeant: (Custody) -> Bool) -> UInt64 {
        var oldest = UInt64.max
        for record in unseen where isMeant(record.custody) { oldest = min(oldest, record.sequence) }
        return oldest
    }
}
