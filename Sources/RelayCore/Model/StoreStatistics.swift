/// Totals of a store or a project.
package struct StoreStatistics: Sendable, Hashable {
    /// Issues.
    package var issues: Int64 = 0
    /// Events.
    package var events: Int64 = 0
    /// Checkouts.
    package var flows: Int64 = 0
    /// Checkout events.
    package var checkoutEvents: Int64 = 0
    /// Redactions recorded.
    package var findings: Int64 = 0
    /// Things dropped, by the relay and by clients.
    package var dropped: Int64 = 0
    /// Events and checkout events seen again and not stored again.
    package var duplicates: Int64 = 0
    /// Bytes of documents before compression.
    package var rawBytes: Int64 = 0
    /// Bytes of documents as stored.
    package var storedBytes: Int64 = 0
    /// Bytes of the database file.
    package var fileBytes: Int64 = 0
}
