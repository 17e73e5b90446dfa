internal import TelemetryDelivery
internal import TelemetryEnvelope

/// Turns what the worker saw in one turn into the host's diagnostics.
enum DiagnosticRelay {
    /// The worker's callback for a host's.
    static func turn(
        _ host: @escaping @Sendable (Diagnostic) -> Void,
        hooks: Hooks?
    ) -> @Sendable (DeliveryReport, DeliveryReport, DropCounts) -> Void {
        let told = AtomicCell(0)
        return { before, now, dropped in
            let ended = UInt64(hooks?.ended ?? 0)
            for _ in told.exchange(ended)..<ended { host(.hookEnded) }
            for (reason, count) in dropped.nonZero { host(.dropped(reason, count: count)) }
            if let failure = now.lastFailure, now.consecutiveFailures > before.consecutiveFailures {
                host(.unreachable(failure))
            } else if let status = now.lastStatus, !(200..<300).contains(status), now.answers > before.answers {
                host(.refused(status: status))
            }
            if now.spoolFailure != before.spoolFailure {
                host(now.spoolFailure.map { .spoolUnavailable($0) } ?? .spoolAvailable)
            }
            if now.isBreakerOpen != before.isBreakerOpen { host(now.isBreakerOpen ? .breakerOpened : .breakerClosed) }
        }
    }
}
