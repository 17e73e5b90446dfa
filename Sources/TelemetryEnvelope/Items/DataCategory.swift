/// What kind of data something is, as rate limits and client reports name it. Raw values are what the wire carries.
///
/// Categories are not item types: several types share one, and a log has two (by item and by byte).
public enum DataCategory: String, Sendable, Hashable, CaseIterable {
    /// Whatever has no category of its own; also what old servers mean by no category.
    case `default`
    /// Events: errors and messages.
    case error
    /// Performance transactions.
    case transaction
    /// Release health.
    case session
    /// Files beside events.
    case attachment
    /// Browser security reports.
    case security
    /// Profiles of transactions.
    case profile
    /// Chunks of continuous profiles.
    case profileChunk = "profile_chunk"
    /// Chunks of continuous profiles of user interfaces.
    case profileChunkUI = "profile_chunk_ui"
    /// Session replays.
    case replay
    /// Cron check-ins.
    case monitor
    /// Spans on their own.
    case span
    /// What users wrote.
    case feedback
    /// Log entries, counted.
    case logItem = "log_item"
    /// Log entries, by size.
    case logByte = "log_byte"
    /// Aggregated metrics.
    case metricBucket = "metric_bucket"
    /// Metrics tied to traces, counted.
    case traceMetric = "trace_metric"
    /// Metrics tied to traces, by size.
    case traceMetricByte = "trace_metric_byte"
    /// Checkout events of our own reporter.
    case checkout = "checkout_event"
    /// Traffic of the telemetry itself, such as client reports.
    case `internal`
    /// A category that this version does not know. Never sent.
    case other

    /// Reads a category's name; nil for one that is not in the list.
    package init?(bytes: Span<UInt8>) {
        guard let category = Vocabulary.categories.value(for: bytes) else { return nil }
        self = category
    }
}
