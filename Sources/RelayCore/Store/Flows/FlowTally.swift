/// What a batch changes in the figures, added up and then written at once, inside the batch's transaction.
struct FlowTally {
    private struct CountKey: Hashable {
        var group: Int64
        var counter: Int
    }

    private struct ErrorKey: Hashable {
        var group: Int64
        var error: Int64
    }

    private struct ErrorChange {
        var flows = FlowCount()
        var presented = FlowCount()
        var started = FlowCount()
        var events = FlowCount()
    }

    private struct ReadyKey: Hashable {
        var group: Int64
        var milliseconds: Int64
    }

    private var counts: [CountKey: FlowCount] = [:]
    private var errors: [ErrorKey: ErrorChange] = [:]
    private var ready: [ReadyKey: Int64] = [:]

    /// Adds what a checkout contributes to a group.
    mutating func add(_ contribution: FlowContribution, group: Int64) {
        apply(contribution, group: group, sign: 1)
    }

    /// Takes back what a checkout contributed to a group.
    mutating func remove(_ contribution: FlowContribution, group: Int64) {
        apply(contribution, group: group, sign: -1)
    }

    /// Adds to one counter.
    mutating func add(_ counter: FlowCounter, group: Int64, weight: Int64) {
        counts[CountKey(group: group, counter: counter.rawValue), default: FlowCount()] += FlowCount(1, each: weight)
    }

    private mutating func apply(_ contribution: FlowContribution, group: Int64, sign: Int64) {
        let weight = contribution.weight
        for (counter, n) in contribution.counts.enumerated() where n != 0 {
            counts[CountKey(group: group, counter: counter), default: FlowCount()] += FlowCount(sign * n, each: weight)
        }
        for error in contribution.errors {
            var change = errors[ErrorKey(group: group, error: error.error)] ?? ErrorChange()
            let one = FlowCount(sign, each: weight)
            change.flows += one
            if contribution.isPresented { change.presented += one }
            if contribution.isStarted { change.started += one }
            change.events += FlowCount(sign * error.events, each: weight)
            errors[ErrorKey(group: group, error: error.error)] = change
        }
        if let duration = contribution.readyMilliseconds {
            ready[ReadyKey(group: group, milliseconds: duration), default: 0] += sign
        }
    }

    /// Writes the changes.
    func flush(_ rows: FlowTallyRows) throws(StoreError) {
        for (key, change) in counts where change != FlowCount() {
            try rows.add(change, group: key.group, counter: key.counter)
        }
        for (key, change) in errors {
            try rows.add(
                [change.flows, change.presented, change.started, change.events],
                group: key.group,
                error: key.error
            )
        }
        let changed = ready.filter { $0.value != 0 }
        for group in Set(changed.keys.map(\.group)) {
            let isExact = try rows.isExact(group)
            for (key, n) in changed where key.group == group {
                let value = isExact ? key.milliseconds : ReadyBucket.middle(of: key.milliseconds)
                try rows.add(n, group: group, milliseconds: value)
            }
            if isExact { try rows.coarsenIfLarge(group) }
        }
    }
}

/// The statements behind the figures. Belongs to the writer's thread.
struct FlowTallyRows {
    /// Times to ready that a group keeps exact; with more they go into buckets for good.
    static let exactReady: Int64 = 1_000

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
        countReady = try connection.statement("SELECT sum(n) FROM checkout_ready WHERE checkout_group = ?1")
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

    /// Puts a group's times to ready into buckets if there are many.
    func coarsenIfLarge(_ group: Int64) throws(StoreError) {
        try countReady.bind(1, group)
        let total = try countReady.step() ? countReady.integer(0) : 0
        countReady.reset()
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
