internal import CTelemetry
internal import Telemetry

/// The header's constants, and what they are in Swift.
enum Status {
    static var ok: telemetry_status { telemetry_status(TELEMETRY_OK) }
    static var dropped: telemetry_status { telemetry_status(TELEMETRY_DROPPED) }
    static var invalidArgument: telemetry_status { telemetry_status(TELEMETRY_INVALID_ARGUMENT) }
    static var invalidJSON: telemetry_status { telemetry_status(TELEMETRY_INVALID_JSON) }
    static var tooLarge: telemetry_status { telemetry_status(TELEMETRY_TOO_LARGE) }
    static var invalidDSN: telemetry_status { telemetry_status(TELEMETRY_INVALID_DSN) }
    static var insecureDSN: telemetry_status { telemetry_status(TELEMETRY_INSECURE_DSN) }
    static var invalidPolicy: telemetry_status { telemetry_status(TELEMETRY_INVALID_POLICY) }

    /// What a status means.
    static func text(_ status: telemetry_status) -> StaticString {
        switch status {
        case ok: "done"
        case dropped: "the event was not taken; the statistics say why"
        case invalidArgument: "an argument is missing or out of range"
        case invalidJSON: "not a JSON object"
        case tooLarge: "over the limit of its kind"
        case invalidDSN: "the DSN is not valid"
        case insecureDSN: "the DSN is plain http to another host; use https"
        case invalidPolicy: "the policy document has a fault"
        default: "unknown status"
        }
    }

    /// The status of an event that was dropped for a reason.
    static func of(_ reason: DropReason) -> telemetry_status {
        switch reason {
        case .tooLarge: tooLarge
        case .invalidJSON, .invalidItem: invalidJSON
        default: dropped
        }
    }

    /// The status of a configuration that cannot be used.
    static func of(_ error: ConfigurationError) -> telemetry_status {
        if error.isInvalidDSN { return invalidDSN }
        return error == .insecureDSN ? insecureDSN : invalidArgument
    }
}

extension Level {
    /// A level as C passes it; what is none is an error.
    init(c level: telemetry_level) {
        self = UInt8(exactly: level).flatMap(Level.init(rawValue:)) ?? .error
    }
}

extension Consent {
    /// A consent as C passes it; what is none is denied.
    init(c consent: telemetry_consent) {
        switch Int(consent) {
        case Int(TELEMETRY_CONSENT_GRANTED): self = .granted
        case Int(TELEMETRY_CONSENT_PENDING): self = .pending
        default: self = .denied
        }
    }
}

/// What a status means, for a log.
@_cdecl("telemetry_status_text")
public func telemetryStatusText(_ status: Int32) -> UnsafePointer<CChar>? {
    unsafe Status.text(status).cString
}

extension StaticString {
    /// The literal as C reads it: a NUL byte stands behind it.
    var cString: UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
