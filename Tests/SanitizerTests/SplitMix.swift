/// A small generator with a seed (SplitMix64), so that a failing case can be run again.
struct SplitMix {
    private var state: UInt64

    /// Starts with `seed`.
    init(seed: UInt64) {
        state = seed
    }

    /// The next random number.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// A number below `bound`.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// A member of `choices`.
    mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}
