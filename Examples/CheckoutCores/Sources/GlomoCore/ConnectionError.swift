/// The documented types of a connection failure.
public enum ConnectionErrorType: String, CaseIterable, Sendable {
    /// No connection.
    case noInternet
    /// The host's name was not resolved.
    case dnsFailure
    /// No answer in time.
    case timeout
    /// No secure connection.
    case sslError
    /// HTTP 4xx.
    case httpClientError
    /// HTTP 5xx.
    case httpServerError
    /// A resource of the page failed.
    case webResourceError
    /// Anything else.
    case unknown

    /// Whether the payer can try again: the documented table.
    public var isRecoverable: Bool {
        switch self {
        case .noInternet, .timeout, .httpServerError: true
        case .dnsFailure, .sslError, .httpClientError, .webResourceError, .unknown: false
        }
    }

    /// Whether the failure is marked as closing. What has no type of its own shows the retry surface.
    var closes: Bool { self != .unknown }
}

/// A connection failure, as the listener gets it.
public struct ConnectionError: Hashable, Sendable {
    /// What it is.
    public let type: ConnectionErrorType
    /// For people.
    public let message: String
    /// HTTP's.
    public let statusCode: Int?
    /// The whole URL, query and all.
    public let failedURL: String?
    /// The platform's number.
    public let errorCode: Int?
    /// Whether the checkout closes.
    public let shouldAutoClose: Bool
    /// Whether the payer can try again.
    public let isRecoverable: Bool
}

/// What the platform says of a load that failed.
public struct LoadFailure: Hashable, Sendable {
    /// The error's domain.
    public var domain: String?
    /// The error's code.
    public var code: Int?
    /// HTTP's status, where there was an answer.
    public var statusCode: Int?
    /// Where to.
    public var url: String
    /// The platform's text, which repeats the URL.
    public var description: String

    /// A failure.
    public init(_ domain: String?, _ code: Int?, statusCode: Int? = nil, url: String, description: String = "") {
        self.domain = domain
        self.code = code
        self.statusCode = statusCode
        self.url = url
        self.description = description
    }

    /// The documented type; nil for a navigation that was cancelled, which is not reported at all.
    var type: ConnectionErrorType? {
        if let statusCode {
            if (400..<500).contains(statusCode) { return .httpClientError }
            if (500..<600).contains(statusCode) { return .httpServerError }
        }
        guard let domain, let code else { return .unknown }
        switch (domain, code) {
        case ("NSURLErrorDomain", -999), ("WebKitErrorDomain", 102): return nil
        case ("NSURLErrorDomain", -1_009), ("NSURLErrorDomain", -1_005): return .noInternet
        case ("NSURLErrorDomain", -1_003), ("NSURLErrorDomain", -1_006): return .dnsFailure
        case ("NSURLErrorDomain", -1_001): return .timeout
        case ("NSURLErrorDomain", -1_206 ... -1_200): return .sslError
        case ("NSURLErrorDomain", -1_104 ... -1_100): return .webResourceError
        default: return .unknown
        }
    }
}
