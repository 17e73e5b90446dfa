import CTelemetry
import Telemetry
import TelemetryEnvelope
import Testing

@testable import TelemetryC

@Suite struct HeaderTests {
    // The header is written by hand, and so are the functions: the compiler does not compare them.
    private static let functions: [(name: String, isAsDeclared: Bool)] = [
        ("telemetry_new", type(of: telemetry_new) == type(of: telemetryNew)),
        ("telemetry_free", type(of: telemetry_free) == type(of: telemetryFree)),
        ("telemetry_flow_new", type(of: telemetry_flow_new) == type(of: telemetryFlowNew)),
        ("telemetry_capture_message", type(of: telemetry_capture_message) == type(of: telemetryCaptureMessage)),
        ("telemetry_capture_error", type(of: telemetry_capture_error) == type(of: telemetryCaptureError)),
        ("telemetry_capture_json", type(of: telemetry_capture_json) == type(of: telemetryCaptureJSON)),
        ("telemetry_config_new", type(of: telemetry_config_new) == type(of: telemetryConfigNew)),
        ("telemetry_config_free", type(of: telemetry_config_free) == type(of: telemetryConfigFree)),
        ("telemetry_config_set_dsn", type(of: telemetry_config_set_dsn) == type(of: telemetryConfigSetDSN)),
        ("telemetry_config_set_memory", type(of: telemetry_config_set_memory) == type(of: telemetryConfigSetMemory)),
        ("telemetry_config_set_release", type(of: telemetry_config_set_release) == type(of: telemetryConfigSetRelease)),
        (
            "telemetry_config_set_environment",
            type(of: telemetry_config_set_environment) == type(of: telemetryConfigSetEnvironment)
        ),
        ("telemetry_config_set_sdk", type(of: telemetry_config_set_sdk) == type(of: telemetryConfigSetSDK)),
        (
            "telemetry_config_set_minimum_level",
            type(of: telemetry_config_set_minimum_level) == type(of: telemetryConfigSetMinimumLevel)
        ),
        ("telemetry_config_set_consent", type(of: telemetry_config_set_consent) == type(of: telemetryConfigSetConsent)),
        (
            "telemetry_config_set_sample_rate",
            type(of: telemetry_config_set_sample_rate) == type(of: telemetryConfigSetSampleRate)
        ),
        (
            "telemetry_config_set_error_descriptions",
            type(of: telemetry_config_set_error_descriptions) == type(of: telemetryConfigSetErrorDescriptions)
        ),
        (
            "telemetry_config_set_max_breadcrumbs",
            type(of: telemetry_config_set_max_breadcrumbs) == type(of: telemetryConfigSetMaxBreadcrumbs)
        ),
        (
            "telemetry_config_set_ring_bytes",
            type(of: telemetry_config_set_ring_bytes) == type(of: telemetryConfigSetRingBytes)
        ),
        (
            "telemetry_config_set_intervals",
            type(of: telemetry_config_set_intervals) == type(of: telemetryConfigSetIntervals)
        ),
        ("telemetry_config_set_spool", type(of: telemetry_config_set_spool) == type(of: telemetryConfigSetSpool)),
        (
            "telemetry_config_set_spool_limits",
            type(of: telemetry_config_set_spool_limits) == type(of: telemetryConfigSetSpoolLimits)
        ),
        (
            "telemetry_config_set_timeouts",
            type(of: telemetry_config_set_timeouts) == type(of: telemetryConfigSetTimeouts)
        ),
        ("telemetry_config_set_ca_file", type(of: telemetry_config_set_ca_file) == type(of: telemetryConfigSetCAFile)),
        ("telemetry_config_set_proxy", type(of: telemetry_config_set_proxy) == type(of: telemetryConfigSetProxy)),
        ("telemetry_config_set_policy", type(of: telemetry_config_set_policy) == type(of: telemetryConfigSetPolicy)),
        (
            "telemetry_config_set_diagnostics",
            type(of: telemetry_config_set_diagnostics) == type(of: telemetryConfigSetDiagnostics)
        ),
        ("telemetry_get_stats", type(of: telemetry_get_stats) == type(of: telemetryGetStats)),
        ("telemetry_stats_json", type(of: telemetry_stats_json) == type(of: telemetryStatsJSON)),
        ("telemetry_memory", type(of: telemetry_memory) == type(of: telemetryMemory)),
        ("telemetry_flush", type(of: telemetry_flush) == type(of: telemetryFlush)),
        ("telemetry_close", type(of: telemetry_close) == type(of: telemetryClose)),
        ("telemetry_enter_background", type(of: telemetry_enter_background) == type(of: telemetryEnterBackground)),
        ("telemetry_enter_foreground", type(of: telemetry_enter_foreground) == type(of: telemetryEnterForeground)),
        ("telemetry_add_breadcrumb", type(of: telemetry_add_breadcrumb) == type(of: telemetryAddBreadcrumb)),
        ("telemetry_set_tag", type(of: telemetry_set_tag) == type(of: telemetrySetTag)),
        ("telemetry_set_context", type(of: telemetry_set_context) == type(of: telemetrySetContext)),
        ("telemetry_set_consent", type(of: telemetry_set_consent) == type(of: telemetrySetConsent)),
        ("telemetry_version", type(of: telemetry_version) == type(of: telemetryVersion)),
        ("telemetry_status_text", type(of: telemetry_status_text) == type(of: telemetryStatusText)),
    ]

