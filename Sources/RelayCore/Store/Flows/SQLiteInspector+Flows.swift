package import TelemetryWire

extension SQLiteInspector {
    private static let flowPage: Int64 = 512

    private static let flowColumns = """
        f.id, f.flow_high, f.flow_low, f.is_session, f.project, g.environment, g.sdk, g.version, g.wrapper, g.kind,
        f.first_at, f.last_at, f.stages, f.outcome, f.certainty, f.state, f.attempts, f.failed_attempts, f.ready_ms,
        f.errors, f.entries, f.span, f.late, f.duplicates, f.conflicts, f.endings, f.told_duplicates, f.weight
        """

    /// See `Inspector`.
    package func forEachFlow(
        _ query: InspectorQuery,
        _ filter: FlowFilter,
        now: Int64,
        _ body: (FlowSummary) -> Bool
    ) throws(StoreError) {
        var left = query.limit ?? Int.max
        var before = Int64.max
        while left > 0 {
            let page = try flowPage(query.project, before: before, now: now)
            guard let last = page.last else { return }
            for (_, flow) in page where left > 0 && filter.takes(flow) {
                left -= 1
                guard body(flow) else { return }
            }
            before = last.row
        }
    }

    private func flowPage(
        _ project: ProjectID?,
        before: Int64,
        now: Int64
    ) throws(StoreError) -> [(row: Int64, flow: FlowSummary)] {
        try snapshot { (connection) throws(StoreError) -> [(row: Int64, flow: FlowSummary)] in
            let dictionary = try FlowDictionary(connection)
            let rows = try connection.statement(
                """
                SELECT \(SQLiteInspector.flowColumns) FROM flows AS f JOIN checkout_groups AS g ON g.id = f.checkout_group
                WHERE f.id < ?1 AND f.is_session = 0 AND (?2 IS NULL OR f.project = ?2) ORDER BY f.id DESC LIMIT ?3
                """
            )
            defer { rows.reset() }
            try rows.bind(1, before)
            try rows.bind(2, project?.rawValue)
            try rows.bind(3, SQLiteInspector.flowPage)
            var page: [(row: Int64, flow: FlowSummary)] = []
            while try rows.step() { page.append((rows.integer(0), summary(rows, dictionary, now: now))) }
            return page
        }
    }

    /// See `Inspector`.
    package func flows(_ id: EventID, project: ProjectID?, now: Int64) throws(StoreError) -> [StoredFlow] {
        try snapshot { (connection) throws(StoreError) -> [StoredFlow] in
            let dictionary = try FlowDictionary(connection)
            let rows = try connection.statement(
                """
                SELECT \(SQLiteInspector.flowColumns) FROM flows AS f JOIN checkout_groups AS g ON g.id = f.checkout_group
                WHERE f.flow_high = ?1 AND f.flow_low = ?2 AND (?3 IS NULL OR f.project = ?3)
                ORDER BY f.is_session, f.project
                """
            )
            defer { rows.reset() }
            try rows.bind(1, bits: id.high)
            try rows.bind(2, bits: id.low)
            try rows.bind(3, project?.rawValue)
            var flows: [StoredFlow] = []
            while try rows.step() {
                let entries = try entries(of: rows.integer(0), dictionary, connection)
                flows.append(StoredFlow(summary: summary(rows, dictionary, now: now), entries: entries))
            }
            return flows
        }
    }

    private func entries(
        of flow: Int64,
        _ dictionary: FlowDictionary,
        _ connection: SQLiteConnection
    ) throws(StoreError) -> [StoredFlowEntry] {
        let rows = try connection.statement(
            """
            SELECT \(FlowDictionary.columns) FROM checkout_entries AS e JOIN flows AS f ON f.id = e.flow
            WHERE e.flow = ?1 ORDER BY e.sequence LIMIT \(StoredFlow.entryLimit)
            """
        )
        defer { rows.reset() }
        try rows.bind(1, flow)
        var entries: [StoredFlowEntry] = []
        while try rows.step() {
            guard let json = dictionary.entry(rows),
                let decoded = try? CheckoutEvent.decode(ContiguousArray(json).span)
            else { throw .corrupt }
            entries.append(
                StoredFlowEntry(
                    sequence: rows.integer(1),
                    receivedAt: rows.integer(3) + rows.integer(4),
                    event: decoded.event
                )
            )
        }
        return entries
    }

