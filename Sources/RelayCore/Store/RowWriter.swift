internal import Sanitizer
internal import TelemetryGzip
internal import TelemetryWire

/// The statements that write rows, prepared once. Every call happens inside the group's transaction.
final class RowWriter {
    private let findBatch: SQLiteStatement
    private let insertBatch: SQLiteStatement
    private let countRepeat: SQLiteStatement
    private let updateIssue: SQLiteStatement
    private let takeNumber: SQLiteStatement
    private let insertIssue: SQLiteStatement
    private let insertEvent: SQLiteStatement
    private let insertPayload: SQLiteStatement
    private let insertFinding: SQLiteStatement
    private let addOutcome: SQLiteStatement

    /// The number of the newest event row; going back to an earlier value undoes numbers given since.
    var point: Int64

    /// Prepares the statements; `lastEvent` is the newest row number ever given.
    init(_ connection: SQLiteConnection, lastEvent: Int64) throws(StoreError) {
        point = lastEvent
        findBatch = try connection.statement(
            "SELECT id FROM batches WHERE batch_high = ?1 AND batch_low = ?2 AND project = ?3"
        )
        insertBatch = try connection.statement(
            "INSERT INTO batches (project, batch_high, batch_low, received_at) VALUES (?1, ?2, ?3, ?4)"
        )
        countRepeat = try connection.statement("UPDATE batches SET repeats = repeats + 1 WHERE id = ?1")
        updateIssue = try connection.statement(
            """
            UPDATE issues SET events = events + 1, level = ?5, first_seen = min(first_seen, ?6),
                last_seen = max(last_seen, ?6), last_release = coalesce(?7, last_release)
            WHERE project = ?1 AND fingerprint_high = ?2 AND fingerprint_low = ?3 AND algorithm = ?4
            RETURNING id
            """
        )
        takeNumber = try connection.statement(
            "UPDATE projects SET next_issue = next_issue + 1 WHERE id = ?1 RETURNING next_issue - 1"
        )
        insertIssue = try connection.statement(
            """
            INSERT INTO issues (project, number, algorithm, fingerprint_high, fingerprint_low, type, message, culprit,
                level, first_seen, last_seen, events, first_release, last_release)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10, 1, ?11, ?11) RETURNING id
            """
        )
        insertEvent = try connection.statement(
            """
            INSERT INTO events (id, project, issue, key, event_high, event_low, kind, level, timestamp, received_at,
                type, message, culprit, release, environment, platform, logger, sdk_name, sdk_version, findings)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)
            """
        )
        insertPayload = try connection.statement("INSERT INTO payloads (event, raw_size, gzip) VALUES (?1, ?2, ?3)")
        insertFinding = try connection.statement(
            """
            INSERT INTO findings (event, ordinal, path, rule, method, range_start, range_end, evidence, stage,
                policy_version)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """
        )
        addOutcome = try connection.statement(
            """
            INSERT INTO outcomes (hour, project, source, reason, category, quantity) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity
            """
        )
    }

    /// Remembers a batch; false if it was seen before, which is then counted on its row.
    func addBatch(_ id: EventID, _ batch: IngestBatch) throws(StoreError) -> Bool {
        try findBatch.bind(1, bits: id.high)
        try findBatch.bind(2, bits: id.low)
        try findBatch.bind(3, batch.project.rawValue)
        defer { findBatch.reset() }
        if try findBatch.step() {
            try countRepeat.bind(1, findBatch.integer(0))
            try countRepeat.run()
            return false
        }
        try insertBatch.bind(1, batch.project.rawValue)
        try insertBatch.bind(2, bits: id.high)
        try insertBatch.bind(3, bits: id.low)
        try insertBatch.bind(4, batch.receivedAt)
        try insertBatch.run()
        return true
    }

