/// A share with its 95 % interval after Wilson (1927), which holds for few and for extreme shares, too.
struct WilsonInterval: Sendable, Hashable {
    /// How many of how many.
    let n: Int64
    let of: Int64
    /// The share; nil of nothing.
    let rate: Double?
    /// The interval's ends, 0 to 1.
    let low: Double
    let high: Double

    /// The 97.5 % quantile of the normal distribution.
    private static let z = 1.959963984540054

    /// `n` of `of`; more than all counts as all.
    init(_ n: Int64, of: Int64) {
        let all = max(0, of)
        let some = min(max(0, n), all)
        self.n = some
        self.of = all
        guard all > 0 else {
            rate = nil
            low = 0
            high = 1
            return
        }
        let total = Double(all)
        let share = Double(some) / total
        let square = WilsonInterval.z * WilsonInterval.z
        let scale = 1 + square / total
        let centre = (share + square / (2 * total)) / scale
        let spread =
            (share * (1 - share) / total + square / (4 * total * total)).squareRoot() * WilsonInterval.z / scale
        rate = share
        // Rounding must not leave a bound beside the certain one.
        low = some == 0 ? 0 : max(0, centre - spread)
        high = some == all ? 1 : min(1, centre + spread)
    }

    /// Whether two intervals have no point in common.
    func isApart(from other: WilsonInterval) -> Bool {
        rate != nil && other.rate != nil && (low > other.high || high < other.low)
    }
}
