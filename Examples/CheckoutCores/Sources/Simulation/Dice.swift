/// Chance that can be repeated: the same seed, the same day (SplitMix64).
struct Dice {
    private var state: UInt64

    /// Dice of their own for every flow, so that one flow's course does not move the next one's.
    init(seed: UInt64, flow: Int) {
        state = seed &* 0xD134_2543_DE82_EF95 &+ UInt64(truncatingIfNeeded: flow) &* 0x9E37_79B9_7F4A_7C15
        _ = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    /// From 0 up to, but not, 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// True so often.
    mutating func chance(_ probability: Double) -> Bool { unit() < probability }

    /// One of a range.
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(truncatingIfNeeded: next() % UInt64(range.count))
    }

    /// One of a list; the list must not be empty.
    mutating func pick<Element>(_ list: [Element]) -> Element { list[number(0...(list.count - 1))] }

    /// One of a list by weight.
    mutating func pick<Element>(_ first: Element, _ weighted: [(Double, Element)]) -> Element {
        var rest = unit()
        for (weight, element) in weighted {
            if rest < weight { return element }
            rest -= weight
        }
        return first
    }

    /// A duration between two numbers of milliseconds; short ones more often.
    mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
        let skewed = unit() * unit()
        return .milliseconds(range.lowerBound + Int(skewed * Double(range.upperBound - range.lowerBound)))
    }
}
