package import TelemetryWire

/// What one request asks the store to keep, committed in one transaction or not at all.
package struct IngestBatch: Sendable {
    /// The project it goes to.
    package var project: ProjectID
    /// The row id of the key that authenticated it.
    package var key: Int64
    /// The envelope's batch id. A batch seen before changes nothing: its outcomes are not counted again either.
    package var batchID: EventID?
    /// Events to keep.
    package var events: [IngestEvent] = []
    /// Checkout events to keep, in the order of their container.
    package var entries: [CheckoutEntry] = []
    /// What was left out of checkout events.
    package var anomalies: [CheckoutAnomaly] = []
    /// What was dropped and why; counted in the same transaction.
    package var outcomes: [OutcomeCount] = []
    /// When the request's last byte arrived, milliseconds since 1970.
    package var receivedAt: Int64

    /// An empty batch.
    package init(project: ProjectID, key: Int64, batchID: EventID?, receivedAt: Int64) {
        self.project = project
        self.key = key
        self.batchID = batchID
        self.receivedAt = receivedAt
    }
}
