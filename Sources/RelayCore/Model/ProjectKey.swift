/// A project's ingest key. The public part stands in the DSN.
package struct ProjectKey: Sendable, Hashable {
    /// Row id.
    package let id: Int64
    /// The project it belongs to.
    package let project: ProjectID
    /// 32 hexadecimal digits.
    package let publicKey: String
    /// Whether it is accepted.
    package let isActive: Bool

    /// A key from its parts.
    package init(id: Int64, project: ProjectID, publicKey: String, isActive: Bool) {
        self.id = id
        self.project = project
        self.publicKey = publicKey
        self.isActive = isActive
    }
}
