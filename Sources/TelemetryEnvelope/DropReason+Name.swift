extension DropReason {
    /// The name on the wire as a literal, so that it can be written beside sanitized bytes.
    package var name: StaticString {
        switch self {
        case .queueOverflow: "queue_overflow"
        case .cacheOverflow: "cache_overflow"
        case .rateLimitBackoff: "ratelimit_backoff"
        case .networkError: "network_error"
        case .sampleRate: "sample_rate"
        case .beforeSend: "before_send"
        case .eventProcessor: "event_processor"
        case .sendError: "send_error"
        case .internalError: "internal_sdk_error"
        case .insufficientData: "insufficient_data"
        case .backpressure: "backpressure"
        case .levelFilter: "level_filter"
        case .consent: "consent"
        case .closed: "closed"
        case .hookOverrun: "hook_overrun"
        case .duplicate: "duplicate"
        case .tooLarge: "too_large"
        case .invalidJSON: "invalid_json"
        case .invalidEnvelope: "invalid_envelope"
        case .invalidItem: "invalid_item"
        case .invalidCompression: "invalid_compression"
        case .duplicateItem: "duplicate_item"
        case .unknownItem: "unknown_item"
        case .unkeptItem: "unkept_item"
        case .scrubbedRequiredField: "scrubbed_required_field"
        case .emptyEnvelope: "empty_envelope"
        case .unknownKey: "unknown_key"
        case .wrongProject: "wrong_project"
        case .rateLimited: "rate_limited"
        case .storeUnavailable: "store_unavailable"
        case .other: "other"
        }
    }

    /// Reads a name from the wire; one that is not in the list is `other`.
    package init(bytes: Span<UInt8>) {
        self = Vocabulary.dropReasons.value(for: bytes) ?? .other
    }
}
