/// What answers requests. Called on the server's threads, several at a time.
protocol HTTPHandler: AnyObject, Sendable {
    /// Decides by the head alone whether the body is wanted. Must be quick.
    func intake(_ head: HTTPRequestHead) -> HTTPIntake

    /// Looks at the first bytes of a body that is to be examined: a few times, each with about twice as many.
    func look(_ head: HTTPRequestHead, first bytes: Span<UInt8>) -> HTTPLook

    /// Answers a request whose body has arrived whole.
    func answer(_ head: HTTPRequestHead, body: ContiguousArray<UInt8>) -> HTTPAnswer

    /// Told of a refusal by the server (too large, overloaded) or by `intake`, for log and counters; gives the answer
    /// as it is to be sent.
    func refusal(_ head: HTTPRequestHead, _ response: HTTPResponse) -> HTTPResponse
}

/// What to do with a body that is about to arrive.
enum HTTPIntake: Sendable {
    /// Take up to `limit` bytes; more is answered with 413.
    case accept(limit: Int)
    /// As `accept`, but until `look` wants it, it counts against the smaller budget of bodies from nobody known.
    case examine(limit: Int)
    /// Read past the body, then answer this.
    case refuse(HTTPResponse)
}

/// What the first bytes of a body say.
enum HTTPLook: Sendable {
    /// The body is wanted.
    case wanted
    /// More bytes are needed; if there are no more to be looked at, this is the answer.
    case unclear(HTTPResponse)
    /// The body is not wanted.
    case refuse(HTTPResponse)
}

/// An answer, now or later.
enum HTTPAnswer {
    /// Ready.
    case now(HTTPResponse)
    /// The connection waits; the closure starts the work and hands the answer to the responder, once, on any thread.
    case later((HTTPResponder) -> Void)
}

/// Takes the answer to one waiting request. Calls after the first change nothing.
struct HTTPResponder: Sendable {
    private let body: @Sendable (HTTPResponse) -> Void

    /// A responder that hands the answer to `body`.
    init(_ body: @escaping @Sendable (HTTPResponse) -> Void) {
        self.body = body
    }

    /// Gives the answer.
    func callAsFunction(_ response: HTTPResponse) {
        body(response)
    }
}
