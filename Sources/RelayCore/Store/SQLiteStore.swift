internal import Glibc
internal import TelemetryDelivery
internal import TelemetryGzip
internal import TelemetryWire

/// The embedded store: SQLite in WAL mode with `synchronous=FULL`, one writer thread, readers beside it.
///
/// Holds the data directory's writer lock while it is open. `insert` and `key` may be called from any thread.
package final class SQLiteStore: Store {
    /// Bounds of the writer.
    package struct Limits: Sendable, Hashable {
        /// Batches that may wait; over it `insert` answers `.busy`.
        package var queuedBatches = 4_096
        /// Bytes that may wait.
        package var queuedBytes = 64 << 20
        /// Events in one transaction.
        package var groupRows = 512
        /// Bytes in one transaction.
        package var groupBytes = 8 << 20
        /// Pages of 4 KiB that the database may have; over it `insert` answers `.diskFull`. Nil for no quota.
        package var databasePages: Int?
        /// Checkouts without an end that are waited for; beyond, the oldest are taken for abandoned.
        package var openFlows = 100_000
        /// Checkouts that were touched lately and are held in memory; some 500 bytes each.
        package var cachedFlows = 16_384
        /// Event ids that become one segment of the index; at most what a filter is sized for.
        var segmentRows = BloomFilter.capacity

        /// The defaults.
        package init() {}
    }

    /// Where the store lives.
    package let directory: DataDirectory

    private let queue: WriterQueue
    private let running: Lock<(thread: WorkerThread, lock: WriterLock)?>
    private let keys: Lock<[EventID: ProjectKey]>
    private let file: FileIdentity
    let now: @Sendable () -> Int64

    /// Opens the store in `directory`, made if missing, and brings its schema up to date.
    ///
    /// Throws `.locked` if another process writes there, `.newerSchema` or `.corrupt` for a database that is not ours to
    /// write, `.readOnly` or `.diskFull` for a directory that cannot be written.
    package convenience init(directory: DataDirectory, limits: Limits = Limits()) throws(StoreError) {
        try self.init(directory: directory, limits: limits, now: SQLiteStore.clock)
    }

    /// As above, with a clock of the caller's.
    init(directory: DataDirectory, limits: Limits, now: @escaping @Sendable () -> Int64) throws(StoreError) {
        try directory.create()
        let lock = try WriterLock(directory)
        try directory.createFile(directory.database)
        let connection = try SQLiteStore.openWriter(directory, limits)
        let file = try FileIdentity(of: directory.database)
        let writer = try GroupWriter(connection, file: file, limits: limits, now: now)
        keys = Lock(try KeyTable.all(connection))
        queue = WriterQueue(limits: limits)
        self.directory = directory
        self.file = file
        self.now = now
        let work = queue
        let started = WorkerThread {
            SQLiteStore.run(writer, work)
        }
        guard let started else { throw .failed(code: Int32(EAGAIN)) }
        running = Lock((started, lock))
    }

    deinit {
        close()
    }

    private static func openWriter(_ directory: DataDirectory, _ limits: Limits) throws(StoreError) -> SQLiteConnection
    {
        let connection = try SQLiteConnection(path: directory.database, mode: .readWrite)
        try connection.execute("PRAGMA temp_store = MEMORY")
        // Before the first page is written, and only then: later it would write, which a full disk refuses.
        if try Migrations.check(connection) == 0 { try connection.execute("PRAGMA auto_vacuum = INCREMENTAL") }
        try connection.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;
            PRAGMA cell_size_check = ON; PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -16384;
            """
        )
        if let pages = limits.databasePages { try connection.execute("PRAGMA max_page_count = \(pages)") }
        try Migrations.run(connection)
        connection.takeOverCheckpoints()
        return connection
    }

    private static func run(_ writer: GroupWriter, _ queue: WriterQueue) {
        while true {
            switch queue.next() {
            case .group(let group): writer.store(group)
            case .task(let task): task(writer)
            case .finished:
                writer.finish()
                return
            }
        }
    }

    /// Queues a batch for the next group commit; see `Store`.
    package func insert(
        _ batch: IngestBatch,
        completion: @escaping @Sendable (Result<BatchReceipt, StoreError>) -> Void
    ) {
        let bytes = batch.events.reduce(512 + batch.entries.count * 512) {
            $0 + $1.payload.bytes.count + 512 + $1.findings.count * 128
        }
        let entry = WriterQueue.Entry(batch: batch, bytes: bytes, completion: completion)
        if let refused = queue.add(entry) { completion(.failure(refused)) }
    }

    /// The key with this public part; see `Store`.
    package func key(publicKey: String) -> ProjectKey? {
        guard let id = EventID(publicKey) else { return nil }
        return keys.withLock { $0[id] }
    }

    /// Whether the database is still the file at its path; see `Store`.
    package var isIntact: Bool { file.isInPlace }

    /// A connection of its own; see `Store`.
    package func inspector() throws(StoreError) -> any Inspector {
        try SQLiteInspector(directory: directory)
    }

    /// Ends the writer; see `Store`.
    package func close() {
        queue.close()
        // The lock goes with the tuple, after the writer has ended.
        let last = running.withLock { value in
            defer { value = nil }
            return value
        }
        last?.thread.join()
    }

    /// Runs `body` on the writer's thread, between groups and in a transaction of its own, and waits for it. The key
    /// cache follows once the change is committed, and before this returns.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        let answer = Answer<Value>()
        // Not self: the last reference must not be dropped on the writer's thread, which close() waits for.
        let accepted = queue.add { [keys, file] writer in
            let result = SQLiteStore.transaction(writer.connection) {
                (connection) throws(StoreError) -> (value: Value, keys: [EventID: ProjectKey]) in
                guard file.isInPlace else { throw .moved }
                return (try body(connection), try KeyTable.all(connection))
            }
            if case .success(let change) = result { keys.withLock { $0 = change.keys } }
            answer.give(result.map(\.value))
        }
        guard accepted else { throw .closed }
        return try answer.wait().get()
    }

    private static func transaction<Value>(
        _ connection: SQLiteConnection,
        _ body: (SQLiteConnection) throws(StoreError) -> Value
    ) -> Result<Value, StoreError> {
        do throws(StoreError) {
            try connection.execute("BEGIN IMMEDIATE")
            let value = try body(connection)
            try connection.execute("COMMIT")
            return .success(value)
        } catch {
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            return .failure(error)
        }
    }

    /// Milliseconds since 1970.
    static let clock: @Sendable () -> Int64 = {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
