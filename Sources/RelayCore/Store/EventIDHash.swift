internal import TelemetryWire

/// 64 bits for an event id in a project, mixed with a seed that never leaves the store, so that nobody can choose ids
/// that collide.
struct EventIDHash: Sendable {
    private let seedHigh: UInt64
    private let seedLow: UInt64

    /// Reads the store's seed.
    init(_ connection: SQLiteConnection) throws(StoreError) {
        let seed = try connection.statement("SELECT seed_high, seed_low FROM store WHERE id = 1")
        defer { seed.reset() }
        guard try seed.step() else { throw .corrupt }
        seedHigh = seed.bits(0)
        seedLow = seed.bits(1)
    }

    /// The hash of an id.
    func hash(_ id: EventID, project: Int64) -> UInt64 {
        let first = EventIDHash.fold(id.high ^ seedHigh, id.low ^ seedLow)
        return EventIDHash.fold(first ^ seedLow, UInt64(bitPattern: project) &+ seedHigh | 1)
    }

    /// Whether the row holds this id. A row that was deleted since counts as a match: 64 seeded bits agreed.
    static func isRow(
        _ row: Int64,
        _ id: EventID,
        project: Int64,
        _ connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let check = try connection.statement("SELECT project, event_high, event_low FROM events WHERE id = ?1")
        defer { check.reset() }
        try check.bind(1, row)
        guard try check.step() else { return true }
        return check.integer(0) == project && check.bits(1) == id.high && check.bits(2) == id.low
    }

    private static func fold(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let product = one.multipliedFullWidth(by: other)
        return product.high ^ product.low
    }
}
