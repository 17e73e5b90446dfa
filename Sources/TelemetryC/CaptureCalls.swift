public import CTelemetry
internal import Sanitizer
internal import Telemetry
internal import TelemetryEnvelope

#if os(iOS)
internal import TelemetryURLSession
#else
internal import TelemetryCurl
#endif

// `telemetry.h` says what each of these does; here is only how it is done. Pointers are the header's: NULL, or valid for
// the call.

/// Makes a reporter; NULL and a status where the configuration cannot be used.
@_cdecl("telemetry_new")
public func telemetryNew(_ config: OpaquePointer?, _ status: UnsafeMutablePointer<Int32>?) -> OpaquePointer? {
    guard let config = unsafe config else {
        unsafe status?.pointee = Status.invalidArgument
        return nil
    }
    let handle = unsafe ConfigHandle.borrowed(config)
    if let refusal = handle.refusal {
        unsafe status?.pointee = refusal
        return nil
    }
    let configuration = handle.complete
    do throws(ConfigurationError) {
        let reporter: Reporter
        if case .deliver = configuration.mode {
            #if os(iOS)
            reporter = try Reporter(configuration, transport: URLSessionTransport())
            #else
            reporter = try Reporter(configuration, transport: CurlTransport())
            #endif
        } else {
            reporter = try Reporter(configuration)
        }
        unsafe status?.pointee = Status.ok
        return unsafe ReporterHandle.handedOut(reporter)
    } catch {
        unsafe status?.pointee = Status.of(error)
        return nil
    }
}

/// Frees a reporter.
@_cdecl("telemetry_free")
public func telemetryFree(_ reporter: OpaquePointer?) {
    if let reporter = unsafe reporter { unsafe ReporterHandle.free(reporter) }
}

/// Writes a new flow's id.
@_cdecl("telemetry_flow_new")
public func telemetryFlowNew(_ flow: UnsafeMutablePointer<CChar>?) {
    unsafe CText.write(FlowID().description, to: flow)
}

/// Reports a message.
@_cdecl("telemetry_capture_message")
public func telemetryCaptureMessage(
    _ reporter: OpaquePointer?,
    _ level: Int32,
    _ text: UnsafePointer<CChar>?,
    _ length: Int,
    _ flow: UnsafePointer<CChar>?,
    _ eventID: UnsafeMutablePointer<CChar>?
) -> Int32 {
    unsafe CText.write(nil, to: eventID)
    guard let reporter = unsafe ReporterHandle.borrowed(reporter), let text = unsafe text, CText.isLength(length) else {
        return Status.invalidArgument
    }
    let id = reporter.capture(
        unsafe CText.string(text, length: length, limit: messageLimit) ?? "",
        level: Level(c: level),
        flow: unsafe FlowID(c: flow)
    )
    return unsafe report(id, to: eventID)
}

/// Reports an error.
@_cdecl("telemetry_capture_error")
public func telemetryCaptureError(
    _ reporter: OpaquePointer?,
    _ level: Int32,
    _ error: UnsafePointer<telemetry_error>?,
    _ flow: UnsafePointer<CChar>?,
    _ eventID: UnsafeMutablePointer<CChar>?
) -> Int32 {
    unsafe CText.write(nil, to: eventID)
    guard let reporter = unsafe ReporterHandle.borrowed(reporter), let error = unsafe ForeignError.read(error) else {
        return Status.invalidArgument
    }
    return unsafe report(reporter.capture(error: error, level: Level(c: level), flow: FlowID(c: flow)), to: eventID)
}

/// Reports a whole event.
@_cdecl("telemetry_capture_json")
public func telemetryCaptureJSON(
    _ reporter: OpaquePointer?,
    _ json: UnsafePointer<CChar>?,
    _ length: Int,
    _ eventID: UnsafeMutablePointer<CChar>?
) -> Int32 {
    unsafe CText.write(nil, to: eventID)
    guard let reporter = unsafe ReporterHandle.borrowed(reporter), let json = unsafe json, CText.isLength(length) else {
        return Status.invalidArgument
    }
    let bytes = unsafe CText.bytes(json, length: length, limit: Limits.standard.item)
    switch reporter.admit(eventJSON: unsafe Span(_unsafeElements: bytes)) {
    case .admitted(let id):
        unsafe CText.write(id.description, to: eventID)
        return Status.ok
    case .refused(let reason):
        return Status.of(reason)
    }
}

/// Bytes of a message; the reporter cuts what is over it.
private let messageLimit = 65_536

private func report(_ id: EventID?, to memory: UnsafeMutablePointer<CChar>?) -> telemetry_status {
    guard let id else { return Status.dropped }
    unsafe CText.write(id.description, to: memory)
    return Status.ok
}

extension FlowID {
    /// A flow as C passes it; nil for NULL and for what is no id.
    fileprivate init?(c flow: UnsafePointer<CChar>?) {
        guard let text = unsafe CText.string(flow, limit: 36) else { return nil }
        self.init(text)
    }
}
