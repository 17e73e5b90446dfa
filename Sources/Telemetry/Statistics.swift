public import TelemetryDelivery

/// What a reporter has done so far, in one consistent snapshot.
public struct Statistics: Sendable, Hashable {
    /// Where every event went; `ledger.isBalanced` always holds.
    public let ledger: Ledger
    /// Events that wait in memory before a batch takes them.
    public let queuedEvents: Int
    /// Their bytes.
    public let queuedBytes: Int
    /// How delivery stands.
    public let delivery: DeliveryReport
}
