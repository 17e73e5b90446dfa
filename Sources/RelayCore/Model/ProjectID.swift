/// A project's number, as in the DSN's path.
package struct ProjectID: Sendable, Hashable, CustomStringConvertible {
    /// The number; 1 is made at first start.
    package let rawValue: Int64

    /// Wraps a number.
    package init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The number in decimal.
    package var description: String { String(rawValue) }
}
