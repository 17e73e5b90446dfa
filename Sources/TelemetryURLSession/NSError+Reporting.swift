public import Foundation
public import Telemetry

// With this module linked, `Reporter.capture(error:)` follows the chains of Foundation's errors. Neither their localized
// texts nor anything else of their user information is read, but the errors behind them and, where descriptions are asked for,
// scheme and host of the URL that failed.

extension NSError: ReportableError {
    /// The error's domain.
    public var reportDomain: String { domain }
    /// The error's code.
    public var reportCode: String { String(code) }
    /// Scheme and host of the URL that failed; nil if the error names none.
    public var reportDescription: String? { FoundationReport.failingHost(userInfo) }
    /// The error behind this one; of several the first.
    public var reportUnderlying: (any Error)? { FoundationReport.underlying(userInfo) }
}

extension URLError: ReportableError {
    /// The error's domain.
    public var reportDomain: String { URLError.errorDomain }
    /// The error's code.
    public var reportCode: String { String(errorCode) }
    /// Scheme and host of the URL that failed; nil if the error names none.
    public var reportDescription: String? { FoundationReport.failingHost(errorUserInfo) }
    /// The error behind this one; of several the first.
    public var reportUnderlying: (any Error)? { FoundationReport.underlying(errorUserInfo) }
}

extension CocoaError: ReportableError {
    /// The error's domain.
    public var reportDomain: String { CocoaError.errorDomain }
    /// The error's code.
    public var reportCode: String { String(errorCode) }
    /// The error behind this one; of several the first.
    public var reportUnderlying: (any Error)? { FoundationReport.underlying(errorUserInfo) }
}

extension POSIXError: ReportableError {
    /// The error's domain.
    public var reportDomain: String { POSIXError.errorDomain }
    /// The error's code.
    public var reportCode: String { String(errorCode) }
    /// The error behind this one; of several the first.
    public var reportUnderlying: (any Error)? { FoundationReport.underlying(errorUserInfo) }
}

/// What is read of the user information of Foundation's errors.
enum FoundationReport {
    static func underlying(_ information: [String: Any]) -> (any Error)? {
        if let error = information[NSUnderlyingErrorKey] as? any Error { return error }
        return (information["NSMultipleUnderlyingErrorsKey"] as? [any Error])?.first
    }

    static func failingHost(_ information: [String: Any]) -> String? {
        guard let url = information[NSURLErrorFailingURLErrorKey] as? URL, let scheme = url.scheme, let host = url.host
        else { return nil }
        return "\(scheme)://\(host)"
    }
}
