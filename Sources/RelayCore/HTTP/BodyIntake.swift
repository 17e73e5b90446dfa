/// Where the bytes of one body go: into a bounded buffer, or past it. A value type without I/O.
struct BodyIntake {
    /// What the server has to do after some bytes.
    enum Step: Sendable, Hashable {
        /// Go on reading.
        case more
        /// The rest is read past from here on; the clock for that starts.
        case discarding
        /// Enough was read past: the answer is given now, past the library, and reading goes on for a while, so that a
        /// client which is still sending comes to read it.
        case answer
        /// Enough of that, too: close.
        case cut
    }

    /// The bytes kept so far.
    private(set) var bytes = ContiguousArray<UInt8>()
    /// The answer that is already certain, if the body is not wanted.
    private(set) var refusal: HTTPResponse?
    /// Whether the answer was given already.
    private(set) var isAnswered = false
    private var seen = 0
    private let limit: Int
    private let allowance: Int
    private let linger: Int

    /// Takes a body of up to `limit` bytes; of a larger one reads past up to twice that, then as much again.
    init(limit: Int) {
        self.limit = limit
        allowance = 2 * limit
        linger = 4 * limit
    }

    /// Reads past a body and keeps none: up to `allowance` bytes before the answer is given, `linger` after it.
    init(refusing response: HTTPResponse, allowance: Int, linger: Int) {
        refusal = response
        limit = 0
        self.allowance = allowance
        self.linger = allowance + linger
    }

    /// The answer is given now, before the body's end.
    mutating func markAnswered() {
        isAnswered = true
    }

    /// Takes the next bytes. `reserve` is asked for room for that many more and may decline.
    mutating func take(_ chunk: Span<UInt8>, reserve: (Int) -> Bool) -> Step {
        seen += chunk.count
        if refusal != nil {
            if isAnswered { return seen > linger ? .cut : .more }
            return seen > allowance ? .answer : .more
        }
        if seen > limit {
            refuse(.tooLarge)
            return .discarding
        }
        guard reserve(chunk.count) else {
            refuse(.overloaded)
            return .discarding
        }
        // No capacity is asked for: asking for just enough each time would copy the body each time.
        unsafe chunk.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        return .more
    }

    /// Hands the body over and keeps nothing.
    mutating func release() -> ContiguousArray<UInt8> {
        let whole = bytes
        bytes = []
        return whole
    }

    /// The body is not wanted after all; nothing of it is kept.
    mutating func refuse(_ response: HTTPResponse) {
        refusal = response
        bytes = []
    }
}

extension HTTPResponse {
    /// The body is over the limit.
    static let tooLarge = HTTPResponse.refusal(413, "request body too large", causes: ["too_large"])
    /// Too many bodies are in flight at this moment.
    static let overloaded = HTTPResponse.refusal(
        503,
        "too many requests in flight",
        causes: ["overloaded"],
        fields: [HTTPField(name: "Retry-After", value: "1")]
    )
    /// More than one length, or a length and a transfer coding.
    static let conflictingLength = HTTPResponse.refusal(
        400,
        "more than one length of the body",
        causes: ["conflicting_length"]
    ).closing
    /// More arguments in the query than anybody needs.
    static let tooManyArguments = HTTPResponse.refusal(
        414,
        "too many arguments in the query",
        causes: ["too_many_arguments"]
    ).closing
}
