internal import TelemetryWire

/// Which event ids are stored, and in which rows: exact, and cheap to add to however many there are.
///
/// Ids are random, so an ordinary index over them would dirty one page for nearly every event. Here the newest ids
/// are in memory only (`tail`; read again from `events` at start), and every 65,536 of them become one sorted segment,
/// written front to back. A segment of the deduplication window is asked only if its Bloom filter says it may know.
///
/// Belongs to the writer's thread. Memory: about 2 MB for the tail and 64 KiB a segment of the window.
struct EventIDIndex {
    /// How long a repeated event is recognised for certain.
    static let window: Int64 = 14 * 86_400_000

    private struct Segment {
        let id: Int64
        let newest: Int64
        let filter: BloomFilter
    }

    private let hasher: EventIDHash
    private var segments: [Segment] = []  // oldest first
    private var tail: [UInt64: Int64] = [:]
    private var journal: [UInt64] = []  // added since the transaction began
    /// The newest row number ever given, as found at start.
    private(set) var lastEvent: Int64 = 0
    private var newest: Int64 = 0
    private let segmentRows: Int
    private var nextSpill: Int

    /// Reads the window's filters, and the ids that are in no segment yet.
    init(_ connection: SQLiteConnection, segmentRows: Int, now: Int64) throws(StoreError) {
        self.segmentRows = min(segmentRows, BloomFilter.capacity)
        nextSpill = self.segmentRows
        hasher = try EventIDHash(connection)
        let all = try connection.statement("SELECT id, last_event, newest, filter FROM event_id_segments ORDER BY id")
        defer { all.reset() }
        while try all.step() {
            lastEvent = max(lastEvent, all.integer(1))
            guard all.integer(2) >= now - EventIDIndex.window else { continue }
            guard let filter = BloomFilter(bytes: all.blob(3)) else { throw .corrupt }
            segments.append(Segment(id: all.integer(0), newest: all.integer(2), filter: filter))
        }
        let recent = try connection.statement(
            "SELECT id, project, event_high, event_low, received_at FROM events WHERE id > ?1 ORDER BY id"
        )
        defer { recent.reset() }
        try recent.bind(1, lastEvent)
        while try recent.step() {
            let id = EventID(high: recent.bits(2), low: recent.bits(3))
            var hash = hasher.hash(id, project: recent.integer(1))
            while tail[hash] != nil { hash &+= 1 }
            tail[hash] = recent.integer(0)
            lastEvent = recent.integer(0)
            newest = max(newest, recent.integer(4))
        }
    }

    /// What a lookup found.
    enum Answer {
        /// Stored in the row with this number.
        case known(Int64)
        /// Not stored; pass the slot to `add`.
        case unknown(slot: UInt64)
    }

    /// Looks an id up in the tail and in the window's segments.
    func find(_ id: EventID, project: Int64, _ connection: SQLiteConnection) throws(StoreError) -> Answer {
        var hash = hasher.hash(id, project: project)
        // Two ids with one hash take neighbouring slots, so the answer is exact.
        while true {
            guard let row = try row(hash, connection) else { return .unknown(slot: hash) }
            if try EventIDHash.isRow(row, id, project: project, connection) { return .known(row) }
            hash &+= 1
        }
    }

    /// Adds an id at the slot that `find` gave, as part of the open transaction.
    mutating func add(slot: UInt64, event: Int64, receivedAt: Int64) {
        tail[slot] = event
        journal.append(slot)
        newest = max(newest, receivedAt)
    }

    /// A point in the open transaction to go back to.
    var mark: Int { journal.count }

    /// Forgets what was added after `mark`; 0 for the whole transaction.
    mutating func undo(to mark: Int) {
        while journal.count > mark, let slot = journal.popLast() {
            tail[slot] = nil
        }
    }

    /// The transaction is durable.
    mutating func committed() {
        journal.removeAll(keepingCapacity: true)
    }

    /// Whether the tail is long enough for a segment.
    var wantsSpill: Bool { tail.count >= nextSpill }

    /// Writes the tail as a sorted segment, in a transaction of its own, between groups. A failure loses nothing: the
    /// tail stays in memory and is tried again later.
    mutating func spill(_ connection: SQLiteConnection, lastEvent: Int64, now: Int64) {
        do throws(StoreError) {
            segments.append(try writeSegment(connection, lastEvent: lastEvent))
            segments.removeAll { $0.newest < now - EventIDIndex.window }
            tail.removeAll(keepingCapacity: true)
            newest = 0
            nextSpill = segmentRows
        } catch {
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            nextSpill = tail.count + 4_096
        }
    }

    private func writeSegment(_ connection: SQLiteConnection, lastEvent: Int64) throws(StoreError) -> Segment {
        try connection.execute("BEGIN IMMEDIATE")
        let header = try connection.statement(
            "INSERT INTO event_id_segments (last_event, newest, filter) VALUES (?1, ?2, ?3) RETURNING id"
        )
        var filter = BloomFilter()
        for hash in tail.keys { filter.insert(hash) }
        try header.bind(1, lastEvent)
        try header.bind(2, newest)
        try header.bind(3, filter)
        guard try header.step() else { throw StoreError(.misuse) }
        let id = header.integer(0)
        header.reset()
        let insert = try connection.statement("INSERT INTO event_ids (segment, hash, event) VALUES (?1, ?2, ?3)")
        try insert.bind(1, id)
        for (hash, event) in tail.sorted(by: { Int64(bitPattern: $0.key) < Int64(bitPattern: $1.key) }) {
            try insert.bind(2, bits: hash)
            try insert.bind(3, event)
            try insert.run()
        }
        try connection.execute("COMMIT")
        return Segment(id: id, newest: newest, filter: filter)
    }

    private func row(_ hash: UInt64, _ connection: SQLiteConnection) throws(StoreError) -> Int64? {
        if let row = tail[hash] { return row }
        for segment in segments.reversed() where segment.filter.mayContain(hash) {
            let seek = try connection.statement("SELECT event FROM event_ids WHERE segment = ?1 AND hash = ?2")
            defer { seek.reset() }
            try seek.bind(1, segment.id)
            try seek.bind(2, bits: hash)
            if try seek.step() { return seek.integer(0) }
        }
        return nil
    }
}
