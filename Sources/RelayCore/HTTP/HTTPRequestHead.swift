/// A request without its body: method, path, query and header fields as they arrived.
struct HTTPRequestHead: Sendable {
    /// The method.
    var method: HTTPMethod
    /// The path, percent-decoded, without the query.
    var path: String
    /// Query arguments, decoded, in order.
    var query: [HTTPField] = []
    /// Header fields in order; names in lower case.
    var fields: [HTTPField] = []

    /// The first field of this (lower-case) name.
    func field(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// Why the head cannot be trusted, if so.
    ///
    /// Two lengths, or a length beside a transfer coding: another server on the way may have read another body, and what
    /// follows it as another request (RFC 9112, 6.3).
    func fault(_ limits: ServerLimits) -> HTTPResponse? {
        let lengths = fields.count { $0.name == "content-length" }
        let codings = fields.count { $0.name == "transfer-encoding" }
        if lengths + codings > 1 { return .conflictingLength }
        return query.count > limits.arguments ? .tooManyArguments : nil
    }

    /// The announced length of the body; nil when it is chunked or absent.
    var contentLength: Int? {
        field("content-length").flatMap { Int($0) }
    }
}

/// One name and value of a header or query.
struct HTTPField: Sendable, Hashable {
    /// The name.
    var name: String
    /// The value; empty if there was none.
    var value: String
}

/// The methods that some route knows.
enum HTTPMethod: Sendable, Hashable {
    /// Read.
    case get
    /// Read without the body.
    case head
    /// Send.
    case post
    /// Preflight.
    case options
    /// Anything else.
    case other

    /// Reads a method's name, which is case-sensitive (RFC 9110, 9.1).
    init(_ name: String) {
        switch name {
        case "GET": self = .get
        case "HEAD": self = .head
        case "POST": self = .post
        case "OPTIONS": self = .options
        default: self = .other
        }
    }
}
