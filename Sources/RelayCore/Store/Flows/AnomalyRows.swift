internal import Sanitizer

/// The statement that counts what was left out of checkout events. Belongs to the writer's thread.
final class AnomalyRows {
    /// Rows that a store keeps; versions that come after are counted without their name.
    static let limit: Int64 = 10_000

    private let insert: SQLiteStatement
    private let count: SQLiteStatement
    private var rows: Int64?

    /// Prepares the statements.
    init(_ connection: SQLiteConnection) throws(StoreError) {
        insert = try connection.statement(
            """
            INSERT INTO checkout_anomalies (project, sdk, version, kind, rule, quantity) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity
            """
        )
        count = try connection.statement("SELECT count(*) FROM checkout_anomalies")
    }

    /// Forgets how many rows there are, after a rollback.
    func forget() {
        rows = nil
    }

    /// Adds to a count.
    func add(_ anomaly: CheckoutAnomaly, project: Int64) throws(StoreError) {
        if rows == nil {
            defer { count.reset() }
            rows = try count.step() ? count.integer(0) : 0
        }
        let isFull = (rows ?? 0) >= AnomalyRows.limit
        try insert.bind(1, project)
        try insert.bind(2, anomaly.sdk ?? Sanitized(literal: ""))
        try insert.bind(3, isFull ? Sanitized(literal: "") : anomaly.version ?? Sanitized(literal: ""))
        try insert.bind(4, anomaly.kind)
        if let rule = anomaly.rule {
            try insert.bind(5, rule)
        } else {
            try insert.bind(5, Sanitized(literal: ""))
        }
        try insert.bind(6, anomaly.quantity)
        try insert.run()
        // Each may have been a new row; counted again when that many more were added.
        rows = (rows ?? 0) + 1
        if let known = rows, known >= AnomalyRows.limit, !isFull { rows = nil }
    }
}
