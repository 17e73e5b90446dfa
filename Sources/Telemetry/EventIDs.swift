internal import TelemetryDelivery
internal import TelemetryEnvelope

/// Where events get their ids: a generator that threads share without a lock, seeded by the system.
final class EventIDs: Sendable {
    private let state = AtomicCell(0)

    /// A seeded source.
    init() {
        reseed()
    }

    /// Starts somewhere else: a forked child must not give its parent's ids out again.
    func reseed() {
        var system = SystemRandomNumberGenerator()
        state.store(system.next())
    }

    /// A new id.
    func next() -> EventID {
        let base = state.add(SplitMix.step &* 2)
        var generator = SplitMix(seed: base)
        return EventID.random(using: &generator)
    }

    /// A random position between 0 and 1.
    func position() -> Double {
        Double(SplitMix.mix(state.add(SplitMix.step) &+ SplitMix.step) >> 11) * 0x1p-53
    }
}
