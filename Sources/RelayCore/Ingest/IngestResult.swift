internal import TelemetryWire

/// What became of a request's body.
struct IngestResult: Sendable {
    /// What the store is asked to keep and count.
    var batch: IngestBatch
    /// How the client is answered.
    var reply: Reply
    /// What became of each entry of a batch of which nothing is usable: the body of its refusal.
    var refusedBatch: BatchReply?

    /// How the client is answered.
    enum Reply: Sendable {
        /// 200 once the batch is committed, with the event's id if there is one.
        case event(EventID?)
        /// 200 once the batch is committed, with what became of each event item: which of the batch's events they are,
        /// and which were refused.
        case batch(EventID, events: [Int], rejected: [BatchReply.Rejection])
        /// Refused; the counts are committed all the same.
        case refused(IngestRefusal)
    }

    /// A result without anything to store.
    static func refused(_ refusal: IngestRefusal, _ batch: IngestBatch) -> IngestResult {
        IngestResult(batch: batch, reply: .refused(refusal))
    }

    /// The answer, if it is refused.
    var refusalResponse: HTTPResponse? {
        guard case .refused(let refusal) = reply else { return nil }
        var response = refusal.response
        if let refusedBatch { response.body = HTTPResponse.body(of: refusedBatch) }
        return response
    }
}

/// Why a request is refused: a status, a sentence and a reason code, all of them ours.
struct IngestRefusal: Sendable, Hashable {
    /// The HTTP status.
    let status: Int
    /// A sentence for a person.
    let detail: StaticString
    /// The reason code.
    let cause: StaticString
    /// What it is counted under, if a project is known.
    let reason: DropReason?

    /// A refusal from its parts.
    init(_ status: Int, _ detail: StaticString, _ cause: StaticString, _ reason: DropReason?) {
        self.status = status
        self.detail = detail
        self.cause = cause
        self.reason = reason
    }

    static func == (one: IngestRefusal, other: IngestRefusal) -> Bool {
        one.status == other.status && one.cause.description == other.cause.description
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        hasher.combine(cause.description)
    }

    /// The answer. What may be tried again says when.
    var response: HTTPResponse {
        let fields = status == 503 ? [HTTPField(name: "Retry-After", value: "1")] : []
        return .refusal(status, detail, causes: [cause], fields: fields)
    }
}

extension IngestRefusal {
    /// No key anywhere.
    static let missingKey = IngestRefusal(403, "no key given", "missing_key", nil)
    /// Two keys, or one that no key looks like.
    static let conflictingKeys = IngestRefusal(403, "keys missing, malformed or in conflict", "conflicting_keys", nil)
    /// A key that the relay does not know.
    static let unknownKey = IngestRefusal(403, "unknown key", "unknown_key", nil)
    /// A key that was switched off.
    static let disabledKey = IngestRefusal(403, "key is disabled", "disabled_key", nil)
    /// A key of another project.
    static let wrongProject = IngestRefusal(404, "no such project for this key", "wrong_project", nil)
    /// A body that does not decompress.
    static let invalidCompression = IngestRefusal(
        400,
        "body does not decompress",
        "invalid_compression",
        .invalidCompression
    )
    /// A body compressed with too large a window.
    static let windowTooLarge = IngestRefusal(
        400,
        "compression window over 4 MiB",
        "window_too_large",
        .invalidCompression
    )
    /// A body in an encoding that the relay does not read.
    static let unsupportedEncoding = IngestRefusal(
        415,
        "content encoding not supported",
        "unsupported_encoding",
        .invalidCompression
    )
    /// A body or item over its limit.
    static let tooLarge = IngestRefusal(413, "request too large", "too_large", .tooLarge)
    /// A store request without JSON.
    static let invalidJSON = IngestRefusal(400, "body is not a JSON object", "invalid_json", .invalidJSON)
    /// An envelope of which nothing is usable.
    static let noUsableItem = IngestRefusal(400, "no usable item", "invalid_item", nil)
    /// The relay could not get memory.
    static let outOfMemory = IngestRefusal(503, "out of memory", "overloaded", .rateLimited)

    /// A body that is no envelope.
    static func envelope(_ error: EnvelopeError) -> IngestRefusal {
        switch error {
        case .emptyBody: IngestRefusal(400, "empty body", "empty_body", error.reason)
        case .header: IngestRefusal(400, "envelope header malformed", "invalid_envelope_header", error.reason)
        case .headerTooLong: IngestRefusal(400, "header line over 8 KiB", "header_too_long", error.reason)
        case .itemHeader: IngestRefusal(400, "item header malformed", "invalid_item_header", error.reason)
        case .itemTruncated: IngestRefusal(400, "item shorter than its length", "item_truncated", error.reason)
        case .itemLength: IngestRefusal(400, "item length off", "invalid_item_length", error.reason)
        case .tooManyItems: IngestRefusal(400, "too many items", "too_many_items", error.reason)
        }
    }

    /// A lone item that cannot be used.
    static func item(_ reason: DropReason) -> IngestRefusal {
        switch reason {
        case .tooLarge: IngestRefusal(413, "item too large", "too_large", nil)
        case .invalidJSON: IngestRefusal(400, "item is not JSON", "invalid_json", nil)
        case .duplicateItem: IngestRefusal(400, "more than one event", "duplicate_item", nil)
        case .scrubbedRequiredField: IngestRefusal(400, "a required field was scrubbed", "scrubbed_required_field", nil)
        default: IngestRefusal(400, "item invalid", "invalid_item", nil)
        }
    }
}
