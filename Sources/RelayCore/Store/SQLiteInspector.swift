internal import Glibc
internal import Sanitizer
internal import TelemetryDelivery
internal import TelemetryWire

/// The queries over a data directory: one read-only connection, also while a relay runs on it.
package final class SQLiteInspector: Inspector {
    // Only ever used inside the lock, so that one thread at a time is in SQLite with it.
    private let connection: Lock<SQLiteConnection>
    private let directory: DataDirectory
    private let hasher: EventIDHash

    /// Opens the store in `directory` for reading.
    ///
    /// Throws `.failed(code: ENOENT)` if there is none, `.readOnly` if it may not be read, and `.newerSchema` or `.corrupt`
    /// if this version cannot.
    package init(directory: DataDirectory) throws(StoreError) {
        let opened = try SQLiteInspector.open(directory)
        hasher = try EventIDHash(opened)
        connection = Lock(opened)
        self.directory = directory
    }

    static func open(_ directory: DataDirectory) throws(StoreError) -> SQLiteConnection {
        guard unsafe access(directory.database, R_OK) == 0 else { throw DataDirectory.error(errno) }
        // Where nobody can write, there is no WAL to share either: read the file as it is.
        let frozen =
            unsafe access(directory.path, W_OK) != 0 && access(directory.database + "-wal", F_OK) != 0
        let connection = try SQLiteConnection(path: directory.database, mode: frozen ? .immutable : .readOnly)
        guard try Migrations.check(connection) == Migrations.current else { throw .corrupt }
        try connection.execute("PRAGMA query_only = ON; PRAGMA cell_size_check = ON")
        return connection
    }

    func withConnection<Value>(
        _ body: (SQLiteConnection) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try connection.withLock { (connection) throws(StoreError) -> Value in try body(connection) }
    }

    /// See `Inspector`.
    package func issues(_ query: InspectorQuery) throws(StoreError) -> [IssueSummary] {
        try withConnection { (connection) throws(StoreError) -> [IssueSummary] in
            let rows = try connection.statement(
                """
                SELECT \(IssueSummary.columns) FROM issues JOIN projects ON projects.id = issues.project
                WHERE ?1 IS NULL OR issues.project = ?1 ORDER BY last_seen DESC, issues.id DESC LIMIT ?2
                """
            )
            defer { rows.reset() }
            try rows.bind(1, query.project?.rawValue)
            try rows.bind(2, query.limit.map(Int64.init) ?? -1)
            var issues: [IssueSummary] = []
            while try rows.step() { issues.append(IssueSummary(rows)) }
            return issues
        }
    }

    /// See `Inspector`.
    package func issue(_ id: ShortID) throws(StoreError) -> IssueSummary? {
        try withConnection { (connection) throws(StoreError) -> IssueSummary? in
            let rows = try connection.statement(
                """
                SELECT \(IssueSummary.columns) FROM projects JOIN issues ON projects.id = issues.project
                WHERE slug = ?1 AND number = ?2
                """
            )
            defer { rows.reset() }
            try rows.bind(1, lookup: id.slug)
            try rows.bind(2, id.number)
            return try rows.step() ? IssueSummary(rows) : nil
        }
    }

    /// See `Inspector`.
    package func keys(project: ProjectID?) throws(StoreError) -> [KeySummary] {
        try withConnection { (connection) throws(StoreError) -> [KeySummary] in
            let rows = try connection.statement(
                """
                SELECT keys.id, project, key_high, key_low, slug, keys.created_at, disabled_at
                FROM keys JOIN projects ON projects.id = project
                WHERE ?1 IS NULL OR project = ?1 ORDER BY keys.id
                """
            )
            defer { rows.reset() }
            try rows.bind(1, project?.rawValue)
            var keys: [KeySummary] = []
            while try rows.step() {
                let key = ProjectKey(
                    id: rows.integer(0),
                    project: ProjectID(rows.integer(1)),
                    publicKey: EventID(high: rows.bits(2), low: rows.bits(3)).description,
                    isActive: rows.isNull(6)
                )
                keys.append(
                    KeySummary(
                        key: key,
                        slug: rows.text(4) ?? "",
                        createdAt: rows.integer(5),
                        disabledAt: rows.optionalInteger(6)
                    )
                )
            }
            return keys
        }
    }

    /// See `Inspector`.
    package func outcomes(_ query: InspectorQuery) throws(StoreError) -> [OutcomeSummary] {
        try withConnection { (connection) throws(StoreError) -> [OutcomeSummary] in
            let rows = try connection.statement(
                """
                SELECT project, source, reason, category, sum(quantity), min(hour), max(hour) FROM outcomes
                WHERE ?1 IS NULL OR project = ?1 GROUP BY project, source, reason, category
                ORDER BY 5 DESC, 1, 2, 3, 4 LIMIT ?2
                """
            )
            defer { rows.reset() }
            try rows.bind(1, query.project?.rawValue)
            try rows.bind(2, query.limit.map(Int64.init) ?? -1)
            var outcomes: [OutcomeSummary] = []
            while try rows.step() {
                outcomes.append(
                    OutcomeSummary(
                        project: ProjectID(rows.integer(0)),
                        source: OutcomeCount.Source(rawValue: UInt8(truncatingIfNeeded: rows.integer(1))) ?? .relay,
                        reason: rows.text(2) ?? "",
                        category: rows.text(3) ?? "",
                        quantity: rows.integer(4),
                        firstHour: rows.integer(5) &* 3_600_000,
                        lastHour: rows.integer(6) &* 3_600_000
                    )
                )
            }
            return outcomes
        }
    }

    /// See `Inspector`.
    package func statistics(project: ProjectID?) throws(StoreError) -> StoreStatistics {
        try withConnection { (connection) throws(StoreError) -> StoreStatistics in
            let rows = try connection.statement(
                """
                SELECT (SELECT count(*) FROM issues WHERE ?1 IS NULL OR project = ?1),
                    (SELECT coalesce(sum(events), 0) FROM issues WHERE ?1 IS NULL OR project = ?1),
                    (SELECT coalesce(sum(findings), 0) FROM events WHERE ?1 IS NULL OR project = ?1),
                    (SELECT coalesce(sum(quantity), 0) FROM outcomes
                        WHERE (?1 IS NULL OR project = ?1) AND reason != 'duplicate'),
                    (SELECT coalesce(sum(quantity), 0) FROM outcomes
                        WHERE (?1 IS NULL OR project = ?1) AND reason = 'duplicate'),
                    (SELECT coalesce(sum(raw_size), 0) FROM payloads JOIN events ON events.id = event
                        WHERE ?1 IS NULL OR project = ?1),
                    (SELECT coalesce(sum(length(gzip)), 0) FROM payloads JOIN events ON events.id = event
                        WHERE ?1 IS NULL OR project = ?1),
                    (SELECT coalesce(sum(n), 0) FROM checkout_counts JOIN checkout_groups ON id = checkout_group
                        WHERE counter = 0 AND (?1 IS NULL OR project = ?1)),
                    (SELECT coalesce(sum(n), 0) FROM checkout_counts JOIN checkout_groups ON id = checkout_group
                        WHERE counter = 27 AND (?1 IS NULL OR project = ?1))
                """
            )
            defer { rows.reset() }
            try rows.bind(1, project?.rawValue)
            var totals = StoreStatistics()
            guard try rows.step() else { return totals }
            totals.issues = rows.integer(0)
            totals.events = rows.integer(1)
            totals.findings = rows.integer(2)
            totals.dropped = rows.integer(3)
            totals.duplicates = rows.integer(4)
            totals.rawBytes = rows.integer(5)
            totals.storedBytes = rows.integer(6)
            totals.flows = rows.integer(7)
            totals.checkoutEvents = rows.integer(8)
            var status = stat()
            if unsafe stat(directory.database, &status) == 0 { totals.fileBytes = Int64(status.st_size) }
            return totals
        }
    }

    /// The rows that hold an id, by project.
    func places(
        of id: EventID,
        project: ProjectID?,
        _ connection: SQLiteConnection
    ) throws(StoreError) -> [EventIDLookup.Place] {
        try EventIDLookup.places(of: id, project: project?.rawValue, hasher, connection)
    }
}
