public import Telemetry
public import TelemetryDelivery

extension Configuration {
    /// A configuration that delivers to a host that does not exist: for a reporter over a `RecordingTransport`.
    public static var recording: Configuration {
        Configuration(mode: .deliver("https://0123456789abcdef0123456789abcdef@telemetry.invalid/1"))
    }
}

extension Reporter {
    /// A reporter that delivers into a recording transport: all of it is real but the network.
    ///
    /// - Parameters:
    ///   - transport: Belongs to the reporter from now on.
    ///   - clock: The clock of both; nil: the system's.
    ///   - change: Changes the configuration, which begins as `Configuration.recording`.
    public convenience init(
        recordingTo transport: RecordingTransport,
        clock: (any TelemetryClock)? = nil,
        _ change: (inout Configuration) -> Void = { _ in }
    ) throws(ConfigurationError) {
        var configuration = Configuration.recording
        change(&configuration)
        if let clock { transport.use(clock) }
        try self.init(configuration, transport: transport, clock: clock ?? SystemClock())
    }
}
