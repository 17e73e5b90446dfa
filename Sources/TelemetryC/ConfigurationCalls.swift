internal import CTelemetry
internal import Sanitizer
internal import Telemetry

// `telemetry.h` says what each of these does; here is only how it is done. Pointers are the header's: NULL, or valid for
// the call.

/// Bytes of a path, URL or DSN.
private let pathLimit = 4_095

/// Applies a change that may be refused.
private func change(
    _ config: OpaquePointer?,
    _ setting: ConfigHandle.Setting,
    _ body: (inout Configuration) -> telemetry_status
) -> telemetry_status {
    guard let config = unsafe config else { return Status.invalidArgument }
    let handle = unsafe ConfigHandle.borrowed(config)
    return handle.settle(setting, body(&handle.configuration))
}

/// Applies a change that cannot be wrong.
private func set(_ config: OpaquePointer?, _ body: (inout Configuration) -> Void) -> telemetry_status {
    guard let config = unsafe config else { return Status.invalidArgument }
    unsafe body(&ConfigHandle.borrowed(config).configuration)
    return Status.ok
}

/// Applies a change by a path or URL; nil for NULL and an empty text.
private func set(
    _ config: OpaquePointer?,
    _ setting: ConfigHandle.Setting,
    _ text: UnsafePointer<CChar>?,
    orElse refusal: telemetry_status = Status.invalidArgument,
    _ body: (inout Configuration, String?) -> Void
) -> telemetry_status {
    unsafe change(config, setting) { configuration in
        guard let text = unsafe text, unsafe text.pointee != 0 else {
            body(&configuration, nil)
            return Status.ok
        }
        guard let whole = unsafe CText.whole(text, limit: pathLimit) else { return refusal }
        body(&configuration, whole)
        return Status.ok
    }
}

/// A configuration that does nothing yet.
@_cdecl("telemetry_config_new")
public func telemetryConfigNew() -> OpaquePointer? {
    unsafe ConfigHandle().handedOut()
}

/// Frees a configuration.
@_cdecl("telemetry_config_free")
public func telemetryConfigFree(_ config: OpaquePointer?) {
    if let config = unsafe config { unsafe ConfigHandle.free(config) }
}

/// Delivers to a DSN; none turns the reporter off.
@_cdecl("telemetry_config_set_dsn")
public func telemetryConfigSetDSN(_ config: OpaquePointer?, _ dsn: UnsafePointer<CChar>?) -> Int32 {
    unsafe set(config, .dsn, dsn, orElse: Status.invalidDSN) { $0.mode = $1.map { .deliver($0) } ?? .off }
}

/// Keeps events in memory instead of sending them.
@_cdecl("telemetry_config_set_memory")
public func telemetryConfigSetMemory(_ config: OpaquePointer?, _ events: Int) -> Int32 {
    unsafe change(config, .dsn) { configuration in
        configuration.mode = .memory(capacity: events < 0 ? .max : events)
        return Status.ok
    }
}

/// Sets the version of the program.
@_cdecl("telemetry_config_set_release")
public func telemetryConfigSetRelease(_ config: OpaquePointer?, _ release: UnsafePointer<CChar>?) -> Int32 {
    unsafe set(config) { unsafe $0.release = CText.string(release, limit: 1_024) }
}

/// Sets where the program runs.
@_cdecl("telemetry_config_set_environment")
public func telemetryConfigSetEnvironment(_ config: OpaquePointer?, _ environment: UnsafePointer<CChar>?) -> Int32 {
    unsafe set(config) { unsafe $0.environment = CText.string(environment, limit: 1_024) }
}

/// Sets the name and version of what embeds the reporter; NULL is the default.
@_cdecl("telemetry_config_set_sdk")
public func telemetryConfigSetSDK(
    _ config: OpaquePointer?,
    _ name: UnsafePointer<CChar>?,
    _ version: UnsafePointer<CChar>?
) -> Int32 {
    unsafe set(config) { configuration in
        configuration.sdkName = unsafe CText.string(name, limit: 64) ?? SDK.name
        configuration.sdkVersion = unsafe CText.string(version, limit: 64) ?? SDK.version
    }
}

/// Sets the level below which events are dropped.
@_cdecl("telemetry_config_set_minimum_level")
public func telemetryConfigSetMinimumLevel(_ config: OpaquePointer?, _ level: Int32) -> Int32 {
    unsafe set(config) { $0.minimumLevel = Level(c: level) }
}

/// Sets the consent to begin with.
@_cdecl("telemetry_config_set_consent")
public func telemetryConfigSetConsent(_ config: OpaquePointer?, _ consent: Int32) -> Int32 {
    unsafe set(config) { $0.consent = Consent(c: consent) }
}

/// Sets the share of events that is kept.
@_cdecl("telemetry_config_set_sample_rate")
public func telemetryConfigSetSampleRate(_ config: OpaquePointer?, _ rate: Double) -> Int32 {
    unsafe change(config, .sampleRate) { configuration in
        guard rate >= 0, rate <= 1 else { return Status.invalidArgument }
        configuration.sampleRate = rate
        return Status.ok
    }
}

