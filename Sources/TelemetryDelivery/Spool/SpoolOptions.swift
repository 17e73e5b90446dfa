/// Where and how much of what could not be sent yet is kept on disk. Without it a reporter touches no file.
///
/// Several processes, and several reporters of one process, may name the same directory: each has a folder of its own in
/// it, and takes over those of processes that are gone.
public struct SpoolOptions: Sendable, Hashable {
    /// An absolute path. Made with mode 0700 if it is missing; its parent must exist. On a local file system.
    public var directory: String
    /// Bytes of files, 64 KiB…1 GiB. Over it the oldest batches go, those with errors last.
    public var maxBytes = 5_000_000
    /// Files of batches, 2…10,000; over it as above.
    public var maxFiles = 200
    /// How long a batch is kept, one minute…13 days: the relay knows its duplicates for 14.
    public var maxAge: Duration = .seconds(7 * 86_400)
    /// Tries of one batch that reached the server, 1…100. Tries that found no server are not counted.
    public var maxAttempts = 10

    /// A spool in `directory`, with the default limits.
    public init(directory: String) {
        self.directory = directory
    }

    /// The same, moved into the legal ranges.
    package var clamped: SpoolOptions {
        var options = self
        options.maxBytes = min(max(maxBytes, 64 << 10), 1 << 30)
        options.maxFiles = min(max(maxFiles, 2), 10_000)
        options.maxAge = maxAge.clamped(to: .seconds(60) ... .seconds(13 * 86_400))
        options.maxAttempts = min(max(maxAttempts, 1), 100)
        return options
    }
}
