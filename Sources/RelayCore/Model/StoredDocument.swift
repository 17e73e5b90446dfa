/// A document as it lies in the store, and where.
package struct StoredDocument: Sendable, Hashable {
    /// The table.
    package var table: String
    /// The number of its row.
    package var row: Int64
    /// The column.
    package var column: String
    /// The document, inflated; nil if it cannot be.
    package var bytes: [UInt8]?
    /// Whether it is a checkout event, which has rules of its own.
    package var isCheckout = false
}