    /// Hands out every entry as a document, in pages.
    func forEachEntry(_ body: (StoredDocument) -> Void) throws(StoreError) -> StoredTable {
        var table = StoredTable(name: "checkout_entries", rows: 0)
        var last: (flow: Int64, sequence: Int64) = (Int64.min, Int64.min)
        while true {
            let page = try entryPage(after: last)
            for entry in page { body(entry.document) }
            table.rows += Int64(page.count)
            guard let end = page.last else { return table }
            last = (end.document.row, end.sequence)
        }
    }

    private func entryPage(
        after last: (flow: Int64, sequence: Int64)
    ) throws(StoreError) -> [(sequence: Int64, document: StoredDocument)] {
        try snapshot { (connection) throws(StoreError) -> [(sequence: Int64, document: StoredDocument)] in
            let dictionary = try FlowDictionary(connection)
            let rows = try connection.statement(
                """
                SELECT \(FlowDictionary.columns) FROM checkout_entries AS e JOIN flows AS f ON f.id = e.flow
                WHERE (e.flow, e.sequence) > (?1, ?2) ORDER BY e.flow, e.sequence LIMIT 4096
                """
            )
            defer { rows.reset() }
            try rows.bind(1, last.flow)
            try rows.bind(2, last.sequence)
            var page: [(sequence: Int64, document: StoredDocument)] = []
            while try rows.step() {
                var document = StoredDocument(
                    table: "checkout_entries",
                    row: rows.integer(0),
                    column: "attributes",
                    bytes: dictionary.entry(rows)
                )
                document.isCheckout = true
                page.append((rows.integer(1), document))
            }
            return page
        }
    }

    private func summary(_ rows: SQLiteStatement, _ dictionary: FlowDictionary, now: Int64) -> FlowSummary {
        let mode = FlowMode(rawValue: rows.integer(15)) ?? .settled
        let errors = PackedReader.errors(rows.blob(19)) ?? []
        let lastAt = rows.integer(11)
        let isDue = mode == .open && lastAt < now - FlowWriter.patience
        return FlowSummary(
            key: FlowKey(id: EventID(high: rows.bits(1), low: rows.bits(2)), isSession: rows.integer(3) != 0),
            group: FlowGroup(
                project: ProjectID(rows.integer(4)),
                environment: dictionary.word(rows.integer(5)),
                sdk: dictionary.word(rows.integer(6)) ?? "",
                version: dictionary.word(rows.integer(7)),
                wrapper: dictionary.word(rows.integer(8)),
                kind: dictionary.word(rows.integer(9))
            ),
            firstAt: rows.integer(10),
            lastAt: lastAt,
            stages: FlowStages(rawValue: rows.integer(12)),
            outcome: rows.optionalInteger(13).map(CheckoutOutcome.init(storedCode:)),
            certainty: rows.optionalInteger(14).map(CheckoutCertainty.init(storedCode:)),
            isProvisional: mode == .provisional || isDue,
            attempts: rows.integer(16),
            failedAttempts: rows.integer(17),
            readyMilliseconds: rows.optionalInteger(18),
            errors: errors.reduce(0) { $0 + (dictionary.isType($1.error) ? $1.events : 0) },
            entries: rows.integer(20),
            lost: max(0, rows.integer(21) - rows.integer(20)),
            late: rows.integer(22),
            duplicates: rows.integer(23),
            conflicts: rows.integer(24),
            terminalDuplicates: max(0, rows.integer(25) - 1) + rows.integer(26),
            weight: rows.integer(27)
        )
    }
}
