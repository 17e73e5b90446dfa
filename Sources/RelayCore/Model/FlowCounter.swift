package import TelemetryWire

/// What is counted of checkouts, a group at a time. Raw values are stored: new counters come at the end.
///
/// Counts of checkouts unless said otherwise. A rate's numerator is counted among its denominator, so no rate is above 1
/// when entries were lost.
package enum FlowCounter: Int, CaseIterable, Sendable {
    /// All.
    case flows = 0
    case started = 1
    case presented = 2
    case ready = 3
    case attempted = 4
    case actionRequired = 5
    case ended = 6
    case presentedOfStarted = 7
    case readyOfPresented = 8
    case attemptedOfReady = 9
    /// Tried to pay, and not known to have been ready.
    case attemptedReadyUnknown = 10
    case completedOfAttempted = 11
    case notOpenedOfStarted = 12
    /// Completed, and so far as the SDK's own callback can say, for certain.
    case completedConfirmed = 13
    /// Without an end, and the SDK's record of it was found.
    case abandoned = 14
    /// Without an end, and nothing was heard for half an hour.
    case abandonedProvisional = 15
    /// Slow to become ready, of those presented.
    case slow = 16
    case slowThenReady = 17
    /// Slow, never ready, and ended or abandoned.
    case slowThenLeft = 18
    /// With a time to ready.
    case readyMeasured = 19
    /// Presented and ended, and never ready.
    case readyCensored = 20
    /// Attempts to pay: events.
    case attempts = 21
    /// Attempts that failed: events.
    case attemptsFailed = 22
    /// With at least one error.
    case withError = 23
    case withErrorOfPresented = 24
    case deviceChecked = 25
    case deviceForbidden = 26

    // Integrity: entries, of checkouts and of processes.

    case entries = 27
    /// Numbers that never came.
    case lost = 28
    /// Entries after the end.
    case late = 29
    /// Entries that came again.
    case duplicates = 30
    /// Entries that came again and said something else.
    case conflicts = 31
    /// Ends after the first.
    case terminalDuplicates = 32

    // Outside of checkouts: events of processes.

    case sessions = 33
    case widgetsLoaded = 34
    case widgetsHidden = 35

    // By outcome: all, and those that were presented.

    case completed = 40
    case failed = 41
    case cancelled = 42
    case pending = 43
    case expired = 44
    case journeySubmitted = 45
    case terminated = 46
    case notOpened = 47
    case otherOutcome = 48
    case completedOfPresented = 50
    case failedOfPresented = 51
    case cancelledOfPresented = 52
    case pendingOfPresented = 53
    case expiredOfPresented = 54
    case journeySubmittedOfPresented = 55
    case terminatedOfPresented = 56
    case notOpenedOfPresented = 57
    case otherOutcomeOfPresented = 58

    /// Places that an array of counts by raw value needs.
    static let width = 64

    /// The counter of an outcome.
    package static func of(_ outcome: CheckoutOutcome) -> FlowCounter {
        switch outcome {
        case .completed: .completed
        case .failed: .failed
        case .cancelled: .cancelled
        case .pending: .pending
        case .expired: .expired
        case .journeySubmitted: .journeySubmitted
        case .terminated: .terminated
        case .notOpened: .notOpened
        case .other: .otherOutcome
        }
    }

    /// The counter of an outcome among what was presented.
    package static func ofPresented(_ outcome: CheckoutOutcome) -> FlowCounter {
        switch outcome {
        case .completed: .completedOfPresented
        case .failed: .failedOfPresented
        case .cancelled: .cancelledOfPresented
        case .pending: .pendingOfPresented
        case .expired: .expiredOfPresented
        case .journeySubmitted: .journeySubmittedOfPresented
        case .terminated: .terminatedOfPresented
        case .notOpened: .notOpenedOfPresented
        case .other: .otherOutcomeOfPresented
        }
    }
}