    /// Stores an event under its issue; the row's number.
    func addEvent(_ event: IngestEvent, _ batch: IngestBatch) throws(StoreError) -> Int64 {
        let issue = try issue(of: event, batch)
        let row = point + 1
        let index = event.index
        try insertEvent.bind(1, row)
        try insertEvent.bind(2, batch.project.rawValue)
        try insertEvent.bind(3, issue)
        try insertEvent.bind(4, batch.key)
        try insertEvent.bind(5, bits: event.id.high)
        try insertEvent.bind(6, bits: event.id.low)
        try insertEvent.bind(7, Int64(event.kind.rawValue))
        try insertEvent.bind(8, Int64(event.level.rawValue))
        try insertEvent.bind(9, event.timestamp)
        try insertEvent.bind(10, batch.receivedAt)
        try insertEvent.bind(11, index.type)
        try insertEvent.bind(12, index.message)
        try insertEvent.bind(13, index.culprit)
        try insertEvent.bind(14, index.release)
        try insertEvent.bind(15, index.environment)
        try insertEvent.bind(16, index.platform)
        try insertEvent.bind(17, index.logger)
        try insertEvent.bind(18, index.sdkName)
        try insertEvent.bind(19, index.sdkVersion)
        try insertEvent.bind(20, Int64(event.findings.count))
        try insertEvent.run()
        try insertPayload.bind(1, row)
        try insertPayload.bind(2, Int64(event.payload.rawCount))
        try insertPayload.bind(3, event.payload)
        try insertPayload.run()
        for (ordinal, finding) in event.findings.enumerated() {
            try addFinding(finding, ordinal: ordinal, row: row)
        }
        point = row
        return row
    }

    /// Adds to a count of what was dropped in the hour of receipt.
    func addOutcome(_ outcome: OutcomeCount, _ batch: IngestBatch) throws(StoreError) {
        try addOutcome.bind(1, batch.receivedAt / 3_600_000)
        try addOutcome.bind(2, batch.project.rawValue)
        try addOutcome.bind(3, Int64(outcome.source.rawValue))
        try addOutcome.bind(4, outcome.reason)
        try addOutcome.bind(5, outcome.category)
        try addOutcome.bind(6, outcome.quantity)
        try addOutcome.run()
    }

    private func addFinding(_ finding: Finding, ordinal: Int, row: Int64) throws(StoreError) {
        try insertFinding.bind(1, row)
        try insertFinding.bind(2, Int64(ordinal))
        try insertFinding.bind(3, finding.path)
        try insertFinding.bind(4, finding.rule)
        try insertFinding.bind(5, finding.method)
        try insertFinding.bind(6, Int64(finding.range.lowerBound))
        try insertFinding.bind(7, Int64(finding.range.upperBound))
        try insertFinding.bind(8, Int64(finding.evidence.rawValue))
        try insertFinding.bind(9, finding.stage)
        try insertFinding.bind(10, Int64(finding.policyVersion))
        try insertFinding.run()
    }

    /// Counts the event on its issue, which is made if this is its first; the issue's row number.
    private func issue(of event: IngestEvent, _ batch: IngestBatch) throws(StoreError) -> Int64 {
        let project = batch.project.rawValue
        let fingerprint = event.fingerprint
        // A clock that is ahead must not keep an issue on top of the list for years.
        let seen = event.timestamp > 0 ? min(event.timestamp, batch.receivedAt) : batch.receivedAt
        try updateIssue.bind(1, project)
        try updateIssue.bind(2, bits: fingerprint.high)
        try updateIssue.bind(3, bits: fingerprint.low)
        try updateIssue.bind(4, Int64(fingerprint.algorithm))
        try updateIssue.bind(5, Int64(event.level.rawValue))
        try updateIssue.bind(6, seen)
        try updateIssue.bind(7, event.index.release)
        defer { updateIssue.reset() }
        if try updateIssue.step() { return updateIssue.integer(0) }

        try takeNumber.bind(1, project)
        defer { takeNumber.reset() }
        // No such project: the same answer as a broken reference.
        guard try takeNumber.step() else { throw .failed(code: 787) }
        try insertIssue.bind(1, project)
        try insertIssue.bind(2, takeNumber.integer(0))
        try insertIssue.bind(3, Int64(fingerprint.algorithm))
        try insertIssue.bind(4, bits: fingerprint.high)
        try insertIssue.bind(5, bits: fingerprint.low)
        try insertIssue.bind(6, event.index.type)
        try insertIssue.bind(7, event.index.message)
        try insertIssue.bind(8, event.index.culprit)
        try insertIssue.bind(9, Int64(event.level.rawValue))
        try insertIssue.bind(10, seen)
        try insertIssue.bind(11, event.index.release)
        defer { insertIssue.reset() }
        guard try insertIssue.step() else { throw StoreError(.misuse) }
        return insertIssue.integer(0)
    }
}
