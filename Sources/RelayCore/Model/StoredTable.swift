/// A table that was looked into, and how many of its rows were read.
package struct StoredTable: Sendable, Hashable {
    /// The table.
    package var name: String
    /// Its rows.
    package var rows: Int64
}
