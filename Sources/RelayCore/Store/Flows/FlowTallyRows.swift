/// The statements behind the figures. Belongs to the writer's thread.
final class FlowTallyRows {
    /// Different times to ready, in milliseconds, that a group keeps exact; with more they go into buckets for good.
    static let exactReady = 10_000
    /// How many may be over that before it is noticed.
    private static let slack = 100

    private let addCount: SQLiteStatement
    private let addError: SQLiteStatement
    private let dropError: SQLiteStatement
    private let addReady: SQLiteStatement
    private let dropReady: SQLiteStatement
    private let exactness: SQLiteStatement
    private let countReady: SQLiteStatement
    private let readReady: SQLiteStatement
    private let clearReady: SQLiteStatement
    private let coarsen: SQLiteStatement
    // How many a group may get before they have to be counted again.
    private var room: [Int64: Int] = [:]

    /// Prepares the statements.
    init(_ connection: SQLiteConnection) throws(StoreError) {
        addCount = try connection.statement(
            """
            INSERT INTO checkout_counts (checkout_group, counter, n, weight) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO UPDATE SET n = n + excluded.n, weight = weight + excluded.weight
            """
        )
        addError = try connection.statement(
            """
            INSERT INTO checkout_error_counts (checkout_group, error, n, weight, presented, presented_weight, started,
                started_weight, events, events_weight)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            ON CONFLICT DO UPDATE SET n = n + excluded.n, weight = weight + excluded.weight,
                presented = presented + excluded.presented,
                presented_weight = presented_weight + excluded.presented_weight,
                started = started + excluded.started, started_weight = started_weight + excluded.started_weight,
                events = events + excluded.events, events_weight = events_weight + excluded.events_weight
            """
        )
        dropError = try connection.statement(
            "DELETE FROM checkout_error_counts WHERE checkout_group = ?1 AND error = ?2 AND n = 0"
        )
        addReady = try connection.statement(
            """
            INSERT INTO checkout_ready (checkout_group, milliseconds, n) VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET n = n + excluded.n
            """
        )
        dropReady = try connection.statement(
            "DELETE FROM checkout_ready WHERE checkout_group = ?1 AND milliseconds = ?2 AND n = 0"
        )
        exactness = try connection.statement("SELECT is_exact FROM checkout_groups WHERE id = ?1")
        countReady = try connection.statement("SELECT count(*) FROM checkout_ready WHERE checkout_group = ?1")
        readReady = try connection.statement("SELECT milliseconds, n FROM checkout_ready WHERE checkout_group = ?1")
        clearReady = try connection.statement("DELETE FROM checkout_ready WHERE checkout_group = ?1")
        coarsen = try connection.statement("UPDATE checkout_groups SET is_exact = 0 WHERE id = ?1")
    }

    /// Adds to a counter.
    func add(_ change: FlowCount, group: Int64, counter: Int) throws(StoreError) {
        try addCount.bind(1, group)
        try addCount.bind(2, Int64(counter))
        try addCount.bind(3, change.n)
        try addCount.bind(4, change.weight)
        try addCount.run()
    }

    /// Adds to an error's counts: flows, those presented, those started, events.
    func add(_ changes: [FlowCount], group: Int64, error: Int64) throws(StoreError) {
        guard changes.contains(where: { $0 != FlowCount() }) else { return }
        try addError.bind(1, group)
        try addError.bind(2, error)
        for (index, change) in changes.enumerated() {
            try addError.bind(Int32(3 + 2 * index), change.n)
            try addError.bind(Int32(4 + 2 * index), change.weight)
        }
        try addError.run()
        guard let flows = changes.first, flows.n < 0 else { return }
        try dropError.bind(1, group)
        try dropError.bind(2, error)
        try dropError.run()
    }

    /// Adds to how often a time to ready was seen.
    func add(_ n: Int64, group: Int64, milliseconds: Int64) throws(StoreError) {
        try addReady.bind(1, group)
        try addReady.bind(2, milliseconds)
        try addReady.bind(3, n)
        try addReady.run()
        guard n < 0 else { return }
        try dropReady.bind(1, group)
        try dropReady.bind(2, milliseconds)
        try dropReady.run()
    }

    /// Whether a group's times to ready are exact.
    func isExact(_ group: Int64) throws(StoreError) -> Bool {
        try exactness.bind(1, group)
        defer { exactness.reset() }
        return try exactness.step() && exactness.integer(0) != 0
    }

    /// Forgets what is in memory, after a rollback.
    func forget() {
        room = [:]
    }

    /// Puts a group's times to ready into buckets if there are many, after so many more were written.
    func coarsenIfLarge(_ group: Int64, added: Int) throws(StoreError) {
        if let left = room[group], left >= added {
            room[group] = left - added
            return
        }
        try countReady.bind(1, group)
        let total = try countReady.step() ? Int(countReady.integer(0)) : 0
        countReady.reset()
        room[group] = max(FlowTallyRows.slack, FlowTallyRows.exactReady - total)
        guard total > FlowTallyRows.exactReady else { return }
        var buckets: [Int64: Int64] = [:]
        try readReady.bind(1, group)
        while try readReady.step() {
            buckets[ReadyBucket.middle(of: readReady.integer(0)), default: 0] += readReady.integer(1)
        }
        readReady.reset()
        try clearReady.bind(1, group)
        try clearReady.run()
        for (milliseconds, n) in buckets { try add(n, group: group, milliseconds: milliseconds) }
        try coarsen.bind(1, group)
        try coarsen.run()
    }
}
