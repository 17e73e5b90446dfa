extension SQLiteInspector {
    /// See `Inspector`.
    package func funnel(project: ProjectID?, now: Int64) throws(StoreError) -> [FunnelGroup] {
        try snapshot { (connection) throws(StoreError) -> [FunnelGroup] in
            var groups = try self.groups(project, connection)
            let counts = try connection.statement("SELECT checkout_group, counter, n, weight FROM checkout_counts")
            defer { counts.reset() }
            while try counts.step() {
                guard let counter = FlowCounter(rawValue: Int(clamping: counts.integer(1))) else { continue }
                groups[counts.integer(0)]?.counts[counter] = FlowCount(n: counts.integer(2), weight: counts.integer(3))
            }
            let ready = try connection.statement(
                "SELECT checkout_group, milliseconds, n FROM checkout_ready ORDER BY checkout_group, milliseconds"
            )
            defer { ready.reset() }
            var (group, times): (Int64, [(milliseconds: Int64, n: Int64)]) = (0, [])
            while try ready.step() {
                if ready.integer(0) != group {
                    groups[group]?.ready = times
                    (group, times) = (ready.integer(0), [])
                }
                times.append((ready.integer(1), ready.integer(2)))
            }
            groups[group]?.ready = times
            try addDue(&groups, now: now, connection)
            return groups.values.filter { $0[.flows].n > 0 || $0[.entries].n > 0 }
        }
    }

    /// Flows that are silent for too long and were not given up yet: one range of an index that is bounded.
    private func addDue(
        _ groups: inout [Int64: FunnelGroup],
        now: Int64,
        _ connection: SQLiteConnection
    ) throws(StoreError) {
        let due = try connection.statement(
            """
            SELECT checkout_group, count(*), sum(weight),
                sum((stages & 64) != 0 AND (stages & 4) = 0),
                sum(CASE WHEN (stages & 64) != 0 AND (stages & 4) = 0 THEN weight ELSE 0 END)
            FROM flows INDEXED BY flows_open WHERE state = 1 AND last_at < ?1 GROUP BY checkout_group
            """
        )
        defer { due.reset() }
        try due.bind(1, now - FlowWriter.patience)
        while try due.step() {
            let group = due.integer(0)
            guard groups[group] != nil else { continue }
            groups[group]?.counts[.abandonedProvisional, default: FlowCount()] +=
                FlowCount(n: due.integer(1), weight: due.integer(2))
            groups[group]?.counts[.slowThenLeft, default: FlowCount()] +=
                FlowCount(n: due.integer(3), weight: due.integer(4))
        }
    }

    /// See `Inspector`.
    package func checkoutErrors(project: ProjectID?) throws(StoreError) -> [FlowErrorSummary] {
        try snapshot { (connection) throws(StoreError) -> [FlowErrorSummary] in
            let groups = try self.groups(project, connection)
            var presented: [ErrorKey: FlowCount] = [:]
            var started: [ErrorKey: FlowCount] = [:]
            let counts = try connection.statement(
                "SELECT checkout_group, counter, n, weight FROM checkout_counts WHERE counter IN (1, 2)"
            )
            defer { counts.reset() }
            while try counts.step() {
                guard let group = groups[counts.integer(0)]?.group else { continue }
                let count = FlowCount(n: counts.integer(2), weight: counts.integer(3))
                let key = ErrorKey(group, type: "", code: nil)
                if counts.integer(1) == Int64(FlowCounter.presented.rawValue) {
                    presented[key, default: FlowCount()] += count
                } else {
                    started[key, default: FlowCount()] += count
                }
            }
            var errors: [ErrorKey: FlowErrorSummary] = [:]
            let rows = try connection.statement(
                """
                SELECT checkout_group, t.text, c.text, n, weight, presented, presented_weight, started, started_weight,
                    events, events_weight
                FROM checkout_error_counts JOIN checkout_errors AS e ON e.id = error
                JOIN checkout_words AS t ON t.id = e.type LEFT JOIN checkout_words AS c ON c.id = e.code
                """
            )
            defer { rows.reset() }
            while try rows.step() {
                guard let group = groups[rows.integer(0)]?.group else { continue }
                let key = ErrorKey(group, type: rows.text(1) ?? "", code: rows.text(2))
                var summary =
                    errors[key]
                    ?? FlowErrorSummary(
                        project: group.project,
                        environment: group.environment,
                        sdk: group.sdk,
                        type: key.type,
                        code: key.code
                    )
                summary.flows += FlowCount(n: rows.integer(3), weight: rows.integer(4))
                summary.presented += FlowCount(n: rows.integer(5), weight: rows.integer(6))
                summary.started += FlowCount(n: rows.integer(7), weight: rows.integer(8))
                summary.events += FlowCount(n: rows.integer(9), weight: rows.integer(10))
                errors[key] = summary
            }
            return errors.map { key, summary in
                var summary = summary
                var all = key
                (all.type, all.code) = ("", nil)
                summary.allPresented = presented[all] ?? FlowCount()
                summary.allStarted = started[all] ?? FlowCount()
                return summary
            }
        }
    }

    private struct ErrorKey: Hashable {
        var project: ProjectID
        var environment: String?
        var sdk: String
        var type: String
        var code: String?

        init(_ group: FlowGroup, type: String, code: String?) {
            project = group.project
            environment = group.environment
            sdk = group.sdk
            self.type = type
            self.code = code
        }
    }

    /// See `Inspector`.
    package func checkoutAnomalies(_ query: InspectorQuery) throws(StoreError) -> [CheckoutAnomalySummary] {
        try withConnection { (connection) throws(StoreError) -> [CheckoutAnomalySummary] in
            let rows = try connection.statement(
                """
                SELECT project, sdk, version, kind, rule, quantity FROM checkout_anomalies
                WHERE ?1 IS NULL OR project = ?1 ORDER BY quantity DESC, project, sdk, version, kind, rule LIMIT ?2
                """
            )
            defer { rows.reset() }
            try rows.bind(1, query.project?.rawValue)
            try rows.bind(2, query.limit.map(Int64.init) ?? -1)
            var anomalies: [CheckoutAnomalySummary] = []
            while try rows.step() {
                anomalies.append(
                    CheckoutAnomalySummary(
                        project: ProjectID(rows.integer(0)),
                        sdk: rows.text(1) ?? "",
                        version: rows.text(2) ?? "",
                        kind: rows.text(3) ?? "",
                        rule: rows.text(4) ?? "",
                        quantity: rows.integer(5)
                    )
                )
            }
            return anomalies
        }
    }

    private func groups(
        _ project: ProjectID?,
        _ connection: SQLiteConnection
    ) throws(StoreError) -> [Int64: FunnelGroup] {
        let rows = try connection.statement(
            """
            SELECT g.id, g.project, e.text, s.text, v.text, w.text, k.text, is_exact FROM checkout_groups AS g
            LEFT JOIN checkout_words AS e ON e.id = g.environment LEFT JOIN checkout_words AS s ON s.id = g.sdk
            LEFT JOIN checkout_words AS v ON v.id = g.version LEFT JOIN checkout_words AS w ON w.id = g.wrapper
            LEFT JOIN checkout_words AS k ON k.id = g.kind WHERE ?1 IS NULL OR g.project = ?1
            """
        )
        defer { rows.reset() }
        try rows.bind(1, project?.rawValue)
        var groups: [Int64: FunnelGroup] = [:]
        while try rows.step() {
            var group = FunnelGroup(
                group: FlowGroup(
                    project: ProjectID(rows.integer(1)),
                    environment: rows.text(2),
                    sdk: rows.text(3) ?? "",
                    version: rows.text(4),
                    wrapper: rows.text(5),
                    kind: rows.text(6)
                )
            )
            group.isExact = rows.integer(7) != 0
            groups[rows.integer(0)] = group
        }
        return groups
    }

    /// Several statements over one state of the store.
    func snapshot<Value>(
        _ body: (SQLiteConnection) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try withConnection { (connection) throws(StoreError) -> Value in
            try connection.execute("BEGIN")
            defer { try? connection.execute("COMMIT") }
            return try body(connection)
        }
    }
}
