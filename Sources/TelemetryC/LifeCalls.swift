internal import CTelemetry
internal import Telemetry

// `telemetry.h` says what each of these does; here is only how it is done. Pointers are the header's: NULL, or valid for
// the call.

/// Delivers what waits, within a time.
@_cdecl("telemetry_flush")
public func telemetryFlush(
    _ reporter: OpaquePointer?,
    _ timeout: UInt32,
    _ left: UnsafeMutablePointer<UInt64>?
) -> Int32 {
    let result = unsafe ReporterHandle.borrowed(reporter)?.flushBlocking(timeout: .milliseconds(Int64(timeout)))
    return unsafe report(result ?? .disabled, to: left)
}

/// Delivers what waits, within a time, and ends the reporter.
@_cdecl("telemetry_close")
public func telemetryClose(
    _ reporter: OpaquePointer?,
    _ timeout: UInt32,
    _ left: UnsafeMutablePointer<UInt64>?
) -> Int32 {
    let result = unsafe ReporterHandle.borrowed(reporter)?.closeBlocking(timeout: .milliseconds(Int64(timeout)))
    return unsafe report(result ?? .disabled, to: left)
}

private func report(
    _ result: FlushResult,
    to left: UnsafeMutablePointer<UInt64>?
) -> telemetry_flush_result {
    let (code, count) =
        switch result {
        case .finished: (Int(TELEMETRY_FLUSH_FINISHED), 0)
        case .persisted(let count): (Int(TELEMETRY_FLUSH_PERSISTED), count)
        case .timedOut(let count): (Int(TELEMETRY_FLUSH_TIMED_OUT), count)
        case .disabled: (Int(TELEMETRY_FLUSH_DISABLED), 0)
        }
    unsafe left?.pointee = UInt64(clamping: count)
    return telemetry_flush_result(code)
}

/// The program may end any moment.
@_cdecl("telemetry_enter_background")
public func telemetryEnterBackground(_ reporter: OpaquePointer?) {
    unsafe ReporterHandle.borrowed(reporter)?.enterBackground()
}

/// The program is in use again.
@_cdecl("telemetry_enter_foreground")
public func telemetryEnterForeground(_ reporter: OpaquePointer?) {
    unsafe ReporterHandle.borrowed(reporter)?.enterForeground()
}
