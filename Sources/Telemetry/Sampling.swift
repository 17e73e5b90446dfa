/// The share of each kind of event that is kept.
struct Sampling: Sendable {
    /// By the raw value of `EventKind`; each 0…1.
    let rates: [Double]
    /// Whether every rate is 1.
    let keepsAll: Bool

    init(_ configuration: Configuration) {
        rates = EventKind.allCases.map { kind in
            let rate = configuration.sampleRates[kind] ?? configuration.sampleRate
            return rate.isNaN ? 1 : min(max(rate, 0), 1)
        }
        keepsAll = rates.allSatisfy { $0 == 1 }
    }

    /// The share of a kind.
    func rate(of kind: EventKind) -> Double { rates[Int(kind.rawValue)] }
}
