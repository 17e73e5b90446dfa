/// An ingest key with its dates, milliseconds since 1970.
package struct KeySummary: Sendable, Hashable {
    /// The key.
    package var key: ProjectKey
    /// Its project's slug.
    package var slug: String
    /// When it was made.
    package var createdAt: Int64
    /// When it was disabled, if it is.
    package var disabledAt: Int64?
}
