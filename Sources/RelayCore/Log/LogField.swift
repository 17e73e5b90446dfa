/// One field of a log line.
struct LogField: Sendable {
    /// Its name.
    let name: StaticString
    /// What it says.
    let value: LogValue

    /// A literal.
    static func literal(_ name: StaticString, _ value: StaticString) -> LogField {
        LogField(name: name, value: .literal(value))
    }

    /// A number.
    static func number(_ name: StaticString, _ value: Int) -> LogField {
        LogField(name: name, value: .number(value))
    }

    /// Text of our own or of the operator: an address, a path, an error's description. Never what a client sent.
    static func text(_ name: StaticString, _ value: String) -> LogField {
        LogField(name: name, value: .text(value))
    }
}

/// What a log field can say. There is no case for a request's bytes.
enum LogValue: Sendable {
    /// A literal of this program.
    case literal(StaticString)
    /// A number.
    case number(Int)
    /// Text of our own or of the operator, escaped and cut to 512 bytes.
    case text(String)
}
