/// A small seeded generator (SplitMix64): jitter and event ids need spread, not secrecy, and no system call each.
package struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A generator that repeats its sequence for the same seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// A generator seeded by the system. One system call.
    package static func seededBySystem() -> SplitMix {
        var system = SystemRandomNumberGenerator()
        return SplitMix(seed: system.next())
    }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= SplitMix.step
        return SplitMix.mix(state)
    }

    /// By how much the state moves on with each number.
    package static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The number that belongs to a state.
    package static func mix(_ state: UInt64) -> UInt64 {
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
