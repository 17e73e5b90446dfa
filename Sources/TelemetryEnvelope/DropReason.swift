/// Why something was not delivered or not stored. One vocabulary for the reporter's ledger, client reports, relay
/// outcomes, command line and pages. Raw values are what the wire carries.
public enum DropReason: String, Sendable, Hashable, CaseIterable {
    // At the reporter; the first block is the vocabulary that Sentry clients use in client reports.

    /// A ring or queue was full.
    case queueOverflow = "queue_overflow"
    /// The spool was full.
    case cacheOverflow = "cache_overflow"
    /// Inside a rate limit announced by the server.
    case rateLimitBackoff = "ratelimit_backoff"
    /// A transport failure that is not retried any more.
    case networkError = "network_error"
    /// Sampled out.
    case sampleRate = "sample_rate"
    /// The host's hook returned nothing.
    case beforeSend = "before_send"
    /// A processor of the client dropped it.
    case eventProcessor = "event_processor"
    /// The server refused it for good.
    case sendError = "send_error"
    /// A fault inside the client.
    case internalError = "internal_sdk_error"
    /// Not enough data to be useful.
    case insufficientData = "insufficient_data"
    /// The client slowed down.
    case backpressure
    /// Below the configured level.
    case levelFilter = "level_filter"
    /// Consent was withdrawn or denied.
    case consent
    /// The reporter was closed, or closed before it could be sent.
    case closed
    /// The host's hook overran its budget.
    case hookOverrun = "hook_overrun"

    // At the relay.

    /// Seen before.
    case duplicate
    /// Larger than the limit of its kind.
    case tooLarge = "too_large"
    /// Not JSON.
    case invalidJSON = "invalid_json"
    /// Not an envelope.
    case invalidEnvelope = "invalid_envelope"
    /// JSON, but not a valid item of its type.
    case invalidItem = "invalid_item"
    /// A body that does not decompress.
    case invalidCompression = "invalid_compression"
    /// A second item of a kind that may occur once.
    case duplicateItem = "duplicate_item"
    /// An item type that the relay does not know.
    case unknownItem = "unknown_item"
    /// A known item type that is not kept.
    case unkeptItem = "unkept_item"
    /// A required field was taken by the scrubber.
    case scrubbedRequiredField = "scrubbed_required_field"
    /// An envelope with nothing in it.
    case emptyEnvelope = "empty_envelope"
    /// No such key, or the key is disabled.
    case unknownKey = "unknown_key"
    /// The key belongs to another project.
    case wrongProject = "wrong_project"
    /// Over the relay's rate limit.
    case rateLimited = "rate_limited"
    /// The store could not take it (disk full, read-only, failed).
    case storeUnavailable = "store_unavailable"
    /// A reason from a client report that this version does not know.
    case other
}
