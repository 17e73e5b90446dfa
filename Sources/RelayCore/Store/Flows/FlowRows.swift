internal import TelemetryWire

/// A checkout's row: its state, and what its entries are written against.
struct FlowRow {
    /// The row's number.
    var id: Int64
    /// The project.
    var project: Int64
    /// Whose it is.
    var key: FlowKey
    /// What its entries come to.
    var record: FlowRecord
    /// Whether it is open.
    var mode: FlowMode
    /// Its group; 0 before the first write.
    var group: Int64
    /// The attributes of the process that its first entry came from; 0 for none.
    var source: Int64
    /// That process.
    var session: EventID?

    /// What it adds to the figures.
    var contribution: FlowContribution { FlowContribution(record, isProvisional: mode == .provisional) }
}

/// The statements over flows and their entries. Belongs to the writer's thread.
struct FlowRows {
    private let find: SQLiteStatement
    private let write: SQLiteStatement
    private let setMode: SQLiteStatement
    private let oldest: SQLiteStatement
    private let countOpen: SQLiteStatement
    private let newest: SQLiteStatement

    private static let columns = """
        id, project, flow_high, flow_low, is_session, state, checkout_group, environment_sequence, sdk_sequence,
        version_sequence, wrapper_sequence, kind_sequence, source, session_high, session_low, first_at, last_at,
        presented_at, stages, ended_sequence, outcome, certainty, endings, told_duplicates, attempts, failed_attempts,
        ready_ms, errors, widgets_loaded, widgets_hidden, entries, highest, span, late, duplicates, conflicts, weight
        """

    /// Prepares the statements.
    init(_ connection: SQLiteConnection) throws(StoreError) {
        find = try connection.statement(
            """
            SELECT \(FlowRows.columns) FROM flows
            WHERE flow_high = ?1 AND flow_low = ?2 AND project = ?3 AND is_session = ?4
            """
        )
        write = try connection.statement(
            """
            INSERT INTO flows (\(FlowRows.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,
                ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34, ?35,
                ?36, ?37)
            ON CONFLICT (id) DO UPDATE SET state = excluded.state, checkout_group = excluded.checkout_group,
                environment_sequence = excluded.environment_sequence, sdk_sequence = excluded.sdk_sequence,
                version_sequence = excluded.version_sequence, wrapper_sequence = excluded.wrapper_sequence,
                kind_sequence = excluded.kind_sequence, first_at = excluded.first_at, last_at = excluded.last_at,
                presented_at = excluded.presented_at, stages = excluded.stages,
                ended_sequence = excluded.ended_sequence, outcome = excluded.outcome, certainty = excluded.certainty,
                endings = excluded.endings, told_duplicates = excluded.told_duplicates, attempts = excluded.attempts,
                failed_attempts = excluded.failed_attempts, ready_ms = excluded.ready_ms, errors = excluded.errors,
                widgets_loaded = excluded.widgets_loaded, widgets_hidden = excluded.widgets_hidden,
                entries = excluded.entries, highest = excluded.highest, span = excluded.span, late = excluded.late,
                duplicates = excluded.duplicates, conflicts = excluded.conflicts, weight = excluded.weight
            """
        )
        setMode = try connection.statement("UPDATE flows SET state = ?2 WHERE id = ?1")
        oldest = try connection.statement(
            """
            SELECT id, project, flow_high, flow_low, checkout_group, weight, stages FROM flows
            WHERE state = 1 AND last_at < ?1 ORDER BY last_at LIMIT ?2
            """
        )
        countOpen = try connection.statement("SELECT count(*) FROM flows WHERE state = 1")
        newest = try connection.statement("SELECT coalesce(max(id), 0) FROM flows")
    }

