/// What every listing can be narrowed by.
package struct InspectorQuery: Sendable, Hashable {
    /// Only this project.
    package var project: ProjectID?
    /// At most so many rows; nil for all.
    package var limit: Int?

    /// A query from its parts.
    package init(project: ProjectID? = nil, limit: Int? = 50) {
        self.project = project
        self.limit = limit
    }
}