    @Test("every function has the types that the header declares", arguments: functions)
    func types(name: String, isAsDeclared: Bool) {
        #expect(isAsDeclared)
    }

    @Test("levels and consents of the header are those of the reporter")
    func constants() {
        #expect(Level(c: telemetry_level(TELEMETRY_LEVEL_DEBUG)) == .debug)
        #expect(Level(c: telemetry_level(TELEMETRY_LEVEL_INFO)) == .info)
        #expect(Level(c: telemetry_level(TELEMETRY_LEVEL_WARNING)) == .warning)
        #expect(Level(c: telemetry_level(TELEMETRY_LEVEL_ERROR)) == .error)
        #expect(Level(c: telemetry_level(TELEMETRY_LEVEL_FATAL)) == .fatal)
        #expect([-1, 5, .max, .min].allSatisfy { Level(c: $0) == .error })
        #expect(Consent(c: telemetry_consent(TELEMETRY_CONSENT_GRANTED)) == .granted)
        #expect(Consent(c: telemetry_consent(TELEMETRY_CONSENT_PENDING)) == .pending)
        #expect(Consent(c: telemetry_consent(TELEMETRY_CONSENT_DENIED)) == .denied)
        #expect([-1, 3, .max, .min].allSatisfy { Consent(c: $0) == .denied })
        #expect(SDK.version == String(cString: telemetryVersion().unsafelyUnwrapped))
    }

    @Test("every reason for a drop has a status that says no more than that", arguments: DropReason.allCases)
    func statuses(reason: DropReason) {
        let status = Status.of(reason)
        switch reason {
        case .tooLarge: #expect(status == TELEMETRY_TOO_LARGE)
        case .invalidJSON, .invalidItem: #expect(status == TELEMETRY_INVALID_JSON)
        default: #expect(status == TELEMETRY_DROPPED)
        }
    }

    @Test("structures are laid out alike wherever pointers have eight bytes")
    func layout() {
        #expect(MemoryLayout<telemetry_stats>.size == 13 * 8 + 4 * 4)
        #expect(MemoryLayout<telemetry_error>.size == 6 * 8)
        #expect(MemoryLayout<telemetry_diagnostic>.size == 8 + 2 * 4 + 3 * 8)
        #expect(MemoryLayout<telemetry_stats>.offset(of: \.last_status) == 13 * 8)
    }
}
