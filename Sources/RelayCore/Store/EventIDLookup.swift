internal import TelemetryWire

/// Finds the rows of an event id without the writer's memory: the segments first, then the rows that are in none yet.
enum EventIDLookup {
    /// A row that holds an id, and its project.
    struct Place {
        let row: Int64
        let project: Int64
    }

    /// The rows that hold this id, by project; in one project there is one at most. Costs a seek for every segment and
    /// project asked, and one scan of the rows that were stored last, some 70,000 at most.
    static func places(
        of id: EventID,
        project: Int64?,
        _ hasher: EventIDHash,
        _ connection: SQLiteConnection
    ) throws(StoreError) -> [Place] {
        var places = try recent(id, project: project, connection)
        for candidate in try projects(project, connection) where !places.contains(where: { $0.project == candidate }) {
            if let row = try segmented(id, project: candidate, hasher, connection) {
                places.append(Place(row: row, project: candidate))
            }
        }
        return places.sorted { $0.project < $1.project }
    }

    private static func projects(_ project: Int64?, _ connection: SQLiteConnection) throws(StoreError) -> [Int64] {
        if let project { return [project] }
        let rows = try connection.statement("SELECT id FROM projects")
        defer { rows.reset() }
        var projects: [Int64] = []
        while try rows.step() { projects.append(rows.integer(0)) }
        return projects
    }

    private static func recent(
        _ id: EventID,
        project: Int64?,
        _ connection: SQLiteConnection
    ) throws(StoreError) -> [Place] {
        let scan = try connection.statement(
            """
            SELECT id, project FROM events WHERE id > (SELECT coalesce(max(last_event), 0) FROM event_id_segments)
            AND event_high = ?1 AND event_low = ?2 AND (?3 IS NULL OR project = ?3)
            """
        )
        defer { scan.reset() }
        try scan.bind(1, bits: id.high)
        try scan.bind(2, bits: id.low)
        try scan.bind(3, project)
        var places: [Place] = []
        while try scan.step() { places.append(Place(row: scan.integer(0), project: scan.integer(1))) }
        return places
    }

    private static func segmented(
        _ id: EventID,
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
        return try seek.step() ? seek.integer(0) : nil
    }
}
