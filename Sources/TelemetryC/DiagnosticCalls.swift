public import CTelemetry
internal import Telemetry

/// What a program wants to be told, and with what. Goes, and tells so, with the last reporter that has it.
@safe final class DiagnosticSink: @unchecked Sendable {
    // Sendable and safe: nothing changes after init; the program promises that its function may be called with its context
    // on any thread, until release.
    private let callback: @convention(c) (UnsafePointer<telemetry_diagnostic>?, UnsafeMutableRawPointer?) -> Void
    private let context: UnsafeMutableRawPointer?
    private let release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

    init(
        callback: @escaping @convention(c) (UnsafePointer<telemetry_diagnostic>?, UnsafeMutableRawPointer?) -> Void,
        context: UnsafeMutableRawPointer?,
        release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
    ) {
        unsafe self.callback = callback
        unsafe self.context = context
        unsafe self.release = release
    }

    deinit {
        if let release = unsafe release { unsafe release(context) }
    }

    func tell(_ diagnostic: Diagnostic) {
        var told = unsafe telemetry_diagnostic()
        unsafe told.size = MemoryLayout<telemetry_diagnostic>.size
        var reason: String?
        let text: String
        switch diagnostic {
        case .dropped(let why, let count):
            unsafe told.kind = telemetry_diagnostic_kind(TELEMETRY_DIAGNOSTIC_DROPPED)
            unsafe told.count = UInt64(clamping: count)
            reason = why.rawValue
            text = "\(count) events dropped: \(why.rawValue)"
        case .unreachable(let failure):
            unsafe told.kind = telemetry_diagnostic_kind(TELEMETRY_DIAGNOSTIC_UNREACHABLE)
            unsafe told.code = failure.code
            text = "no answer: \(failure.kind.rawValue)"
        case .refused(let status):
            unsafe told.kind = telemetry_diagnostic_kind(TELEMETRY_DIAGNOSTIC_REFUSED)
            unsafe told.code = Int32(clamping: status)
            text = "refused with HTTP status \(status)"
        case .spoolUnavailable(let failure):
            unsafe told.kind = telemetry_diagnostic_kind(TELEMETRY_DIAGNOSTIC_SPOOL_UNAVAILABLE)
            unsafe told.code = failure.code
            text = failure.description
        case .spoolAvailable:
            unsafe told.kind = telemetry_diagnostic_kind(TELEMETRY_DIAGNOSTIC_SPOOL_AVAILABLE)
            text = "the spool works again"
        case .breakerOpened:
            unsafe told.kind = telemetry_diagnostic_kind(TELEMETRY_DIAGNOSTIC_BREAKER_OPENED)
            text = "five failures in a row: one try a back-off step from now on"
        case .breakerClosed:
            unsafe told.kind = telemetry_diagnostic_kind(TELEMETRY_DIAGNOSTIC_BREAKER_CLOSED)
            text = "the server answers again"
        case .hookEnded:
            return
        }
        unsafe text.withCString { text in
            unsafe told.text = text
            guard let reason else { return unsafe callback(&told, context) }
            unsafe reason.withCString { reason in
                unsafe told.reason = reason
                unsafe callback(&told, context)
            }
        }
    }
}

/// Tells a function about trouble in delivery.
@_cdecl("telemetry_config_set_diagnostics")
public func telemetryConfigSetDiagnostics(
    _ config: OpaquePointer?,
    _ callback: (@convention(c) (UnsafePointer<telemetry_diagnostic>?, UnsafeMutableRawPointer?) -> Void)?,
    _ context: UnsafeMutableRawPointer?,
    _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> Int32 {
    guard let config = unsafe config else { return Status.invalidArgument }
    let handle = unsafe ConfigHandle.borrowed(config)
    guard let callback = unsafe callback else {
        handle.configuration.diagnostics = nil
        return Status.ok
    }
    let sink = unsafe DiagnosticSink(callback: callback, context: context, release: release)
    handle.configuration.diagnostics = { sink.tell($0) }
    return Status.ok
}
