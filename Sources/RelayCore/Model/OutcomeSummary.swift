/// A count of what was dropped for one reason.
package struct OutcomeSummary: Sendable, Hashable {
    /// The project.
    package var project: ProjectID
    /// Who dropped it.
    package var source: OutcomeCount.Source
    /// Why.
    package var reason: String
    /// Of what kind.
    package var category: String
    /// How many.
    package var quantity: Int64
    /// The first hour with one, milliseconds since 1970.
    package var firstHour: Int64
    /// The last hour with one, milliseconds since 1970.
    package var lastHour: Int64
}
