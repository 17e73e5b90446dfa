internal import TelemetryWire

/// Projects and their ingest keys, as SQL. Every writing call happens in the caller's transaction.
enum KeyTable {
    /// All keys, by their public part.
    static func all(_ connection: SQLiteConnection) throws(StoreError) -> [EventID: ProjectKey] {
        var keys: [EventID: ProjectKey] = [:]
        let rows = try connection.statement("SELECT id, project, key_high, key_low, disabled_at IS NULL FROM keys")
        defer { rows.reset() }
        while try rows.step() {
            let id = EventID(high: rows.bits(2), low: rows.bits(3))
            keys[id] = ProjectKey(
                id: rows.integer(0),
                project: ProjectID(rows.integer(1)),
                publicKey: id.description,
                isActive: rows.integer(4) != 0
            )
        }
        return keys
    }

    /// Makes the project if it is missing. Number 1 has the slug `CHECKOUT`, others `PROJECT<n>`.
    static func ensureProject(_ project: ProjectID, now: Int64, _ connection: SQLiteConnection) throws(StoreError) {
        let insert = try connection.statement(
            """
            INSERT INTO projects (id, slug, created_at)
            VALUES (?1, CASE ?1 WHEN 1 THEN 'CHECKOUT' ELSE 'PROJECT' || ?1 END, ?2) ON CONFLICT DO NOTHING
            """
        )
        try insert.bind(1, project.rawValue)
        try insert.bind(2, now)
        try insert.run()
    }

    /// Makes a random key for an existing project.
    static func create(
        project: ProjectID,
        now: Int64,
        _ connection: SQLiteConnection
    ) throws(StoreError) -> ProjectKey {
        let id = EventID.random()
        let insert = try connection.statement(
            "INSERT INTO keys (project, key_high, key_low, created_at) VALUES (?1, ?2, ?3, ?4) RETURNING id"
        )
        try insert.bind(1, project.rawValue)
        try insert.bind(2, bits: id.high)
        try insert.bind(3, bits: id.low)
        try insert.bind(4, now)
        defer { insert.reset() }
        guard try insert.step() else { throw StoreError(.misuse) }
        return ProjectKey(id: insert.integer(0), project: project, publicKey: id.description, isActive: true)
    }

    /// Disables a key; the key as it is now, or nil if there is none. Disabling twice keeps the first time.
    static func disable(
        publicKey: EventID,
        now: Int64,
        _ connection: SQLiteConnection
    ) throws(StoreError) -> ProjectKey? {
        let update = try connection.statement(
            """
            UPDATE keys SET disabled_at = coalesce(disabled_at, ?3) WHERE key_high = ?1 AND key_low = ?2
            RETURNING id, project
            """
        )
        try update.bind(1, bits: publicKey.high)
        try update.bind(2, bits: publicKey.low)
        try update.bind(3, now)
        defer { update.reset() }
        guard try update.step() else { return nil }
        return ProjectKey(
            id: update.integer(0),
            project: ProjectID(update.integer(1)),
            publicKey: publicKey.description,
            isActive: false
        )
    }
}
