internal import TelemetryWire

/// The statements over the entries of flows, and what a flow asks of them. Belongs to the writer's thread.
struct EntryRows {
    private let insert: SQLiteStatement
    private let find: SQLiteStatement
    private let highest: SQLiteStatement
    private let names: SQLiteStatement

    /// An entry as it is stored.
    struct Entry: Hashable {
        var name: CheckoutEventName
        var occurredAt: Int64
        /// The process's attributes where they are not the flow's; 0 for none.
        var source: Int64?
        var attributes: PackedAttributes
    }

    /// Prepares the statements.
    init(_ connection: SQLiteConnection) throws(StoreError) {
        insert = try connection.statement(
            """
            INSERT INTO checkout_entries (flow, sequence, name, occurred_at, delay, source, attributes)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """
        )
        find = try connection.statement(
            "SELECT name, occurred_at, source, attributes FROM checkout_entries WHERE flow = ?1 AND sequence = ?2"
        )
        highest = try connection.statement(
            "SELECT max(sequence) FROM checkout_entries WHERE flow = ?1 AND sequence BETWEEN ?2 AND ?3"
        )
        names = try connection.statement(
            """
            SELECT name, count(*) FROM checkout_entries WHERE flow = ?1 AND sequence > ?2 AND sequence < ?3
            GROUP BY name
            """
        )
    }

    /// Whether an entry with this number is stored, and if so, whether it is the same.
    func compare(_ entry: Entry, flow: Int64, sequence: Int64) throws(StoreError) -> Bool? {
        try find.bind(1, flow)
        try find.bind(2, sequence)
        defer { find.reset() }
        guard try find.step() else { return nil }
        return find.integer(0) == Int64(entry.name.index) && find.integer(1) == entry.occurredAt
            && find.optionalInteger(2) == entry.source && find.blob(3) == entry.attributes.bytes
    }

    /// Stores an entry.
    func add(_ entry: Entry, flow: Int64, sequence: Int64, receivedAt: Int64) throws(StoreError) {
        try insert.bind(1, flow)
        try insert.bind(2, sequence)
        try insert.bind(3, Int64(entry.name.index))
        try insert.bind(4, entry.occurredAt)
        try insert.bind(5, receivedAt - entry.occurredAt)
        try insert.bind(6, entry.source)
        try insert.bind(7, entry.attributes)
        try insert.run()
    }

    /// What a flow asks of its entries.
    func history(of flow: Int64) -> some FlowHistory {
        History(rows: self, flow: flow)
    }

    private struct History: FlowHistory {
        let rows: EntryRows
        let flow: Int64

        func highest(in range: ClosedRange<Int64>) throws(StoreError) -> Int64? {
            try rows.highest.bind(1, flow)
            try rows.highest.bind(2, range.lowerBound)
            try rows.highest.bind(3, range.upperBound)
            defer { rows.highest.reset() }
            return try rows.highest.step() ? rows.highest.optionalInteger(0) : nil
        }

        func entries(
            after sequence: Int64,
            before end: Int64?,
            except names: Set<CheckoutEventName>
        ) throws(StoreError) -> Int64 {
            let skipped = Set(names.map { Int64($0.index) })
            try rows.names.bind(1, flow)
            try rows.names.bind(2, sequence)
            try rows.names.bind(3, end ?? Int64.max)
            defer { rows.names.reset() }
            var count: Int64 = 0
            while try rows.names.step() {
                if !skipped.contains(rows.names.integer(0)) { count += rows.names.integer(1) }
            }
            return count
        }
    }
}