    /// The row of a checkout; nil if there is none.
    func row(_ key: FlowKey, project: Int64, _ groups: FlowGroupTable) throws(StoreError) -> FlowRow? {
        try find.bind(1, bits: key.id.high)
        try find.bind(2, bits: key.id.low)
        try find.bind(3, project)
        try find.bind(4, key.isSession ? 1 : 0)
        defer { find.reset() }
        guard try find.step() else { return nil }
        guard let errors = PackedReader.errors(find.blob(27)) else { throw .corrupt }
        var record = FlowRecord(isSession: key.isSession)
        record.group = try groups.words(of: find.integer(6))
        record.groupSequences = FlowGroupWords(
            environment: find.integer(7),
            sdk: find.integer(8),
            version: find.integer(9),
            wrapper: find.integer(10),
            kind: find.integer(11)
        )
        record.firstAt = find.integer(15)
        record.lastAt = find.integer(16)
        record.presentedAt = find.optionalInteger(17)
        record.stages = FlowStages(rawValue: find.integer(18))
        record.endedSequence = find.optionalInteger(19)
        record.outcome = find.optionalInteger(20).map(CheckoutOutcome.init(storedCode:))
        record.certainty = find.optionalInteger(21).map(CheckoutCertainty.init(storedCode:))
        record.endings = find.integer(22)
        record.toldDuplicates = find.integer(23)
        record.attempts = find.integer(24)
        record.failedAttempts = find.integer(25)
        record.readyMilliseconds = find.optionalInteger(26)
        record.errors = errors
        record.widgetsLoaded = find.integer(28)
        record.widgetsHidden = find.integer(29)
        record.entries = find.integer(30)
        record.highest = find.integer(31)
        record.span = find.integer(32)
        record.late = find.integer(33)
        record.duplicates = find.integer(34)
        record.conflicts = find.integer(35)
        record.weight = find.integer(36)
        return FlowRow(
            id: find.integer(0),
            project: project,
            key: key,
            record: record,
            mode: FlowMode(rawValue: find.integer(5)) ?? .settled,
            group: find.integer(6),
            source: find.integer(12),
            session: find.isNull(13) ? nil : EventID(high: find.bits(13), low: find.bits(14))
        )
    }

    /// Writes a row, new or known.
    func write(_ row: FlowRow) throws(StoreError) {
        let record = row.record
        let sequences = record.groupSequences
        let leading: [Int64?] = [
            row.id, row.project, Int64(bitPattern: row.key.id.high), Int64(bitPattern: row.key.id.low),
            row.key.isSession ? 1 : 0, row.mode.rawValue, row.group, sequences.environment, sequences.sdk,
            sequences.version, sequences.wrapper, sequences.kind, row.source,
            row.session.map { Int64(bitPattern: $0.high) }, row.session.map { Int64(bitPattern: $0.low) },
            record.firstAt, record.lastAt, record.presentedAt, record.stages.rawValue, record.endedSequence,
            record.outcome?.storedCode, record.certainty?.storedCode, record.endings, record.toldDuplicates,
            record.attempts, record.failedAttempts, record.readyMilliseconds,
        ]
        for (index, value) in leading.enumerated() { try write.bind(Int32(index + 1), value) }
        if record.errors.isEmpty {
            try write.bind(28, Int64?.none)
        } else {
            try write.bind(28, PackedAttributes(record.errors))
        }
        let trailing = [
            record.widgetsLoaded, record.widgetsHidden, record.entries, record.highest, record.span, record.late,
            record.duplicates, record.conflicts, record.weight,
        ]
        for (index, value) in trailing.enumerated() { try write.bind(Int32(index + 29), value) }
        try write.run()
    }

    /// An open flow, as far as giving it up needs.
    struct OpenFlow {
        var id: Int64
        var project: Int64
        var key: FlowKey
        var group: Int64
        var weight: Int64
        var stages: FlowStages
    }

    /// The open flows that were silent the longest, of those last heard of before a time.
    func open(before time: Int64, limit: Int) throws(StoreError) -> [OpenFlow] {
        try oldest.bind(1, time)
        try oldest.bind(2, Int64(limit))
        defer { oldest.reset() }
        var flows: [OpenFlow] = []
        while try oldest.step() {
            flows.append(
                OpenFlow(
                    id: oldest.integer(0),
                    project: oldest.integer(1),
                    key: FlowKey(id: EventID(high: oldest.bits(2), low: oldest.bits(3)), isSession: false),
                    group: oldest.integer(4),
                    weight: oldest.integer(5),
                    stages: FlowStages(rawValue: oldest.integer(6))
                )
            )
        }
        return flows
    }

    /// Notes a flow's openness alone.
    func set(_ mode: FlowMode, of id: Int64) throws(StoreError) {
        try setMode.bind(1, id)
        try setMode.bind(2, mode.rawValue)
        try setMode.run()
    }

    /// Flows that are open.
    func openCount() throws(StoreError) -> Int {
        defer { countOpen.reset() }
        return try countOpen.step() ? Int(countOpen.integer(0)) : 0
    }

    /// The greatest row number.
    func lastID() throws(StoreError) -> Int64 {
        defer { newest.reset() }
        return try newest.step() ? newest.integer(0) : 0
    }
}
