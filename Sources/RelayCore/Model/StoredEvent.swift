/// An event with everything that is stored of it.
package struct StoredEvent: Sendable {
    /// Its list entry.
    package var summary: EventSummary
    /// The clean document: JSON, UTF-8.
    package var payload: [UInt8]
    /// What was redacted at the relay, in document order.
    package var findings: [StoredFinding]
}
