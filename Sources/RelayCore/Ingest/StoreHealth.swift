/// Whether the store keeps up, seen from the requests that wait for it.
///
/// Fed by every insertion and its completion; a value type without a clock, seconds come from the caller.
struct StoreHealth {
    /// What the readiness check says.
    enum State: Sendable, Hashable {
        /// Answers are coming.
        case ready
        /// Insertions wait and nothing was committed for a while.
        case stuck
        /// The last insertion failed for a reason that will not pass by itself.
        case failed
    }

    /// Seconds without a completion, while insertions wait, after which the writer counts as stuck.
    static let patience = 10

    private var waiting = 0
    private var lastProgress = 0
    private var lastFailed = false

    /// An insertion was handed to the store.
    mutating func began(now: Int) {
        if waiting == 0 { lastProgress = now }
        waiting += 1
    }

    /// An insertion was completed.
    mutating func ended(_ error: StoreError?, now: Int) {
        waiting -= 1
        lastProgress = now
        switch error {
        case nil: lastFailed = false
        case .busy, .closed: break
        default: lastFailed = true
        }
    }

    /// The state at a moment.
    func state(now: Int) -> State {
        if waiting > 0, now - lastProgress > StoreHealth.patience { return .stuck }
        return lastFailed ? .failed : .ready
    }
}
