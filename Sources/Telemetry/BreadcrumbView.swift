/// A breadcrumb as `Configuration.beforeBreadcrumb` sees it: scrubbed, and about to leave with an event.
public struct BreadcrumbView: Sendable {
    /// `timestamp`, `category`, `level`, `message` and `data`, those that are there. What is set is scrubbed before it
    /// goes.
    public var members: [String: ContextValue]

    /// The text.
    public var message: String? {
        get { text("message") }
        set { members["message"] = newValue.map { .string($0) } }
    }

    /// The category.
    public var category: String? {
        get { text("category") }
        set { members["category"] = newValue.map { .string($0) } }
    }

    private func text(_ name: String) -> String? {
        if case .string(let text) = members[name] { text } else { nil }
    }
}
