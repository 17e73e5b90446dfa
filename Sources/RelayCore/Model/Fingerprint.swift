/// What groups events into an issue: 128 bits over sanitized values, and the version of the algorithm.
package struct Fingerprint: Sendable, Hashable {
    /// The version of the grouping algorithm.
    package let algorithm: UInt8
    /// The first 64 bits.
    package let high: UInt64
    /// The last 64 bits.
    package let low: UInt64

    /// A fingerprint from its parts.
    package init(algorithm: UInt8, high: UInt64, low: UInt64) {
        self.algorithm = algorithm
        self.high = high
        self.low = low
    }
}
