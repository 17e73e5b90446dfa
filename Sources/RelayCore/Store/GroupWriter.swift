internal import Sanitizer
internal import TelemetryWire

/// The writer's side of the database: applies groups of batches, each group in one transaction.
///
/// Belongs to the writer's thread alone, except while the store is being opened. A batch whose values SQLite refuses
/// is undone alone (savepoint); an error of the store itself undoes and fails the whole group.
final class GroupWriter: @unchecked Sendable {
    // Sendable because it is handed to the writer's thread once, before that thread's first group, and never shared.
    let connection: SQLiteConnection
    private var index: EventIDIndex
    private let rows: RowWriter
    private let flows: FlowWriter
    private let file: FileIdentity
    private let now: @Sendable () -> Int64
    private let begin: SQLiteStatement
    private let commit: SQLiteStatement
    private let savepoint: SQLiteStatement
    private let release: SQLiteStatement
    private let countEmpty: SQLiteStatement
    private var checkpointedPages = 0

    /// Pages in the WAL (4 MiB) after which they are copied into the database.
    private static let checkpointPages = 1_000

    /// Prepares every statement of the write path.
    init(
        _ connection: SQLiteConnection,
        file: FileIdentity,
        limits: SQLiteStore.Limits,
        now: @escaping @Sendable () -> Int64
    ) throws(StoreError) {
        self.connection = connection
        self.file = file
        self.now = now
        index = try EventIDIndex(connection, segmentRows: limits.segmentRows, now: now())
        rows = try RowWriter(connection, lastEvent: index.lastEvent)
        flows = try FlowWriter(connection, openLimit: limits.openFlows, cached: limits.cachedFlows)
        begin = try connection.statement("BEGIN IMMEDIATE")
        commit = try connection.statement("COMMIT")
        savepoint = try connection.statement("SAVEPOINT batch")
        release = try connection.statement("RELEASE batch")
        countEmpty = try connection.statement("UPDATE store SET empty_commits = empty_commits + 1 WHERE id = 1")
    }

    /// Commits a group, then tells everybody. When a completion runs, its batch is on disk or undone.
    func store(_ group: [WriterQueue.Entry]) {
        let results = write(group)
        for (entry, result) in zip(group, results) {
            entry.completion(result)
        }
        maintain()
    }

    private func write(_ group: [WriterQueue.Entry]) -> [Result<BatchReceipt, StoreError>] {
        var results: [Result<BatchReceipt, StoreError>] = []
        results.reserveCapacity(group.count)
        let point = rows.point
        do throws(StoreError) {
            guard file.isInPlace else { throw .moved }
            try begin.run()
            let before = connection.totalChanges
            try flows.sweep(now: now())
            for entry in group {
                results.append(try isolated(entry.batch))
            }
            // Nothing to write is still a promise: the answer follows an fsync that began after the request.
            if connection.totalChanges == before {
                try countEmpty.run()
            }
            try commit.run()
            index.committed()
            return results
        } catch {
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            index.undo(to: 0)
            rows.point = point
            flows.forget()
            // Where the disk is full, the WAL can be used again from its start once its pages are in the database.
            if error == .diskFull { _ = try? connection.checkpoint() }
            return group.map { _ in .failure(error) }
        }
    }

    /// Applies one batch so that its failure leaves no trace. Throws only what concerns the whole group.
    private func isolated(_ batch: IngestBatch) throws(StoreError) -> Result<BatchReceipt, StoreError> {
        try savepoint.run()
        let mark = index.mark
        let point = rows.point
        do throws(StoreError) {
            let receipt = try apply(batch)
            try release.run()
            return .success(receipt)
        } catch {
            guard error.concernsOneBatch, connection.isInTransaction else { throw error }
            try connection.execute("ROLLBACK TO batch; RELEASE batch")
            index.undo(to: mark)
            rows.point = point
            flows.forget()
            return .failure(error)
        }
    }

    private func apply(_ batch: IngestBatch) throws(StoreError) -> BatchReceipt {
        if let id = batch.batchID, try !rows.addBatch(id, batch) {
            return BatchReceipt(fates: batch.events.map { _ in .duplicate }, isRepeat: true)
        }
        var receipt = BatchReceipt(fates: [], isRepeat: false)
        receipt.fates.reserveCapacity(batch.events.count)
        for event in batch.events {
            switch try index.find(event.id, project: batch.project.rawValue, connection) {
            case .known:
                try rows.addOutcome(.duplicate(of: event.kind), batch)
                receipt.fates.append(.duplicate)
            case .unknown(let slot):
                let row = try rows.addEvent(event, batch)
                index.add(slot: slot, event: row, receivedAt: batch.receivedAt)
                receipt.fates.append(.stored)
            }
        }
        let written = try flows.write(batch, now: now())
        if written.duplicates > 0 { try rows.addOutcome(.duplicates(of: .checkout, written.duplicates), batch) }
        for outcome in batch.outcomes where outcome.quantity > 0 {
            try rows.addOutcome(outcome, batch)
        }
        return receipt
    }

    /// Work that nobody waits for, between groups: index segments, and copying the WAL into the database.
    private func maintain() {
        if index.wantsSpill { index.spill(connection, lastEvent: rows.point, now: now()) }
        let pages = connection.walPages
        if pages < checkpointedPages { checkpointedPages = 0 }
        guard pages - checkpointedPages >= GroupWriter.checkpointPages else { return }
        // A failure leaves the pages in the WAL, where they are just as durable.
        _ = try? connection.checkpoint()
        checkpointedPages = pages
    }

    /// Copies the WAL into the database and brings the planner's statistics up to date, at the end.
    func finish() {
        try? connection.execute("PRAGMA optimize")
        _ = try? connection.checkpoint()
    }
}

extension OutcomeCount {
    /// So many duplicates of a category.
    static func duplicates(of category: DataCategory, _ quantity: Int64) -> OutcomeCount {
        let name = Sanitized(literal: category.name)
        return OutcomeCount(source: .relay, reason: .duplicate, category: name, quantity: quantity)
    }

    /// One duplicate of this kind.
    static func duplicate(of kind: IngestEvent.Kind) -> OutcomeCount {
        let category: Sanitized<String> =
            switch kind {
            case .event: Sanitized(literal: "error")
            case .log: Sanitized(literal: "log_item")
            case .feedback: Sanitized(literal: "feedback")
            }
        return OutcomeCount(source: .relay, reason: .duplicate, category: category, quantity: 1)
    }
}
