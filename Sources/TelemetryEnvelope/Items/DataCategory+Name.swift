extension DataCategory {
    /// The name on the wire as a literal, so that it can be written beside sanitized bytes.
    package var name: StaticString {
        switch self {
        case .`default`: "default"
        case .error: "error"
        case .transaction: "transaction"
        case .session: "session"
        case .attachment: "attachment"
        case .security: "security"
        case .profile: "profile"
        case .profileChunk: "profile_chunk"
        case .profileChunkUI: "profile_chunk_ui"
        case .replay: "replay"
        case .monitor: "monitor"
        case .span: "span"
        case .feedback: "feedback"
        case .logItem: "log_item"
        case .logByte: "log_byte"
        case .metricBucket: "metric_bucket"
        case .traceMetric: "trace_metric"
        case .traceMetricByte: "trace_metric_byte"
        case .checkout: "checkout_event"
        case .`internal`: "internal"
        case .other: "other"
        }
    }
}
