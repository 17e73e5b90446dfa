internal import Sanitizer
internal import TelemetryGzip
package import TelemetryWire

extension SQLiteInspector {
    private static let pageSize = 256

    /// See `Inspector`.
    package func forEachEvent(
        _ query: InspectorQuery,
        issue: ShortID?,
        _ body: (EventSummary) -> Bool
    ) throws(StoreError) {
        var left = query.limit ?? Int.max
        var before = Int64.max
        while left > 0 {
            let count = min(left, SQLiteInspector.pageSize)
            let page = try page(query.project, issue, before: before, count: count)
            for (row, event) in page {
                before = row
                guard body(event) else { return }
            }
            guard page.count == count else { return }
            left -= count
        }
    }

    private func page(
        _ project: ProjectID?,
        _ issue: ShortID?,
        before: Int64,
        count: Int
    ) throws(StoreError) -> [(row: Int64, event: EventSummary)] {
        try withConnection { (connection) throws(StoreError) -> [(row: Int64, event: EventSummary)] in
            // Three texts, so that each uses the index that fits it.
            let filter =
                issue != nil
                ? "events.issue = (SELECT issues.id FROM issues JOIN projects ON projects.id = issues.project"
                    + " WHERE slug = ?4 AND number = ?5) AND (?3 IS NULL OR events.project = ?3)"
                : project != nil ? "events.project = ?3" : "?3 IS NULL"
            let rows = try connection.statement(
                """
                SELECT \(EventSummary.columns) FROM \(EventSummary.tables)
                WHERE \(filter) AND events.id < ?1 ORDER BY events.id DESC LIMIT ?2
                """
            )
            defer { rows.reset() }
            try rows.bind(1, before)
            try rows.bind(2, Int64(count))
            try rows.bind(3, project?.rawValue)
            if let issue {
                try rows.bind(4, lookup: issue.slug)
                try rows.bind(5, issue.number)
            }
            var page: [(row: Int64, event: EventSummary)] = []
            while try rows.step() { page.append((rows.integer(0), EventSummary(rows))) }
            return page
        }
    }

    /// See `Inspector`.
    package func event(_ id: EventID, project: ProjectID?) throws(StoreError) -> StoredEvent? {
        try withConnection { (connection) throws(StoreError) -> StoredEvent? in
            guard let place = try places(of: id, project: project, connection).first else { return nil }
            return try storedEvent(place.row, connection)
        }
    }

    /// See `Inspector`.
    package func projects(holding id: EventID) throws(StoreError) -> [ProjectID] {
        try withConnection { (connection) throws(StoreError) -> [ProjectID] in
            try places(of: id, project: nil, connection).map { ProjectID($0.project) }
        }
    }

    /// See `Inspector`.
    package func latestEvent(of issue: ShortID) throws(StoreError) -> StoredEvent? {
        try withConnection { (connection) throws(StoreError) -> StoredEvent? in
            let rows = try connection.statement(
                """
                SELECT max(events.id) FROM events WHERE issue = (SELECT issues.id FROM issues
                    JOIN projects ON projects.id = issues.project WHERE slug = ?1 AND number = ?2)
                """
            )
            defer { rows.reset() }
            try rows.bind(1, lookup: issue.slug)
            try rows.bind(2, issue.number)
            guard try rows.step(), let row = rows.optionalInteger(0) else { return nil }
            return try storedEvent(row, connection)
        }
    }

    private func storedEvent(_ row: Int64, _ connection: SQLiteConnection) throws(StoreError) -> StoredEvent? {
        let events = try connection.statement(
            "SELECT \(EventSummary.columns) FROM \(EventSummary.tables) WHERE events.id = ?1"
        )
        defer { events.reset() }
        try events.bind(1, row)
        guard try events.step() else { return nil }
        let payloads = try connection.statement("SELECT gzip FROM payloads WHERE event = ?1")
        defer { payloads.reset() }
        try payloads.bind(1, row)
        guard try payloads.step() else { throw .corrupt }
        return StoredEvent(
            summary: EventSummary(events),
            payload: try StoredPayload.inflate(payloads.blob(0)),
            findings: try findings(of: row, connection)
        )
    }

    private func findings(of row: Int64, _ connection: SQLiteConnection) throws(StoreError) -> [StoredFinding] {
        let rows = try connection.statement(
            """
            SELECT path, rule, method, range_start, range_end, evidence, stage, policy_version
            FROM findings WHERE event = ?1 ORDER BY ordinal
            """
        )
        defer { rows.reset() }
        try rows.bind(1, row)
        var findings: [StoredFinding] = []
        while try rows.step() {
            let start = max(0, rows.integer(3))
            findings.append(
                StoredFinding(
                    path: rows.text(0) ?? "",
                    rule: rows.text(1) ?? "",
                    method: rows.text(2) ?? "",
                    range: start..<max(start, rows.integer(4)),
                    evidence: Finding.Evidence(rawValue: UInt32(truncatingIfNeeded: rows.integer(5))),
                    stage: rows.text(6) ?? "",
                    policyVersion: rows.integer(7)
                )
            )
        }
        return findings
    }
}

extension IssueSummary {
    static let columns = """
        slug, number, issues.project, type, message, culprit, level, state, first_seen, last_seen, events,
        first_release, last_release,
        (SELECT environment FROM events WHERE events.issue = issues.id ORDER BY events.id DESC LIMIT 1)
        """

    /// Reads a row of `columns`.
    init(_ rows: SQLiteStatement) {
        id = ShortID(slug: rows.text(0) ?? "", number: rows.integer(1))
        project = ProjectID(rows.integer(2))
        type = rows.text(3)
        message = rows.text(4)
        culprit = rows.text(5)
        level = Level(rawValue: UInt8(truncatingIfNeeded: rows.integer(6))) ?? .error
        state = State(rawValue: rows.integer(7)) ?? .open
        firstSeen = rows.integer(8)
        lastSeen = rows.integer(9)
        events = rows.integer(10)
        firstRelease = rows.text(11)
        lastRelease = rows.text(12)
        environment = rows.text(13)
    }
}

extension EventSummary {
    static let columns = """
        events.id, event_high, event_low, events.project, slug, number, kind, events.level, timestamp, received_at,
        events.type, events.message, events.culprit, release, environment, platform, logger, sdk_name, sdk_version,
        findings
        """
    static let tables = """
        events JOIN issues ON issues.id = events.issue JOIN projects ON projects.id = events.project
        """

    /// Reads a row of `columns`.
    init(_ rows: SQLiteStatement) {
        id = EventID(high: rows.bits(1), low: rows.bits(2))
        project = ProjectID(rows.integer(3))
        issue = ShortID(slug: rows.text(4) ?? "", number: rows.integer(5))
        kind = IngestEvent.Kind(rawValue: UInt8(truncatingIfNeeded: rows.integer(6))) ?? .event
        level = Level(rawValue: UInt8(truncatingIfNeeded: rows.integer(7))) ?? .error
        timestamp = rows.integer(8)
        receivedAt = rows.integer(9)
        type = rows.text(10)
        message = rows.text(11)
        culprit = rows.text(12)
        release = rows.text(13)
        environment = rows.text(14)
        platform = rows.text(15)
        logger = rows.text(16)
        sdkName = rows.text(17)
        sdkVersion = rows.text(18)
        findings = rows.integer(19)
    }
}
