internal import TelemetryWire

/// The rates of a funnel: what is counted, among what, and which SDKs can say it.
struct FunnelRate: Sendable {
    /// The name in tables and in `--json`.
    let name: StaticString
    /// What it is counted among, in words.
    let among: StaticString
    /// The counters of the rate.
    let numerator: FlowCounter
    let denominator: FlowCounter
    /// Whether an SDK reports what it takes: where it does not, there is no rate, and never 0 %.
    let isReported: @Sendable (CheckoutSDK) -> Bool

    private init(
        _ name: StaticString,
        _ numerator: FlowCounter,
        of denominator: FlowCounter,
        _ among: StaticString,
        if isReported: @escaping @Sendable (CheckoutSDK) -> Bool = { _ in true }
    ) {
        self.name = name
        self.numerator = numerator
        self.denominator = denominator
        self.among = among
        self.isReported = isReported
    }

    /// Rates along the way.
    static let stages: [FunnelRate] = [
        FunnelRate("open", .presentedOfStarted, of: .started, "started"),
        FunnelRate("ready", .readyOfPresented, of: .presented, "presented") { $0.reportsReady },
        FunnelRate("attempt", .attemptedOfReady, of: .ready, "ready") { $0.reportsReady && $0.reportsAttempts },
        FunnelRate("completion", .completedOfPresented, of: .presented, "presented"),
        FunnelRate("completion_of_attempted", .completedOfAttempted, of: .attempted, "attempted") {
            $0.reportsAttempts
        },
    ]

    /// Rates of outcomes.
    static let outcomes: [FunnelRate] = [
        FunnelRate("failure", .failedOfPresented, of: .presented, "presented"),
        FunnelRate("cancel", .cancelledOfPresented, of: .presented, "presented"),
        FunnelRate("pending", .pendingOfPresented, of: .presented, "presented"),
        FunnelRate("expired", .expiredOfPresented, of: .presented, "presented"),
        FunnelRate("journey_submitted", .journeySubmittedOfPresented, of: .presented, "presented"),
        FunnelRate("terminated", .terminatedOfPresented, of: .presented, "presented"),
        FunnelRate("not_opened", .notOpenedOfStarted, of: .started, "started"),
        FunnelRate("abandoned", .abandoned, of: .presented, "presented") { $0.keepsAbandonedRecord },
        FunnelRate("abandoned_provisional", .abandonedProvisional, of: .presented, "presented"),
    ]

    /// Rates of what went wrong on the way.
    static let faults: [FunnelRate] = [
        FunnelRate("error", .withErrorOfPresented, of: .presented, "presented"),
        FunnelRate("attempt_failure", .attemptsFailed, of: .attempts, "attempts") { $0.reportsAttempts },
        FunnelRate("slow", .slow, of: .presented, "presented") { $0.reportsSlowReady },
        FunnelRate("device_forbidden", .deviceForbidden, of: .deviceChecked, "device checks") { $0.checksDevice },
    ]

    /// All of them.
    static let all = stages + outcomes + faults
}

extension FlowCounter {
    /// Whether an SDK reports what this counts.
    func isReported(by sdk: CheckoutSDK) -> Bool {
        switch self {
        case .ready, .readyOfPresented, .readyMeasured, .readyCensored: sdk.reportsReady
        case .attempted, .attempts, .attemptsFailed, .completedOfAttempted, .actionRequired: sdk.reportsAttempts
        case .attemptedOfReady, .attemptedReadyUnknown: sdk.reportsAttempts && sdk.reportsReady
        case .slow, .slowThenReady, .slowThenLeft: sdk.reportsSlowReady
        case .deviceChecked, .deviceForbidden: sdk.checksDevice
        case .abandoned: sdk.keepsAbandonedRecord
        case .widgetsLoaded, .widgetsHidden: sdk.hasWidget
        default: true
        }
    }

    /// The name in `--json`; nil for what is only part of a rate.
    var name: StaticString? {
        switch self {
        case .flows: "flows"
        case .started: "started"
        case .presented: "presented"
        case .ready: "ready"
        case .attempted: "attempted"
        case .actionRequired: "action_required"
        case .ended: "ended"
        case .attemptedReadyUnknown: "attempted_ready_unknown"
        case .completed: "completed"
        case .completedConfirmed: "completed_confirmed"
        case .failed: "failed"
        case .cancelled: "cancelled"
        case .pending: "pending"
        case .expired: "expired"
        case .journeySubmitted: "journey_submitted"
        case .terminated: "terminated"
        case .notOpened: "not_opened"
        case .otherOutcome: "other_outcome"
        case .abandoned: "abandoned"
        case .abandonedProvisional: "abandoned_provisional"
        case .withError: "with_error"
        case .attempts: "attempts"
        case .attemptsFailed: "attempts_failed"
        case .slow: "slow"
        case .slowThenReady: "slow_then_ready"
        case .slowThenLeft: "slow_then_left"
        case .deviceChecked: "device_checked"
        case .deviceForbidden: "device_forbidden"
        case .readyMeasured: "ready_measured"
        case .readyCensored: "ready_censored"
        case .entries: "entries"
        case .lost: "lost_events"
        case .late: "late"
        case .duplicates: "duplicates"
        case .conflicts: "conflicts"
        case .terminalDuplicates: "terminal_duplicates"
        case .widgetsLoaded: "widgets_loaded"
        case .widgetsHidden: "widgets_hidden"
        default: nil
        }
    }
}
