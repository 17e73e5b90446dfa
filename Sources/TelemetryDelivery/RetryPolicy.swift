/// How long to wait after a failure: decorrelated jitter, `min(longest, random(shortest, previous × 3))`.
package struct RetryPolicy: Sendable, Hashable {
    /// The shortest wait.
    package var shortest: Duration = .seconds(1)
    /// The longest wait.
    package var longest: Duration = .seconds(300)
    /// Tries of one batch, the first included.
    package var maxAttempts = 10

    /// The defaults.
    package init() {}

    /// The wait after `previous`; nil after a success.
    package func delay(after previous: Duration?, using generator: inout SplitMix) -> Duration {
        let low = shortest.clampedNanoseconds
        let base = max((previous ?? shortest).clampedNanoseconds, low)
        let (tripled, overflow) = base.multipliedReportingOverflow(by: 3)
        let high = min(overflow ? .max : tripled, longest.clampedNanoseconds)
        return .nanoseconds(Int64.random(in: low...max(low, high), using: &generator))
    }

    /// Whether an answer with this status is worth another try with the same bytes.
    package static func isRetried(status: Int) -> Bool {
        switch status {
        case 408, 425, 429, 500...599: true
        default: false
        }
    }
}
