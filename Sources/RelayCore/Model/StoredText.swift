/// A text as it lies in the store, and where.
package struct StoredText: Sendable, Hashable {
    /// The table.
    package var table: String
    /// The number of its row, or the first number of its key.
    package var row: Int64
    /// The column.
    package var column: String
    /// The text.
    package var text: String
}
