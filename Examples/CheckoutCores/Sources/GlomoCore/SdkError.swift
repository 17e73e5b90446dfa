/// The documented types of an error of the SDK.
public enum SdkErrorType: String, CaseIterable, Sendable {
    /// The configuration was refused.
    case validationError
    /// The device may not pay.
    case deviceForbidden
    /// The order could not be loaded.
    case networkError
    /// Anything else.
    case unknown
}

/// An error of the SDK. The message is for people: it names keys and orders, and is told to nobody but the listener.
public struct SdkError: Hashable, Sendable {
    /// What it is.
    public let type: SdkErrorType
    /// For people.
    public let message: String
    /// The field at fault.
    public let field: String?

    static func validation(_ field: String, _ message: String) -> SdkError {
        SdkError(type: .validationError, message: message, field: field)
    }
}
