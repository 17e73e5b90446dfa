package import TelemetryWire

/// Reads a store: the one query layer under command line, pages and API. Speaks value types, never SQL.
///
/// Every call reads one consistent state. Calls may come from any thread and may wait for each other; they never wait
/// for the writer, nor the writer for them.
package protocol Inspector: AnyObject, Sendable {
    /// Issues, the most recently seen first.
    func issues(_ query: InspectorQuery) throws(StoreError) -> [IssueSummary]

    /// The issue with this short id, or nil.
    func issue(_ id: ShortID) throws(StoreError) -> IssueSummary?

    /// Hands out events, the most recently stored first, a few hundred at a time, so that a slow reader of all of them
    /// holds neither memory nor a snapshot. `body` returns false to stop.
    func forEachEvent(
        _ query: InspectorQuery,
        issue: ShortID?,
        _ body: (EventSummary) -> Bool
    ) throws(StoreError)

    /// The event with this id, in any project unless one is given, or nil.
    func event(_ id: EventID, project: ProjectID?) throws(StoreError) -> StoredEvent?

    /// The event of an issue that was stored last, or nil.
    func latestEvent(of issue: ShortID) throws(StoreError) -> StoredEvent?

    /// Ingest keys, oldest first.
    func keys(project: ProjectID?) throws(StoreError) -> [KeySummary]

    /// What was dropped and why, largest counts first, over all hours.
    func outcomes(_ query: InspectorQuery) throws(StoreError) -> [OutcomeSummary]

    /// Totals.
    func statistics(project: ProjectID?) throws(StoreError) -> StoreStatistics
}

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

/// The name of an issue for people: the project's slug and a number, `CHECKOUT-41`.
package struct ShortID: Sendable, Hashable, CustomStringConvertible {
    /// The project's slug, upper case.
    package let slug: String
    /// The issue's number in the project, from 1.
    package let number: Int64

    /// A short id from its parts.
    package init(slug: String, number: Int64) {
        self.slug = slug
        self.number = number
    }

    /// Reads `SLUG-NUMBER`, in any case. Nil for anything else.
    package init?(_ text: String) {
        guard let dash = text.lastIndex(of: "-"), dash != text.startIndex else { return nil }
        let digits = text[text.index(after: dash)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(digits),
            number > 0
        else { return nil }
        self.init(slug: text[..<dash].uppercased(), number: number)
    }

    /// `SLUG-NUMBER`.
    package var description: String { "\(slug)-\(number)" }
}
