internal import CTelemetry
internal import Sanitizer
internal import Telemetry
internal import TelemetryEnvelope

// `telemetry.h` says what each of these does; here is only how it is done. Pointers are the header's: NULL, or valid for
// the call.

/// Bytes of a name, and of a text; the reporter cuts what is over it.
private let nameLimit = 1_024
private let textLimit = 8_192

/// Reads a JSON object of at most `limit` bytes.
private func object(
    _ json: UnsafePointer<CChar>,
    length: Int,
    limit: Int
) -> (members: [String: ContextValue]?, status: telemetry_status) {
    guard CText.isLength(length) else { return (nil, Status.invalidArgument) }
    let bytes = unsafe CText.bytes(json, length: length, limit: limit)
    guard bytes.count <= limit else { return (nil, Status.tooLarge) }
    guard case .object(let members) = ContextValue(json: unsafe Span(_unsafeElements: bytes)) else {
        return (nil, Status.invalidJSON)
    }
    return (members, Status.ok)
}

/// Adds a breadcrumb.
@_cdecl("telemetry_add_breadcrumb")
public func telemetryAddBreadcrumb(
    _ reporter: OpaquePointer?,
    _ level: Int32,
    _ category: UnsafePointer<CChar>?,
    _ message: UnsafePointer<CChar>?,
    _ data: UnsafePointer<CChar>?
) -> Int32 {
    guard let reporter = unsafe ReporterHandle.borrowed(reporter) else { return Status.invalidArgument }
    var members: [String: ContextValue] = [:]
    var status = Status.ok
    if let data = unsafe data {
        let read = unsafe object(data, length: CText.terminated, limit: 64 << 10)
        members = read.members ?? [:]
        status = read.status
    }
    reporter.addBreadcrumb(
        unsafe CText.string(message, limit: textLimit) ?? "",
        category: unsafe CText.string(category, limit: nameLimit) ?? "default",
        level: Level(c: level),
        data: members
    )
    return status
}

/// Sets or removes a tag.
@_cdecl("telemetry_set_tag")
public func telemetrySetTag(
    _ reporter: OpaquePointer?,
    _ name: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?
) -> Int32 {
    guard let reporter = unsafe ReporterHandle.borrowed(reporter),
        let name = unsafe CText.string(name, limit: nameLimit), !name.isEmpty
    else { return Status.invalidArgument }
    reporter.setTag(name, unsafe CText.string(value, limit: textLimit))
    return Status.ok
}

/// Sets or removes a context.
@_cdecl("telemetry_set_context")
public func telemetrySetContext(
    _ reporter: OpaquePointer?,
    _ name: UnsafePointer<CChar>?,
    _ json: UnsafePointer<CChar>?,
    _ length: Int
) -> Int32 {
    guard let reporter = unsafe ReporterHandle.borrowed(reporter),
        let name = unsafe CText.string(name, limit: nameLimit), !name.isEmpty
    else { return Status.invalidArgument }
    guard let json = unsafe json else {
        reporter.setContext(name, nil)
        return Status.ok
    }
    let read = unsafe object(json, length: length, limit: Limits.standard.item)
    if let members = read.members { reporter.setContext(name, members) }
    return read.status
}

/// Takes a new consent into force.
@_cdecl("telemetry_set_consent")
public func telemetrySetConsent(_ reporter: OpaquePointer?, _ consent: Int32) -> Int32 {
    guard let reporter = unsafe ReporterHandle.borrowed(reporter) else { return Status.invalidArgument }
    reporter.updateConsent(Consent(c: consent))
    return Status.ok
}
