internal import TelemetryEnvelope

/// Why a reporter cannot be made from a configuration. The only error that a reporter ever throws.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    private enum Code: Sendable, Hashable {
        case invalidDSN(DSNError)
        case insecureDSN
        case missingTransport
    }

    private let code: Code

    private init(_ code: Code) {
        self.code = code
    }

    /// Plain `http` to a host that is not this machine.
    public static let insecureDSN = ConfigurationError(.insecureDSN)
    /// The mode delivers, and there is no transport to deliver with.
    public static let missingTransport = ConfigurationError(.missingTransport)

    static func invalidDSN(_ error: DSNError) -> ConfigurationError {
        ConfigurationError(.invalidDSN(error))
    }

    /// Whether the DSN could not be read.
    public var isInvalidDSN: Bool {
        if case .invalidDSN = code { true } else { false }
    }

    /// What is wrong, without a byte of the DSN.
    public var description: String {
        switch code {
        case .invalidDSN(let error): "the DSN is not valid: \(error)"
        case .insecureDSN: "the DSN is plain http to another host; use https"
        case .missingTransport: "delivery needs a transport"
        }
    }
}
