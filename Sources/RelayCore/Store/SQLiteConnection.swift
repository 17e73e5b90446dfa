internal import CTelemetrySQLite

/// One connection to the database, with a cache of its prepared statements.
///
/// Not synchronized: one thread at a time. Errors carry result codes only, never SQLite's text, which may quote values.
@safe final class SQLiteConnection {
    /// What a connection may do.
    enum Mode: Sendable {
        /// The writer's: creates the file if need be.
        case readWrite
        /// A reader's, beside the writer.
        case readOnly
        /// A reader's on a medium that nobody can write: no lock or shared-memory file is touched.
        case immutable
    }

    // Safe: set once in init, closed once in deinit, used between on the owner's thread.
    private let handle: OpaquePointer
    private var cache: [String: SQLiteStatement] = [:]
    // Safe: written by SQLite's hook during a commit, read between commits, on the same thread; freed in deinit.
    private let pages: UnsafeMutablePointer<Int32>

    /// Opens `path`. The file's modes are the caller's business.
    init(path: String, mode: Mode, busyTimeout milliseconds: Int32 = 5_000) throws(StoreError) {
        var opened: OpaquePointer?
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var name = path
        switch mode {
        case .readWrite: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .immutable:
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            name = "file:\(SQLiteConnection.uriEscaped(path))?immutable=1"
        }
        let code = unsafe sqlite3_open_v2(name, &opened, flags, nil)
        guard let connection = unsafe opened else { throw StoreError(SQLiteResult(rawValue: code)) }
        guard code == SQLITE_OK else {
            unsafe sqlite3_close_v2(connection)
            throw StoreError(SQLiteResult(rawValue: code))
        }
        unsafe handle = connection
        unsafe pages = .allocate(capacity: 1)
        unsafe pages.initialize(to: 0)
        try check(unsafe sqlite3_busy_timeout(handle, milliseconds))
        try check(unsafe telemetry_sqlite_harden(handle))
    }

    deinit {
        cache.removeAll()
        // The v2 form waits for statements that are still referenced elsewhere.
        unsafe sqlite3_close_v2(handle)
        unsafe pages.deallocate()
    }

    /// Leaves checkpoints to `checkpoint`, so that none happens inside a commit that somebody waits for.
    func takeOverCheckpoints() {
        unsafe sqlite3_wal_hook(
            handle,
            { context, _, _, count in
                unsafe context?.assumingMemoryBound(to: Int32.self).pointee = count
                return SQLITE_OK
            },
            pages
        )
    }

    /// Pages in the WAL after the latest commit, once `takeOverCheckpoints` was called.
    var walPages: Int { Int(unsafe pages.pointee) }

    /// Runs statements that return nothing of interest. Only for SQL that is part of this program.
    func execute(_ sql: String) throws(StoreError) {
        try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// The prepared form of `sql`, reset and without bindings; prepared once, then cached. The same SQL must not be
    /// in use twice at a time.
    func statement(_ sql: String) throws(StoreError) -> SQLiteStatement {
        if let cached = cache[sql] {
            cached.reset()
            return cached
        }
        var prepared: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        try check(code)
        guard let pointer = unsafe prepared else { throw StoreError(.misuse) }
        let statement = unsafe SQLiteStatement(takingOwnershipOf: pointer)
        cache[sql] = statement
        return statement
    }

    /// The first column of the first row, or nil if there is none.
    func integer(_ sql: String) throws(StoreError) -> Int64? {
        let statement = try statement(sql)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : nil
    }

    /// Whether a transaction is open. SQLite ends one by itself on some errors, a full disk among them.
    var isInTransaction: Bool {
        unsafe sqlite3_get_autocommit(handle) == 0
    }

    /// Rows changed since the connection was opened.
    var totalChanges: Int64 {
        Int64(unsafe sqlite3_total_changes64(handle))
    }

    /// Copies finished WAL pages into the database file, as far as readers allow. Returns the pages left in the WAL.
    @discardableResult
    func checkpoint() throws(StoreError) -> Int {
        var total: Int32 = 0
        var copied: Int32 = 0
        let code = unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, &total, &copied)
        // A reader in the way is no fault: the rest is copied next time.
        guard code & 0xFF != SQLITE_BUSY else { return Int(max(0, total)) }
        try check(code)
        return Int(max(0, total - copied))
    }

    private func check(_ code: Int32) throws(StoreError) {
        guard code == SQLITE_OK else { throw StoreError(SQLiteResult(rawValue: code)) }
    }

    /// A path as it may stand in a `file:` URI (sqlite.org/uri.html): every byte but plain ones is percent-encoded.
    private static func uriEscaped(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var escaped: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case 0x2D...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: escaped.append(byte)
            default: escaped += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
