/// A point on a monotonic clock, in nanoseconds from an arbitrary start. Arithmetic saturates and never traps.
public struct Moment: Sendable, Hashable, Comparable {
    /// Nanoseconds since the clock's start.
    public let nanoseconds: Int64

    /// A moment `nanoseconds` after the clock's start.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Later than every other moment.
    public static let distantFuture = Moment(nanoseconds: .max)

    /// Orders by time.
    public static func < (one: Moment, other: Moment) -> Bool {
        one.nanoseconds < other.nanoseconds
    }

    /// The moment `duration` later.
    public static func + (moment: Moment, duration: Duration) -> Moment {
        let (sum, overflow) = moment.nanoseconds.addingReportingOverflow(duration.clampedNanoseconds)
        return Moment(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// How long from `other` to this moment; negative if `other` is later.
    public static func - (moment: Moment, other: Moment) -> Duration {
        let (difference, overflow) = moment.nanoseconds.subtractingReportingOverflow(other.nanoseconds)
        return .nanoseconds(overflow ? (moment < other ? .min : .max) : difference)
    }
}

extension Duration {
    /// Whole nanoseconds, clamped to what 64 bits hold (292 years).
    package var clampedNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, carried) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carried ? (seconds < 0 ? .min : .max) : sum
    }

    /// This duration, moved into `range`.
    package func clamped(to range: ClosedRange<Duration>) -> Duration {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
