internal import Telemetry
public import TelemetryDelivery

/// What a `RecordingTransport` does with one request.
public struct ScriptedAnswer: Sendable, Hashable {
    private enum Outcome: Sendable, Hashable {
        case stored(duplicates: [Int])
        case result(TransportResult)
        case silence
    }

    private let outcome: Outcome
    /// How long after the request the answer comes, by the transport's clock.
    public private(set) var delay = Duration.zero

    private init(_ outcome: Outcome) {
        self.outcome = outcome
    }

    /// Everything is stored: what a relay that takes batches answers.
    public static let accepted = ScriptedAnswer(.stored(duplicates: []))

    /// Everything is stored by now, but the events at these places of the envelope, from 0, were there before.
    public static func accepted(duplicates: [Int]) -> ScriptedAnswer {
        ScriptedAnswer(.stored(duplicates: duplicates))
    }

    /// An answer with this status and these headers.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - understandsBatches: Whether the header `X-Telemetry-Batch: 1` is there.
    ///   - retryAfter: The value of `Retry-After`.
    ///   - rateLimits: The value of `X-Sentry-Rate-Limits`.
    ///   - body: Read up to `TransportReply.bodyLimit`.
    public static func status(
        _ status: Int,
        understandsBatches: Bool = true,
        retryAfter: String? = nil,
        rateLimits: String? = nil,
        body: String = ""
    ) -> ScriptedAnswer {
        let reply = TransportReply(
            status: status,
            understandsBatches: understandsBatches,
            retryAfter: retryAfter,
            rateLimits: rateLimits,
            body: Array(body.utf8.prefix(TransportReply.bodyLimit))
        )
        return ScriptedAnswer(.result(.reply(reply)))
    }

    /// No answer, for this reason.
    public static func failure(_ kind: TransportFailure.Kind) -> ScriptedAnswer {
        ScriptedAnswer(.result(.failure(TransportFailure(kind: kind))))
    }

    /// Nothing, ever: the request ends when the reporter gives up on it.
    public static let silence = ScriptedAnswer(.silence)

    /// The same, later, by the transport's clock.
    public func delayed(by delay: Duration) -> ScriptedAnswer {
        var answer = self
        answer.delay = delay
        return answer
    }

    /// How the request ends; nil: not at all.
    func result(for request: RecordedRequest) -> TransportResult? {
        switch outcome {
        case .result(let result): result
        case .silence: nil
        case .stored(let duplicates):
            .reply(
                TransportReply(
                    status: 200,
                    understandsBatches: true,
                    body: Array(ScriptedAnswer.storedBody(request, duplicates).utf8)
                )
            )
        }
    }

    private static func storedBody(_ request: RecordedRequest, _ duplicates: [Int]) -> String {
        guard request.envelope.header["/batch_id"] != nil else {
            return "{\"id\":\"\(request.id)\",\"duplicate\":\(!duplicates.isEmpty)}"
        }
        let list = duplicates.map(String.init).joined(separator: ",")
        return "{\"batch_id\":\"\(request.id)\",\"accepted\":\(request.eventCount - duplicates.count),"
            + "\"duplicate\":\(duplicates.count),\"rejected\":[],\"duplicates\":[\(list)]}"
    }
}
