/// Where the relay keeps what it accepted. The query layer speaks this protocol, never SQL.
///
/// `insert` may be called from any thread and returns at once; its completion runs on the writer's thread after the
/// commit is durable, or with the error. A completion must not block.
package protocol Store: AnyObject, Sendable {
    /// Queues a batch for the next group commit. `completion` is called exactly once.
    func insert(_ batch: IngestBatch, completion: @escaping @Sendable (Result<BatchReceipt, StoreError>) -> Void)

    /// The key with this public part, also if it is disabled; nil if there is none. Served from memory.
    func key(publicKey: String) -> ProjectKey?
}
