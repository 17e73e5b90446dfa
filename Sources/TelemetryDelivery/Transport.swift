internal import TelemetryEnvelope

/// What carries batches over the network.
///
/// Owned by the reporter's single worker thread: `submit`, `poll` and `cancel` are only called there, one request at a
/// time. `wake` is called from any thread. Nothing here may call back into the reporter.
public protocol Transport: AnyObject, Sendable {
    /// Starts a request. Its end is reported by `poll`, also when it could not be started.
    func submit(_ batch: OutgoingBatch)

    /// Sleeps until the request in flight has ended, `wake` was called, or the time has come. Returns the end of the
    /// request at most once; nil otherwise. This is the worker's only sleep.
    func poll(until deadline: Moment) -> TransportResult?

    /// Ends the current or the next `poll` early. Any thread; never blocks.
    func wake()

    /// Abandons the request in flight, if any, without a result. Quick, whatever the network does.
    func cancel()

    /// Abandons the request in flight and closes every connection; a later request opens its own. Quick, as `cancel` is.
    func disconnect()
}

extension Transport {
    /// Transports without connections of their own only abandon the request.
    public func disconnect() {
        cancel()
    }
}

/// How a request ended.
public enum TransportResult: Sendable, Hashable {
    /// The server answered.
    case reply(TransportReply)
    /// No answer.
    case failure(TransportFailure)
}

/// The parts of an answer that the reporter reads.
public struct TransportReply: Sendable, Hashable {
    /// The HTTP status.
    public var status: Int
    /// Whether `X-Telemetry-Batch: 1` was there: the server understands batches.
    public var understandsBatches: Bool
    /// The value of `Retry-After`.
    public var retryAfter: String?
    /// The values of `X-Sentry-Rate-Limits`, joined by commas.
    public var rateLimits: String?
    /// The first bytes of the body, `bodyLimit` at most.
    public var body: [UInt8]

    /// How much of a body is read. A longer one is cut there and is an answer all the same.
    public static let bodyLimit = Limits.standard.reply

    /// An answer from its parts.
    public init(
        status: Int,
        understandsBatches: Bool = false,
        retryAfter: String? = nil,
        rateLimits: String? = nil,
        body: [UInt8] = []
    ) {
        self.status = status
        self.understandsBatches = understandsBatches
        self.retryAfter = retryAfter
        self.rateLimits = rateLimits
        self.body = body
    }
}

/// Why there was no answer. Holds no byte of a request or reply.
public struct TransportFailure: Error, Sendable, Hashable {
    /// What went wrong.
    public var kind: Kind
    /// The transport library's own code, for diagnosis; 0 if there is none.
    public var code: Int32

    /// The kinds of failure, by the step that failed.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The host's name has no address.
        case nameNotResolved = "name not resolved"
        /// No connection was made, or not in time.
        case cannotConnect = "cannot connect"
        /// The TLS handshake or the verification of the server failed, or the connection broke meanwhile.
        case tls = "TLS failed"
        /// The server was too slow.
        case timedOut = "timed out"
        /// The connection broke.
        case connectionLost = "connection lost"
        /// The reply's headers were larger than the reporter reads.
        case replyTooLarge = "reply too large"
        /// The request could not be made with these options.
        case notStarted = "not started"
        /// Anything else.
        case other = "transport failed"
    }

    /// A failure from its parts.
    public init(kind: Kind, code: Int32 = 0) {
        self.kind = kind
        self.code = code
    }
}
