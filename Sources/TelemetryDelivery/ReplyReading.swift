package import TelemetryEnvelope

/// What an answer says beyond its status.
package struct ReplyReading: Sendable, Hashable {
    /// How long the server asks to wait before the next event; nil if it does not.
    package var limit: Duration?
    /// How many events the server had before.
    package var duplicates = 0
    /// Which ones, by their place in the batch; nil if the server does not say.
    package var duplicatePlaces: [Int]?
    /// Events that the server did not take.
    package var rejected: [BatchReply.Rejection] = []
    /// Whether the body was longer than is read, so that what it said about single events is unknown.
    package var isCut = false

    /// Nothing said.
    package init() {}

    /// Reads headers and body. What cannot be read says nothing: a 200 stays a 200.
    package init(_ reply: TransportReply, wallMilliseconds: Int64) {
        let announced = RateLimit.announced(
            status: reply.status,
            rateLimits: reply.rateLimits,
            retryAfter: reply.retryAfter,
            now: wallMilliseconds
        )
        var longest: Int64?
        for limit in announced where limit.categories?.contains(ItemType.event.category) ?? true {
            longest = max(longest ?? 0, limit.milliseconds)
        }
        // RateLimit looks at `Retry-After` where Sentry's clients do; we also wait where we try again.
        if RetryPolicy.isRetried(status: reply.status), let value = reply.retryAfter {
            let bytes = ContiguousArray(value.utf8)
            if let named = RateLimit.parse(retryAfter: bytes.span, now: wallMilliseconds) {
                longest = max(longest ?? 0, named)
            }
        }
        limit = longest.map { .milliseconds($0) }
        let body = ContiguousArray(reply.body)
        // A batch of which nothing is usable is refused with the same reply.
        let isRefusedBatch = [400, 413].contains(reply.status) && reply.understandsBatches
        guard (200..<300).contains(reply.status) || isRefusedBatch else { return }
        if let decoded = try? BatchReply.decode(body.span) {
            duplicates = decoded.duplicate
            duplicatePlaces = decoded.duplicates
            rejected = decoded.rejected
        } else if isRefusedBatch {
            return
        } else if let decoded = try? EventReply.decode(body.span) {
            duplicates = decoded.isDuplicate ? 1 : 0
        } else {
            isCut = body.count >= TransportReply.bodyLimit
        }
    }
}
