internal import TelemetryWire

/// Writes the checkout entries of batches: entries, flows and figures, in the batch's transaction.
///
/// Belongs to the writer's thread. After a rollback `forget` has to be called: what is in memory is then read again.
final class FlowWriter {
    /// Silence after which a checkout without an end is taken for abandoned.
    static let patience: Int64 = 30 * 60_000
    /// Silent flows that are given up in one group at most; the rest waits for the next.
    static let sweepStep = 512

    /// What became of a batch's entries.
    struct Receipt {
        /// Entries that were there already.
        var duplicates: Int64 = 0
    }

    private let rows: FlowRows
    private let entries: EntryRows
    private let figures: FlowTallyRows
    private let words: WordTable
    private let sources: SourceTable
    private let groups: FlowGroupTable
    private let packer: EntryPacker
    private let anomalies: AnomalyRows
    private var cache: FlowCache
    private var lastID: Int64?
    private var openCount: Int?
    private let openLimit: Int

    /// Prepares the statements. At most `openLimit` flows stay open, `cached` in memory.
    init(_ connection: SQLiteConnection, openLimit: Int, cached: Int) throws(StoreError) {
        rows = try FlowRows(connection)
        entries = try EntryRows(connection)
        figures = try FlowTallyRows(connection)
        words = try WordTable(connection)
        sources = try SourceTable(connection)
        groups = try FlowGroupTable(connection)
        anomalies = try AnomalyRows(connection)
        packer = EntryPacker(words, sources, groups)
        cache = FlowCache(limit: cached)
        self.openLimit = openLimit
    }

    /// Forgets what is in memory: the transaction that it came from was undone.
    func forget() {
        words.forget()
        sources.forget()
        groups.forget()
        anomalies.forget()
        figures.forget()
        cache.forget()
        lastID = nil
        openCount = nil
    }

    /// A flow that a batch touches: as it was, and as it is.
    private struct Touched {
        var before: (contribution: FlowContribution, group: Int64, mode: FlowMode)?
        var row: FlowRow
        /// No entry was added: nothing but counts has changed.
        var isNew: Bool { before == nil }
    }

    /// Writes a batch's entries.
    func write(_ batch: IngestBatch, now: Int64) throws(StoreError) -> Receipt {
        var receipt = Receipt()
        for anomaly in batch.anomalies { try anomalies.add(anomaly, project: batch.project.rawValue) }
        guard !batch.entries.isEmpty else { return receipt }
        var touched: [Touched] = []
        var places: [FlowKey: Int] = [:]
        for entry in batch.entries {
            guard let key = entry.key else { continue }
            let packed = try packer.pack(entry, receivedAt: batch.receivedAt)
            let place: Int
            if let known = places[key] {
                place = known
            } else {
                place = touched.count
                places[key] = place
                touched.append(try touch(key, packed, project: batch.project.rawValue))
            }
            if try !add(packed, to: &touched[place].row) { receipt.duplicates += 1 }
        }
        var tally = FlowTally()
        for flow in touched { try settle(flow, &tally, now: now) }
        try boundOpen(&tally)
        try tally.flush(figures)
        return receipt
    }

    /// Gives up flows that were silent for too long, a bounded number of them.
    func sweep(now: Int64) throws(StoreError) {
        var tally = FlowTally()
        let silent = try rows.open(before: now - FlowWriter.patience, limit: FlowWriter.sweepStep)
        guard !silent.isEmpty else { return }
        try giveUp(silent, &tally)
        try tally.flush(figures)
    }

    private func touch(
        _ key: FlowKey,
        _ packed: EntryPacker.Packed,
        project: Int64
    ) throws(StoreError) -> Touched {
        let cacheKey = FlowCache.Key(project: project, flow: key)
        let known: FlowRow?
        if let cached = cache[cacheKey] {
            known = cached
        } else {
            known = try rows.row(key, project: project, groups)
        }
        if let row = known { return Touched(before: (row.contribution, row.group, row.mode), row: row) }
        let last: Int64
        if let lastID { last = lastID } else { last = try rows.lastID() }
        lastID = last + 1
        return Touched(
            before: nil,
            row: FlowRow(
                id: last + 1,
                project: project,
                key: key,
                record: FlowRecord(isSession: key.isSession),
                mode: .settled,
                group: 0,
                source: packed.source,
                session: packed.session
            )
        )
    }

    /// Adds an entry to its flow; false if it was there already.
    private func add(_ packed: EntryPacker.Packed, to flow: inout FlowRow) throws(StoreError) -> Bool {
        let sequence = packed.step.sequence
        let entry = try packer.row(packed, in: flow)
        // A number above all others cannot be there.
        if sequence <= flow.record.highest,
            let isSame = try entries.compare(entry, flow: flow.id, sequence: sequence)
        {
            if isSame { flow.record.duplicates += 1 } else { flow.record.conflicts += 1 }
            return false
        }
        try flow.record.add(packed.step, entries.history(of: flow.id))
        try entries.add(entry, flow: flow.id, sequence: sequence, receivedAt: packed.step.receivedAt)
        return true
    }

    /// Writes a flow's row, and what changed with it in the figures.
    private func settle(_ flow: Touched, _ tally: inout FlowTally, now: Int64) throws(StoreError) {
        var row = flow.row
        row.group = try groups.group(FlowGroupTable.Key(project: row.project, words: row.record.group))
        if row.record.isUnfinished {
            row.mode = row.record.lastAt < now - FlowWriter.patience ? .provisional : .open
        } else {
            row.mode = .settled
        }
        try rows.write(row)
        if let before = flow.before { tally.remove(before.contribution, group: before.group) }
        tally.add(row.contribution, group: row.group)
        let change = (row.mode == .open ? 1 : 0) - (flow.before?.mode == .open ? 1 : 0)
        if let count = openCount { openCount = count + change }
        cache[FlowCache.Key(project: row.project, flow: row.key)] = row
    }

    /// Keeps the number of open flows within its limit: the oldest are given up.
    private func boundOpen(_ tally: inout FlowTally) throws(StoreError) {
        let open: Int
        if let openCount { open = openCount } else { open = try rows.openCount() }
        openCount = open
        guard open > openLimit else { return }
        try giveUp(try rows.open(before: Int64.max, limit: open - openLimit), &tally)
    }

    private func giveUp(_ flows: [FlowRows.OpenFlow], _ tally: inout FlowTally) throws(StoreError) {
        for flow in flows {
            try rows.set(.provisional, of: flow.id)
            tally.add(.abandonedProvisional, group: flow.group, weight: flow.weight)
            if flow.stages.contains(.delayed), !flow.stages.contains(.ready) {
                tally.add(.slowThenLeft, group: flow.group, weight: flow.weight)
            }
            cache.set(.provisional, of: FlowCache.Key(project: flow.project, flow: flow.key))
        }
        if let count = openCount { openCount = count - flows.count }
    }
}
