/// Where the relay keeps what it accepted. The query layer speaks this protocol, never SQL.
///
/// `insert` may be called from any thread and returns at once; its completion runs on the writer's thread after the
/// commit is durable, or with the error. A completion must not block.
public protocol Store: AnyObject, Sendable {
    /// Queues a batch for the next group commit. `completion` is called exactly once.
    func insert(_ batch: IngestBatch, completion: @escaping @Sendable (Result<BatchReceipt, StoreError>) -> Void)

    /// The key with this public part, also if it is disabled; nil if there is none. Served from memory.
    func key(publicKey: String) -> ProjectKey?
}

/// A project's ingest key. The public part stands in the DSN.
public struct ProjectKey: Sendable, Hashable {
    /// Row id.
    public let id: Int64
    /// The project it belongs to.
    public let project: ProjectID
    /// 32 hexadecimal digits.
    public let publicKey: String
    /// Whether it is accepted.
    public let isActive: Bool

    /// A key from its parts.
    public init(id: Int64, project: ProjectID, publicKey: String, isActive: Bool) {
        self.id = id
        self.project = project
        self.publicKey = publicKey
        self.isActive = isActive
    }
}

/// Why the store could not do something. Never holds a stored or submitted byte.
public enum StoreError: Error, Sendable, Hashable {
    /// The writer's queue is full; try again.
    case busy
    /// No room on the disk or over a quota.
    case diskFull
    /// The file or directory cannot be written.
    case readOnly
    /// The database file is damaged or not ours.
    case corrupt
    /// Another process holds the writer's lock.
    case locked
    /// The database was written by a newer version.
    case newerSchema(found: Int, supported: Int)
    /// The store is shutting down.
    case closed
    /// Anything else, by SQLite's extended result code.
    case failed(code: Int32)
}
