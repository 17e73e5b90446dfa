internal import CTelemetry
internal import Telemetry

/// An error of the program's, read out of the header's structures.
struct ForeignError: ReportableError {
    /// Errors of one chain that are read; the reporter follows no more.
    private static let chainLimit = 8
    private static let nameLimit = 512
    private static let textLimit = 8_192

    let reportType: String?
    let reportDomain: String
    let reportCode: String
    let reportDescription: String?
    let reportUnderlying: (any Error)?

    /// Reads an error and what lies behind it. Nil if the first has no size; one behind it that has none ends the chain.
    /// A chain that leads back to itself ends at the limit.
    static func read(_ error: UnsafePointer<telemetry_error>?) -> ForeignError? {
        var chain: [telemetry_error] = unsafe []
        var next = unsafe error
        while let pointer = unsafe next, unsafe chain.count < chainLimit, let copy = unsafe copy(pointer) {
            unsafe chain.append(copy)
            unsafe next = copy.underlying
        }
        var built: ForeignError?
        while let last = unsafe chain.popLast() { built = unsafe ForeignError(last, underlying: built) }
        return built
    }

    private init(_ error: telemetry_error, underlying: ForeignError?) {
        let type = unsafe CText.string(error.type, limit: ForeignError.nameLimit) ?? "Error"
        reportType = type
        reportDomain = unsafe CText.string(error.domain, limit: ForeignError.nameLimit) ?? type
        reportCode = unsafe CText.string(error.code, limit: ForeignError.nameLimit) ?? ""
        reportDescription = unsafe CText.string(error.description, limit: ForeignError.textLimit)
        reportUnderlying = underlying
    }

    /// The structure as this library knows it.
    private static func copy(_ error: UnsafePointer<telemetry_error>) -> telemetry_error? {
        // All fields are of the first version; less is a forgotten TELEMETRY_ERROR_INIT.
        guard unsafe error.pointee.size >= MemoryLayout<telemetry_error>.size else { return nil }
        return unsafe error.pointee
    }
}
