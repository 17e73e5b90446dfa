/// A duration of the checkout vocabulary: whole milliseconds from 0 to 366 days, written as seconds.
public struct CheckoutSeconds: Sendable, Hashable, Comparable {
    /// Milliseconds.
    public let milliseconds: Int64

    /// The longest duration.
    static let limit: Int64 = 366 * 86_400_000

    /// A duration from milliseconds, moved into the range.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, 0), Self.limit)
    }

    /// A duration, moved into the range.
    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let bounded = min(max(seconds, 0), Self.limit / 1_000)
        self.init(milliseconds: bounded * 1_000 + (seconds < 0 ? 0 : attoseconds / 1_000_000_000_000_000))
    }

    /// Orders by length.
    public static func < (one: CheckoutSeconds, other: CheckoutSeconds) -> Bool {
        one.milliseconds < other.milliseconds
    }
}
