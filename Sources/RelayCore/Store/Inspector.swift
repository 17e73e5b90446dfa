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

    /// The projects that hold an event with this id, ascending: ids are unique in a project only.
    func projects(holding id: EventID) throws(StoreError) -> [ProjectID]

    /// The event of an issue that was stored last, or nil.
    func latestEvent(of issue: ShortID) throws(StoreError) -> StoredEvent?

    /// Ingest keys, oldest first.
    func keys(project: ProjectID?) throws(StoreError) -> [KeySummary]

    /// What was dropped and why, largest counts first, over all hours.
    func outcomes(_ query: InspectorQuery) throws(StoreError) -> [OutcomeSummary]

    /// Figures of checkouts by group, in no order; what was silent for too long by `now` (milliseconds since 1970) is
    /// among the abandoned. Costs what the groups cost, not the checkouts.
    func funnel(project: ProjectID?, now: Int64) throws(StoreError) -> [FunnelGroup]

    /// Errors of checkouts by SDK, type and code, in no order.
    func checkoutErrors(project: ProjectID?) throws(StoreError) -> [FlowErrorSummary]

    /// Hands out checkouts, the most recently begun first, a few hundred at a time. `body` returns false to stop.
    func forEachFlow(
        _ query: InspectorQuery,
        _ filter: FlowFilter,
        now: Int64,
        _ body: (FlowSummary) -> Bool
    ) throws(StoreError)

    /// The checkouts with this id, by project, and what a process with this id sent outside of any.
    func flows(_ id: EventID, project: ProjectID?, now: Int64) throws(StoreError) -> [StoredFlow]

    /// What was left out of checkout events, largest counts first.
    func checkoutAnomalies(_ query: InspectorQuery) throws(StoreError) -> [CheckoutAnomalySummary]

    /// Totals.
    func statistics(project: ProjectID?) throws(StoreError) -> StoreStatistics

    /// Hands out every text that is stored, a page at a time: lists, keys and notes, everything but documents.
    ///
    /// Returns the tables that were looked into; nothing stored escapes it, whatever a later version adds.
    @discardableResult
    func forEachText(_ body: (StoredText) -> Void) throws(StoreError) -> [StoredTable]

    /// Hands out every document that is stored, one by one; otherwise as `forEachText`.
    @discardableResult
    func forEachDocument(_ body: (StoredDocument) -> Void) throws(StoreError) -> [StoredTable]
}
