/// A whole answer, small enough to be held in memory.
struct HTTPResponse: Sendable {
    /// The status code.
    var status: Int
    /// Header fields, without length and date.
    var fields: [HTTPField] = []
    /// The body.
    var body: [UInt8] = []
    /// Whether the connection is closed afterwards.
    var closes = false
    /// The reason code of a refusal, for the log.
    var cause: StaticString = ""

    /// An answer with a JSON body.
    static func json(_ status: Int, _ text: String, fields: [HTTPField] = []) -> HTTPResponse {
        HTTPResponse(
            status: status,
            fields: [HTTPField(name: "Content-Type", value: "application/json")] + fields,
            body: Array(text.utf8)
        )
    }

    /// An answer to a refused request, in the field's form: `{"detail":…,"causes":[…]}` and `X-Sentry-Error`.
    ///
    /// Both texts are literals of ours, so that nothing a client sent can come back.
    static func refusal(
        _ status: Int,
        _ detail: StaticString,
        causes: [StaticString] = [],
        fields: [HTTPField] = []
    ) -> HTTPResponse {
        let list = causes.map { "\"\($0)\"" }.joined(separator: ",")
        var response = json(
            status,
            "{\"detail\":\"\(detail)\",\"causes\":[\(list)]}",
            fields: [HTTPField(name: "X-Sentry-Error", value: detail.description)] + fields
        )
        response.cause = causes.first ?? ""
        return response
    }

    /// The answer as it goes over the wire when the connection is closed after it.
    var lastBytes: [UInt8] {
        var text = "HTTP/1.1 \(status) Refused\r\nConnection: close\r\nContent-Length: \(body.count)\r\n"
        for field in fields { text += "\(field.name): \(field.value)\r\n" }
        return Array(text.utf8) + [13, 10] + body
    }

    /// The answer as the connection's last.
    var closing: HTTPResponse {
        var copy = self
        copy.closes = true
        return copy
    }

    /// Adds a field.
    func adding(_ name: String, _ value: String) -> HTTPResponse {
        var copy = self
        copy.fields.append(HTTPField(name: name, value: value))
        return copy
    }
}
