/// The type of an envelope item, from the list of types that clients are known to send.
public enum ItemType: String, Sendable, Hashable, CaseIterable {
    /// An error or message.
    case event
    /// A performance transaction.
    case transaction
    /// A file.
    case attachment
    /// One update of a session.
    case session
    /// Aggregated sessions.
    case sessions
    /// Metrics in the statsd format.
    case statsd
    /// Descriptions of metrics.
    case metricMeta = "metric_meta"
    /// Feedback, older form.
    case userReport = "user_report"
    /// Feedback.
    case feedback
    /// What the client dropped.
    case clientReport = "client_report"
    /// A replay's event.
    case replayEvent = "replay_event"
    /// A replay's recording.
    case replayRecording = "replay_recording"
    /// A replay's video.
    case replayVideo = "replay_video"
    /// A profile.
    case profile
    /// A chunk of a profile.
    case profileChunk = "profile_chunk"
    /// A cron check-in.
    case checkIn = "check_in"
    /// A span.
    case span
    /// A container of log entries.
    case log
    /// A container of metrics.
    case traceMetric = "trace_metric"
    /// A browser security report.
    case security
    /// A crash report of the Unreal engine.
    case unrealReport = "unreal_report"
    /// A form of an old minidump request.
    case formData = "form_data"
    /// A container of checkout events of our own reporter.
    case checkoutEvent = "checkout_event"

    /// Reads a type's name; nil for one that is not in the list.
    package init?(bytes: Span<UInt8>) {
        guard let type = Vocabulary.itemTypes.value(for: bytes) else { return nil }
        self = type
    }

    /// The category that its rate limits and reports are counted under.
    public var category: DataCategory {
        switch self {
        case .event: .error
        case .transaction: .transaction
        case .attachment, .unrealReport: .attachment
        case .session, .sessions: .session
        case .statsd, .metricMeta: .metricBucket
        case .userReport, .feedback: .feedback
        case .clientReport: .internal
        case .replayEvent, .replayRecording, .replayVideo: .replay
        case .profile: .profile
        case .profileChunk: .profileChunk
        case .checkIn: .monitor
        case .span: .span
        case .log: .logItem
        case .traceMetric: .traceMetric
        case .security: .security
        case .formData: .default
        case .checkoutEvent: .checkout
        }
    }
}
