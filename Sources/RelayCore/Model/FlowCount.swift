/// A count as it was seen, and corrected by what clients sampled out, in millionths.
package struct FlowCount: Sendable, Hashable {
    /// Seen.
    package var n: Int64 = 0
    /// Corrected, in millionths.
    package var weight: Int64 = 0

    /// Nothing.
    package init() {}

    /// A count from its parts.
    package init(n: Int64, weight: Int64) {
        self.n = n
        self.weight = weight
    }

    /// So many of something with this weight each. Bounded far below overflow.
    init(_ quantity: Int64, each weight: Int64) {
        n = quantity
        let product = quantity.multipliedReportingOverflow(by: weight)
        let bound = FlowCount.bound
        self.weight = product.overflow ? (quantity < 0 ? -bound : bound) : min(max(product.partialValue, -bound), bound)
    }

    /// The greatest weight of one checkout's count.
    static let bound: Int64 = 1_000_000_000_000_000

    /// Corrected, rounded.
    package var corrected: Int64 { (weight + CheckoutEntry.unit / 2) / CheckoutEntry.unit }

    /// Adds another count; it stays at its bounds rather than overflow.
    package static func += (one: inout FlowCount, other: FlowCount) {
        one.n = one.n.addingReportingOverflow(other.n).overflow ? Int64.max : one.n + other.n
        one.weight = one.weight.addingReportingOverflow(other.weight).overflow ? Int64.max : one.weight + other.weight
    }
}
