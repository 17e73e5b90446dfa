internal import CTelemetry
internal import Telemetry

/// What a `telemetry_config` is. One thread at a time.
final class ConfigHandle {
    var configuration = Configuration(mode: .off)
    /// Without a directory there is none.
    var spool = SpoolOptions(directory: "")

    /// Settings that a program can get wrong.
    enum Setting: CaseIterable {
        case dsn, sampleRate, spool, authorities, proxy, policy
    }

    private var refusals: [Setting: telemetry_status] = [:]

    /// Notes what became of a setting, and returns it.
    func settle(_ setting: Setting, _ status: telemetry_status) -> telemetry_status {
        refusals[setting] = status == Status.ok ? nil : status
        return status
    }

    /// What was refused and not set again since. Few programs look at what a setter returns; without its policy, or with
    /// another server than it meant, none may report.
    var refusal: telemetry_status? {
        Setting.allCases.compactMap { refusals[$0] }.first
    }

    init() {
        configuration.sdkName = SDK.name
        configuration.sdkVersion = SDK.version
    }

    /// All of it, as a reporter takes it.
    var complete: Configuration {
        var complete = configuration
        complete.spool = spool.directory.isEmpty ? nil : spool
        return complete
    }

    /// The pointer that C gets; `free` ends it.
    func handedOut() -> OpaquePointer {
        unsafe OpaquePointer(Unmanaged.passRetained(self).toOpaque())
    }

    /// What a pointer from C stands for.
    static func borrowed(_ pointer: OpaquePointer) -> ConfigHandle {
        unsafe Unmanaged<ConfigHandle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    static func free(_ pointer: OpaquePointer) {
        unsafe Unmanaged<ConfigHandle>.fromOpaque(UnsafeRawPointer(pointer)).release()
    }
}

/// Reporters as C holds them. A `telemetry_reporter` is a reference to a `Reporter`.
enum ReporterHandle {
    /// The pointer that C gets; `free` ends it.
    static func handedOut(_ reporter: Reporter) -> OpaquePointer {
        unsafe OpaquePointer(Unmanaged.passRetained(reporter).toOpaque())
    }

    /// What a pointer from C stands for; nil for NULL.
    static func borrowed(_ pointer: OpaquePointer?) -> Reporter? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe Unmanaged<Reporter>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    static func free(_ pointer: OpaquePointer) {
        unsafe Unmanaged<Reporter>.fromOpaque(UnsafeRawPointer(pointer)).release()
    }
}
