/// Why a command did not do its job.
enum CommandError: Error, Sendable, Hashable {
    /// Exit code 2.
    case usage(UsageError)
    /// Exit code 1.
    case failure(CommandFailure)
}
