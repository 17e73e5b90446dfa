/// What an error may tell about itself beyond its type's name. Nothing else of an error is ever read: neither its
/// description nor its associated values nor a stack.
public protocol ReportableError: Error {
    /// The family of the error, as in `payments.network`. Scrubbed.
    var reportDomain: String { get }
    /// Which error of the family, as in `timeout` or `-1001`. Scrubbed.
    var reportCode: String { get }
}
