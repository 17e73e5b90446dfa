extension ItemType {
    /// The name on the wire as a literal, so that it can be written beside sanitized bytes.
    package var name: StaticString {
        switch self {
        case .event: "event"
        case .transaction: "transaction"
        case .attachment: "attachment"
        case .session: "session"
        case .sessions: "sessions"
        case .statsd: "statsd"
        case .metricMeta: "metric_meta"
        case .userReport: "user_report"
        case .feedback: "feedback"
        case .clientReport: "client_report"
        case .replayEvent: "replay_event"
        case .replayRecording: "replay_recording"
        case .replayVideo: "replay_video"
        case .profile: "profile"
        case .profileChunk: "profile_chunk"
        case .checkIn: "check_in"
        case .span: "span"
        case .log: "log"
        case .traceMetric: "trace_metric"
        case .security: "security"
        case .unrealReport: "unreal_report"
        case .formData: "form_data"
        case .checkoutEvent: "checkout_event"
        }
    }
}
