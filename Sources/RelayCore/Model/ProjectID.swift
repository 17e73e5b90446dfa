/// A project's number, as in the DSN's path.
package struct ProjectID: Sendable, Hashable, CustomStringConvertible {
    /// The number; 1 is made at first start.
    package let rawValue: Int64

    /// The greatest number that a project is made with: nine digits are no card number, whatever stands beside them.
    package static let greatest: Int64 = 999_999_999

    /// Whether a project may be made with this number.
    package var isCreatable: Bool { (1...ProjectID.greatest).contains(rawValue) }

    /// Wraps a number.
    package init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The number in decimal.
    package var description: String { String(rawValue) }
}
