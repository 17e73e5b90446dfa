package import TelemetryWire

/// Where the relay keeps what it accepted: the writing end. Whoever speaks it knows neither SQL nor files.
///
/// Retention comes here with the commands that need it. Everything but `insert`, `key` and `isIntact` waits
/// for the writer.
package protocol Store: AnyObject, Sendable {
    /// Queues a batch for the next group commit, from any thread, and returns at once.
    ///
    /// `completion` is called exactly once, on the writer's thread, after the commit is durable or with the error. It
    /// must not block.
    func insert(_ batch: IngestBatch, completion: @escaping @Sendable (Result<BatchReceipt, StoreError>) -> Void)

    /// The key with this public part, also if it is disabled; nil if there is none. Served from memory.
    func key(publicKey: String) -> ProjectKey?

    /// Whether what is committed can be found again: false once the store's files were moved or replaced under it.
    var isIntact: Bool { get }

    /// The queries, beside the writer.
    func inspector() throws(StoreError) -> any Inspector

    /// Makes project 1 with a key if the store has no project yet.
    ///
    /// Returns an active key of project 1 (nil if all are disabled), and whether it was made just now.
    func bootstrap() throws(StoreError) -> (key: ProjectKey?, isNew: Bool)

    /// Makes a key, and its project if that is missing. In force when this returns.
    func createKey(project: ProjectID) throws(StoreError) -> ProjectKey

    /// Disables a key; nil if there is none. In force when this returns.
    func disableKey(publicKey: EventID) throws(StoreError) -> ProjectKey?

    /// Makes a new key for the project of an active one and disables that one, in one step. Nil, and nothing changed,
    /// if there is no such active key.
    func rotateKey(publicKey: EventID) throws(StoreError) -> ProjectKey?

    /// Notes what people have decided about an issue; false if there is none with this id.
    func setState(_ state: IssueSummary.State, of issue: ShortID) throws(StoreError) -> Bool

    /// Refuses further batches, commits those that wait, and returns when all of it is done. Repeated calls return at
    /// once. Never call it from a completion.
    func close()
}
