internal import TelemetryWire

/// What one entry says of its checkout: all that the state of it is made of. Words are numbers of the store's own.
struct FlowStep: Sendable, Hashable {
    /// The entry's number, from 1.
    var sequence: Int64
    /// What happened.
    var name: CheckoutEventName
    /// When, by the device's clock; milliseconds since 1970.
    var occurredAt: Int64
    /// When it was received; milliseconds since 1970.
    var receivedAt: Int64
    /// The words that group it, 0 for what it does not say.
    var group = FlowGroupWords()
    /// How it ended.
    var outcome: CheckoutOutcome?
    /// How far that can be believed.
    var certainty: CheckoutCertainty?
    /// How long it took until the payer could act; milliseconds.
    var readyMilliseconds: Int64?
    /// Numbers of the errors that it counts as.
    var errors: [Int64] = []
    /// Whether it says that the device may not pay.
    var isDeviceForbidden = false
    /// How many checkouts it stands for, in millionths.
    var weight = CheckoutEntry.unit

    /// Whether it is one that may follow an end.
    var mayFollowEnd: Bool { FlowStep.mayFollowEnd.contains(name) }

    /// What is about the end, or about the reporter.
    static let mayFollowEnd: Set<CheckoutEventName> = [
        .ended, .terminalDuplicate, .abandonedFound, .abandonedCleared, .listenerReleased, .telemetryDropped,
        .telemetryRedacted,
    ]

    /// The earlier of when it happened and when it was received: a clock that is ahead keeps no checkout open.
    var activeAt: Int64 { min(occurredAt, receivedAt) }

    /// Whether an error of this event counts: advice that it is slow is none, and failed attempts have a column of
    /// their own.
    static func counts(errorOf name: CheckoutEventName) -> Bool {
        switch name {
        case .readyDelayed, .attemptFailed, .configValidated: false
        default: true
        }
    }
}

/// What checkouts are grouped by, as numbers of words; 0 is unknown.
struct FlowGroupWords: Sendable, Hashable {
    var environment: Int64 = 0
    var sdk: Int64 = 0
    var version: Int64 = 0
    var wrapper: Int64 = 0
    var kind: Int64 = 0

    /// Takes over each word that is known and comes from an earlier entry than the one that is held; what is held comes
    /// from the entries numbered in `sequences`, 0 for none.
    mutating func take(_ other: FlowGroupWords, sequence: Int64, _ sequences: inout FlowGroupWords) {
        FlowGroupWords.take(other.environment, sequence, &environment, &sequences.environment)
        FlowGroupWords.take(other.sdk, sequence, &sdk, &sequences.sdk)
        FlowGroupWords.take(other.version, sequence, &version, &sequences.version)
        FlowGroupWords.take(other.wrapper, sequence, &wrapper, &sequences.wrapper)
        FlowGroupWords.take(other.kind, sequence, &kind, &sequences.kind)
    }

    private static func take(_ word: Int64, _ sequence: Int64, _ held: inout Int64, _ from: inout Int64) {
        guard word != 0, from == 0 || sequence < from else { return }
        held = word
        from = sequence
    }
}
