internal import Sanitizer
internal import TelemetryWire

extension HTTPResponse {
    /// No such endpoint.
    static let notFound = HTTPResponse.refusal(404, "no such endpoint", causes: ["not_found"])

    /// The endpoint is there, the method is not.
    static func methodNotAllowed(_ allowed: String) -> HTTPResponse {
        .refusal(405, "method not allowed", causes: ["method"], fields: [HTTPField(name: "Allow", value: allowed)])
    }

    /// What a browser asks before it posts from another origin (Fetch standard, CORS preflight).
    static let preflight = HTTPResponse(
        status: 204,
        fields: [
            HTTPField(name: "Access-Control-Allow-Origin", value: "*"),
            HTTPField(name: "Access-Control-Allow-Methods", value: "POST, OPTIONS"),
            HTTPField(
                name: "Access-Control-Allow-Headers",
                value: "Content-Type, Content-Encoding, X-Sentry-Auth, Authorization, X-Requested-With, "
                    + "X-Telemetry-Batch, X-Telemetry-Attempt, X-Telemetry-Sent-At"
            ),
            HTTPField(name: "Access-Control-Max-Age", value: "3600"),
        ]
    )

    /// The answer with what lets a page of any origin read it.
    var forAnyOrigin: HTTPResponse {
        adding("Access-Control-Allow-Origin", "*")
            .adding("Access-Control-Expose-Headers", "X-Sentry-Error, X-Sentry-Rate-Limits, Retry-After")
    }

    /// 200, after the commit.
    static func stored(_ result: IngestResult, _ receipt: BatchReceipt) -> HTTPResponse {
        switch result.reply {
        case .event(let id?):
            let place = result.batch.events.firstIndex { $0.id == id }
            let isDuplicate =
                place.map { receipt.fates.indices.contains($0) && receipt.fates[$0] == .duplicate } ?? false
            return .json(200, isDuplicate ? "{\"id\":\"\(id)\",\"duplicate\":true}" : "{\"id\":\"\(id)\"}")
        case .event(nil): return .json(200, "{}")
        case .refused(let refusal): return refusal.response
        case .batch(let id, let events, let rejected):
            let isStored = events.map { event in
                !receipt.isRepeat && receipt.fates.indices.contains(event) && receipt.fates[event] == .stored
            }
            let reply = BatchReply(batchID: id, isStored: isStored, rejected: rejected)
            return HTTPResponse(
                status: 200,
                fields: [HTTPField(name: "Content-Type", value: "application/json")],
                body: body(of: reply)
            )
        }
    }

    /// A batch's reply as JSON.
    static func body(of reply: BatchReply) -> [UInt8] {
        var buffer = SanitizedBuffer(capacity: 256)
        reply.append(to: &buffer)
        return buffer.bytes(in: 0..<buffer.count).value
    }

    /// The store did not take it: nothing of the request was kept.
    static func unavailable(_ error: StoreError) -> HTTPResponse {
        func retry(_ seconds: String) -> HTTPField { HTTPField(name: "Retry-After", value: seconds) }
        switch error {
        case .busy:
            return .refusal(
                429,
                "too many requests in flight",
                causes: ["busy"],
                fields: [retry("1"), HTTPField(name: "X-Sentry-Rate-Limits", value: "1::key:busy")]
            )
        case .diskFull:
            return .refusal(503, "no room on the relay's disk", causes: ["disk_full"], fields: [retry("30")])
        case .closed:
            return .refusal(503, "shutting down", causes: ["closed"], fields: [retry("2")])
        case .readOnly, .corrupt, .locked, .moved, .newerSchema, .failed:
            return .refusal(503, "the relay's store failed", causes: ["store_unavailable"], fields: [retry("10")])
        }
    }
}
