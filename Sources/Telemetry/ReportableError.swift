/// What an error may tell about itself beyond its type, domain and code.
public protocol ReportableError: Error {
    /// The name of the error's type, for errors that come from another language. Nil: the Swift type's. Scrubbed.
    var reportType: String? { get }
    /// The family of the error, as in `payments.network`. Scrubbed.
    var reportDomain: String { get }
    /// Which error of the family, as in `timeout` or `-1001`. Scrubbed.
    var reportCode: String { get }
    /// What happened, in words. Scrubbed, URLs cut to scheme and host, and only sent if the configuration says so.
    var reportDescription: String? { get }
    /// The error behind this one.
    var reportUnderlying: (any Error)? { get }
}

extension ReportableError {
    /// Nothing: the Swift type has the name.
    public var reportType: String? { nil }
    /// Nothing.
    public var reportDescription: String? { nil }
    /// Nothing.
    public var reportUnderlying: (any Error)? { nil }
}
