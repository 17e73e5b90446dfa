public import TelemetryDelivery
public import TelemetryEnvelope

/// Trouble in delivery, for the host's own log. Never holds a byte of an event.
public enum Diagnostic: Sendable, Hashable {
    /// Events were lost, and why: all that the ledger counts as dropped, up to the end of `close`. What the configuration
    /// itself keeps out (`level_filter`, `sample_rate`) is among them.
    case dropped(DropReason, count: Int)
    /// A request got no answer.
    case unreachable(TransportFailure)
    /// A request was answered with this status, which is no success.
    case refused(status: Int)
    /// The spool takes nothing for a minute, and what comes is in memory only: the disk is full, read-only, or gone.
    case spoolUnavailable(SpoolFailure)
    /// The spool works again.
    case spoolAvailable
    /// Five failures in a row: from now on one try a back-off step.
    case breakerOpened
    /// The server answers again.
    case breakerClosed
    /// A hook took too long three times and is not called any more.
    case hookEnded
}
