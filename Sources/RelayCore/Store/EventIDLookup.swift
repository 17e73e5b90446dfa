internal import TelemetryWire

/// Finds the row of an event id without the writer's memory: the segments first, then the rows that are in none yet.
enum EventIDLookup {
    /// The row that holds this id in this project, or nil. Costs one seek a segment, and a scan of at most some 70,000
    /// rows that were stored last.
    static func row(
        of id: EventID,
        project: Int64,
        _ hasher: EventIDHash,
        _ connection: SQLiteConnection
    ) throws(StoreError) -> Int64? {
        let hash = hasher.hash(id, project: project)
        // A colliding id sits a few slots further on (`EventIDIndex.find`).
        let seek = try connection.statement(
            """
            SELECT events.id FROM event_id_segments JOIN event_ids ON event_ids.segment = event_id_segments.id
            JOIN events ON events.id = event_ids.event
            WHERE hash BETWEEN ?1 AND ?2 AND event_high = ?3 AND event_low = ?4 AND project = ?5
            """
        )
        defer { seek.reset() }
        try seek.bind(1, bits: hash)
        let first = Int64(bitPattern: hash)
        try seek.bind(2, first > Int64.max - 8 ? Int64.max : first + 8)
        try seek.bind(3, bits: id.high)
        try seek.bind(4, bits: id.low)
        try seek.bind(5, project)
        if try seek.step() { return seek.integer(0) }

        let scan = try connection.statement(
            """
            SELECT id FROM events WHERE id > (SELECT coalesce(max(last_event), 0) FROM event_id_segments)
            AND event_high = ?1 AND event_low = ?2 AND project = ?3
            """
        )
        defer { scan.reset() }
        try scan.bind(1, bits: id.high)
        try scan.bind(2, bits: id.low)
        try scan.bind(3, project)
        return try scan.step() ? scan.integer(0) : nil
    }
}
