/// Severity of an event or breadcrumb, in the field's five steps.
public enum Level: UInt8, Sendable, Hashable, Comparable, CaseIterable {
    /// For developers.
    case debug
    /// Worth knowing.
    case info
    /// Something odd that did not stop the flow.
    case warning
    /// A failure.
    case error
    /// The process or flow cannot go on.
    case fatal

    /// The name on the wire.
    public var name: StaticString {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .warning: "warning"
        case .error: "error"
        case .fatal: "fatal"
        }
    }

    /// Reads a name from the wire; `log`, `critical` and `warn` as older clients write them. Nil for others.
    public init?(name: String) {
        switch name {
        case "debug", "trace": self = .debug
        case "info", "log": self = .info
        case "warning", "warn": self = .warning
        case "error": self = .error
        case "fatal", "critical": self = .fatal
        default: return nil
        }
    }

    /// As `init(name:)`, from UTF-8 bytes and without a `String`.
    package init?(bytes: Span<UInt8>) {
        switch bytes.count {
        case 3 where equal(bytes, "log"): self = .info
        case 4 where equal(bytes, "info"): self = .info
        case 4 where equal(bytes, "warn"): self = .warning
        case 5 where equal(bytes, "error"): self = .error
        case 5 where equal(bytes, "debug") || equal(bytes, "trace"): self = .debug
        case 5 where equal(bytes, "fatal"): self = .fatal
        case 7 where equal(bytes, "warning"): self = .warning
        case 8 where equal(bytes, "critical"): self = .fatal
        default: return nil
        }
    }

    /// Orders by severity.
    public static func < (one: Level, other: Level) -> Bool {
        one.rawValue < other.rawValue
    }
}

extension Level {
    /// The number that OpenTelemetry gives the severity.
    package var severityNumber: Int { 5 + 4 * Int(rawValue) }
}
