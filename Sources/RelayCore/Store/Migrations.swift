/// The database's versions. A store is brought up to date when the writer opens it; a newer one is refused.
///
/// A migration that has been released is never edited; a change of the schema is a new entry.
enum Migrations {
    /// `PRAGMA application_id` of our files: "TRLY".
    static let applicationID: Int64 = 0x5452_4C59

    /// The version that this program reads and writes.
    static var current: Int { all.count }

    /// SQL from version n to n + 1.
    static let all: [String] = [one, two]

    /// Brings the database to `current`, each step in a transaction of its own.
    static func run(_ connection: SQLiteConnection) throws(StoreError) {
        var version = try check(connection)
        while version < current {
            let next = version + 1
            try connection.execute("BEGIN IMMEDIATE")
            do {
                try connection.execute(all[version])
                try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(next)")
                try connection.execute("COMMIT")
            } catch {
                if connection.isInTransaction { try? connection.execute("ROLLBACK") }
                throw error
            }
            version = next
        }
    }

    /// The version found: 0 for an empty file. Throws `.corrupt` for somebody else's database, `.newerSchema` for a
    /// newer program's.
    static func check(_ connection: SQLiteConnection) throws(StoreError) -> Int {
        let version = Int(try connection.integer("PRAGMA user_version") ?? 0)
        let application = try connection.integer("PRAGMA application_id") ?? 0
        let tables = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
        if tables > 0 {
            guard application == applicationID, version > 0 else { throw .corrupt }
        }
        guard version <= current else { throw .newerSchema(found: version, supported: current) }
        return version
    }

    /// The first version.
    ///
    /// Ids of 128 bits are two integers, `…_high` and `…_low`. Times are milliseconds since 1970. Rows that arrive with
    /// every event append: `events`, `payloads`, `findings` by their row number, `outcomes` by hour. Event ids are
    /// indexed in sorted segments (`EventIDIndex`), because ids are random and one big index over them would dirty a
    /// page for every event.
    private static let one = """
        CREATE TABLE store (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            seed_high INTEGER NOT NULL,
            seed_low INTEGER NOT NULL,
            empty_commits INTEGER NOT NULL DEFAULT 0
        );
        INSERT INTO store (id, seed_high, seed_low) VALUES (1, random(), random());

        CREATE TABLE projects (
            id INTEGER PRIMARY KEY,
            slug TEXT NOT NULL UNIQUE,
            next_issue INTEGER NOT NULL DEFAULT 1,
            created_at INTEGER NOT NULL
        );

        CREATE TABLE keys (
            id INTEGER PRIMARY KEY,
            project INTEGER NOT NULL REFERENCES projects (id),
            key_high INTEGER NOT NULL,
            key_low INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            disabled_at INTEGER,
            UNIQUE (key_high, key_low)
        );

        CREATE TABLE issues (
            id INTEGER PRIMARY KEY,
            project INTEGER NOT NULL REFERENCES projects (id),
            number INTEGER NOT NULL,
            algorithm INTEGER NOT NULL,
            fingerprint_high INTEGER NOT NULL,
            fingerprint_low INTEGER NOT NULL,
            type TEXT,
            message TEXT,
            culprit TEXT,
            level INTEGER NOT NULL,
            state INTEGER NOT NULL DEFAULT 0,
            first_seen INTEGER NOT NULL,
            last_seen INTEGER NOT NULL,
            events INTEGER NOT NULL,
            first_release TEXT,
            last_release TEXT,
            UNIQUE (project, number),
            UNIQUE (project, fingerprint_high, fingerprint_low, algorithm)
        );

        CREATE TABLE events (
            id INTEGER PRIMARY KEY,
            project INTEGER NOT NULL REFERENCES projects (id),
            issue INTEGER NOT NULL REFERENCES issues (id),
            key INTEGER NOT NULL,
            event_high INTEGER NOT NULL,
            event_low INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            level INTEGER NOT NULL,
            timestamp INTEGER NOT NULL,
            received_at INTEGER NOT NULL,
            type TEXT,
            message TEXT,
            culprit TEXT,
            release TEXT,
            environment TEXT,
            platform TEXT,
            logger TEXT,
            sdk_name TEXT,
            sdk_version TEXT,
            findings INTEGER NOT NULL
        );
        CREATE INDEX events_by_issue ON events (issue);
        CREATE INDEX events_by_project ON events (project);

        CREATE TABLE payloads (
            event INTEGER PRIMARY KEY REFERENCES events (id),
            raw_size INTEGER NOT NULL,
            gzip BLOB NOT NULL
        );

        CREATE TABLE findings (
            event INTEGER NOT NULL REFERENCES events (id),
            ordinal INTEGER NOT NULL,
            path TEXT NOT NULL,
            rule TEXT NOT NULL,
            method TEXT NOT NULL,
            range_start INTEGER NOT NULL,
            range_end INTEGER NOT NULL,
            evidence INTEGER NOT NULL,
            stage TEXT NOT NULL,
            policy_version INTEGER NOT NULL,
            PRIMARY KEY (event, ordinal)
        ) WITHOUT ROWID;

        CREATE TABLE event_ids (
            segment INTEGER NOT NULL,
            hash INTEGER NOT NULL,
            event INTEGER NOT NULL,
            PRIMARY KEY (segment, hash, event)
        ) WITHOUT ROWID;
        CREATE TABLE event_id_segments (
            id INTEGER PRIMARY KEY,
            last_event INTEGER NOT NULL,
            newest INTEGER NOT NULL,
            filter BLOB NOT NULL
        );

        CREATE TABLE batches (
            id INTEGER PRIMARY KEY,
            project INTEGER NOT NULL REFERENCES projects (id),
            batch_high INTEGER NOT NULL,
            batch_low INTEGER NOT NULL,
            received_at INTEGER NOT NULL,
            repeats INTEGER NOT NULL DEFAULT 0,
            UNIQUE (batch_high, batch_low, project)
        );

        CREATE TABLE outcomes (
            hour INTEGER NOT NULL,
            project INTEGER NOT NULL REFERENCES projects (id),
            source INTEGER NOT NULL,
            reason TEXT NOT NULL,
            category TEXT NOT NULL,
            quantity INTEGER NOT NULL,
            PRIMARY KEY (hour, project, source, reason, category)
        ) WITHOUT ROWID;

        CREATE TABLE flows (
            id INTEGER PRIMARY KEY,
            project INTEGER NOT NULL REFERENCES projects (id),
            flow_high INTEGER NOT NULL,
            flow_low INTEGER NOT NULL,
            sdk TEXT,
            release TEXT,
            environment TEXT,
            started_at INTEGER NOT NULL,
            last_at INTEGER NOT NULL,
            last_sequence INTEGER NOT NULL,
            entries INTEGER NOT NULL,
            errors INTEGER NOT NULL,
            steps INTEGER NOT NULL,
            outcome TEXT,
            UNIQUE (project, flow_high, flow_low)
        );
        """
}
