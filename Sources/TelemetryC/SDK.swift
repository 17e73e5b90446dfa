internal import CTelemetry

/// What events say about the reporter that sent them.
enum SDK {
    /// Its name, unless the program gives another.
    static let name = "telemetry.c"

    /// Its version, which is the header's.
    static let version = TELEMETRY_VERSION
}

/// The version of the library that is running.
@_cdecl("telemetry_version")
public func telemetryVersion() -> UnsafePointer<CChar>? {
    let version: StaticString = "0.1.0"
    return unsafe version.cString
}
