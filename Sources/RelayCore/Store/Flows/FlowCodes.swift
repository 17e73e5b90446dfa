internal import TelemetryWire

/// Numbers that stand for outcomes in the store; never renumbered.
extension CheckoutOutcome {
    var storedCode: Int64 {
        switch self {
        case .completed: 1
        case .failed: 2
        case .cancelled: 3
        case .pending: 4
        case .expired: 5
        case .journeySubmitted: 6
        case .terminated: 7
        case .notOpened: 8
        case .other: 0
        }
    }

    init(storedCode: Int64) {
        self = Self.allCases.first { $0.storedCode == storedCode } ?? .other
    }
}

/// Numbers that stand for certainties in the store; never renumbered.
extension CheckoutCertainty {
    var storedCode: Int64 {
        switch self {
        case .confirmed: 1
        case .clientHint: 2
        case .unknown: 3
        case .other: 0
        }
    }

    init(storedCode: Int64) {
        self = Self.allCases.first { $0.storedCode == storedCode } ?? .other
    }
}

/// What the store knows of a checkout's openness; stored.
enum FlowMode: Int64, Sendable {
    /// Nothing more is expected, or nothing was presented.
    case settled = 0
    /// Presented, not ended, heard of lately.
    case open = 1
    /// Presented, not ended, and silent: taken for abandoned until something else comes.
    case provisional = 2
}