/// Sets whether descriptions of errors are sent.
@_cdecl("telemetry_config_set_error_descriptions")
public func telemetryConfigSetErrorDescriptions(_ config: OpaquePointer?, _ enabled: Int32) -> Int32 {
    unsafe set(config) { $0.sendsErrorDescriptions = enabled != 0 }
}

/// Sets how many breadcrumbs an event carries.
@_cdecl("telemetry_config_set_max_breadcrumbs")
public func telemetryConfigSetMaxBreadcrumbs(_ config: OpaquePointer?, _ count: Int) -> Int32 {
    unsafe set(config) { $0.maxBreadcrumbs = count < 0 ? .max : count }
}

/// Sets the memory for what waits. Clamped by the reporter.
@_cdecl("telemetry_config_set_ring_bytes")
public func telemetryConfigSetRingBytes(_ config: OpaquePointer?, _ errors: Int, _ others: Int) -> Int32 {
    unsafe set(config) { configuration in
        configuration.errorRingBytes = errors < 0 ? .max : errors
        configuration.ringBytes = others < 0 ? .max : others
    }
}

/// Sets how long events wait for company. Clamped by the reporter.
@_cdecl("telemetry_config_set_intervals")
public func telemetryConfigSetIntervals(_ config: OpaquePointer?, _ interval: UInt32, _ urgent: UInt32) -> Int32 {
    unsafe set(config) { configuration in
        configuration.batching.interval = .milliseconds(Int64(interval))
        configuration.batching.urgentInterval = .milliseconds(Int64(urgent))
    }
}

/// Sets the directory of the spool; none means no file is touched.
@_cdecl("telemetry_config_set_spool")
public func telemetryConfigSetSpool(_ config: OpaquePointer?, _ directory: UnsafePointer<CChar>?) -> Int32 {
    guard let config = unsafe config else { return Status.invalidArgument }
    let handle = unsafe ConfigHandle.borrowed(config)
    guard let directory = unsafe directory, unsafe directory.pointee != 0 else {
        handle.spool.directory = ""
        return handle.settle(.spool, Status.ok)
    }
    guard let path = unsafe CText.whole(directory, limit: pathLimit), path.utf8.first == 0x2F else {
        return handle.settle(.spool, Status.invalidArgument)
    }
    handle.spool.directory = path
    return handle.settle(.spool, Status.ok)
}

/// Sets the limits of the spool. Clamped by the reporter.
@_cdecl("telemetry_config_set_spool_limits")
public func telemetryConfigSetSpoolLimits(
    _ config: OpaquePointer?,
    _ bytes: UInt64,
    _ files: UInt32,
    _ seconds: UInt32,
    _ tries: UInt32
) -> Int32 {
    guard let config = unsafe config else { return Status.invalidArgument }
    let handle = unsafe ConfigHandle.borrowed(config)
    let standard = SpoolOptions(directory: "")
    handle.spool.maxBytes = bytes == 0 ? standard.maxBytes : Int(clamping: bytes)
    handle.spool.maxFiles = files == 0 ? standard.maxFiles : Int(files)
    handle.spool.maxAge = seconds == 0 ? standard.maxAge : .seconds(Int64(seconds))
    handle.spool.maxAttempts = tries == 0 ? standard.maxAttempts : Int(tries)
    return Status.ok
}

/// Sets the limits of a request. Clamped by the reporter.
@_cdecl("telemetry_config_set_timeouts")
public func telemetryConfigSetTimeouts(_ config: OpaquePointer?, _ connect: UInt32, _ request: UInt32) -> Int32 {
    unsafe set(config) { configuration in
        configuration.network.connectTimeout = .milliseconds(Int64(connect))
        configuration.network.requestTimeout = .milliseconds(Int64(request))
    }
}

/// Sets the certificate authorities to trust.
@_cdecl("telemetry_config_set_ca_file")
public func telemetryConfigSetCAFile(_ config: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> Int32 {
    unsafe set(config, .authorities, path) { $0.network.certificateAuthorities = $1 }
}

/// Sets the proxy.
@_cdecl("telemetry_config_set_proxy")
public func telemetryConfigSetProxy(_ config: OpaquePointer?, _ url: UnsafePointer<CChar>?) -> Int32 {
    unsafe set(config, .proxy, url) { $0.network.proxy = $1 }
}

/// Sets the rules beside the built-in ones.
@_cdecl("telemetry_config_set_policy")
public func telemetryConfigSetPolicy(
    _ config: OpaquePointer?,
    _ json: UnsafePointer<CChar>?,
    _ length: Int
) -> Int32 {
    unsafe change(config, .policy) { configuration in
        guard let json = unsafe json else {
            configuration.policy = .standard
            return Status.ok
        }
        guard CText.isLength(length) else { return Status.invalidArgument }
        let document = unsafe CText.bytes(json, length: length, limit: 256 << 10)
        do throws(Policy.DocumentError) {
            configuration.policy = try Policy(document: unsafe Span(_unsafeElements: document))
        } catch {
            return Status.invalidPolicy
        }
        return Status.ok
    }
}
