internal import TelemetryWire

/// What `serve` runs with: defaults, then the configuration file, then the flags.
struct ServeSettings: Sendable {
    /// Where to listen.
    var listen = ListenAddress(host: "127.0.0.1", port: 8787)
    /// The data directory.
    var data = "./relay-data"
    /// The limits of the wire.
    var limits = Limits.standard
    /// The limits of the server.
    var server = ServerLimits()

    /// The file of the deployment's policy, and that of the key for its digests.
    var policy: String?
    var hmacKey: String?

    /// The defaults.
    init() {}

    /// Defaults, file and flags together.
    init(_ options: ServeOptions) throws(ServeUsageError) {
        if let path = options.config {
            do throws(ConfigurationError) {
                try ServeConfiguration.load(path, into: &self)
            } catch {
                throw ServeUsageError(text: "serve: \(path): \(error)", isUsage: false)
            }
        }
        if let policy = options.policy { self.policy = policy }
        if let listen = options.listen { self.listen = listen }
        if let data = options.data { self.data = data }
        if let store = options.store, store != "sqlite" {
            throw ServeUsageError(text: "serve: --store takes `sqlite` only", isUsage: true)
        }
    }
}
