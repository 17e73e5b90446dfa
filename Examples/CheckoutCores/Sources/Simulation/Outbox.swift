@_spi(Simulation) public import CheckoutTelemetry

/// Between the cores and the reporter: loses, repeats and holds back, and keeps account of what really left.
@MainActor
public final class Outbox {
    /// How much goes wrong on the way, each as a share of the events.
    public struct Faults: Hashable, Sendable {
        /// Never leaves.
        public var lose = 0.0
        /// Leaves twice.
        public var duplicate = 0.0
        /// Leaves after later ones.
        public var reorder = 0.0

        /// Nothing goes wrong.
        public init() {}
    }

    /// What left, in the order in which it did.
    public private(set) var departures: [Departure] = []
    /// Events that the cores made.
    public private(set) var made = 0
    /// Of those, lost.
    public private(set) var lost = 0
    /// Sent a second time.
    public private(set) var repeated = 0

    private let faults: Faults
    private var dice: Dice
    private let send: @MainActor (OutgoingEvent) -> Void
    // Held back, with the number of the event behind which they leave.
    private var held: [(after: Int, event: OutgoingEvent)] = []

    /// How many later events may overtake one that is held back.
    static let reach = 200

    /// An outbox; `send` must not lose anything.
    @_spi(Simulation)
    public init(seed: UInt64, faults: Faults, send: @escaping @MainActor (OutgoingEvent) -> Void) {
        self.faults = faults
        self.send = send
        dice = Dice(seed: seed, flow: -2)
    }

    /// Takes an event of a core.
    @_spi(Simulation)
    public func take(_ event: OutgoingEvent) {
        made += 1
        defer { release(until: made) }
        if faults.lose > 0, dice.chance(faults.lose) {
            lost += 1
            return
        }
        if faults.duplicate > 0, dice.chance(faults.duplicate) {
            repeated += 1
            held.append((made + dice.number(0...Self.reach), event))
        }
        if faults.reorder > 0, dice.chance(faults.reorder) {
            held.append((made + dice.number(1...Self.reach), event))
        } else {
            leave(event)
        }
    }

    /// Lets go of everything that is still held back.
    public func finish() {
        release(until: .max)
    }

    private func release(until number: Int) {
        guard !held.isEmpty else { return }
        let due = held.filter { $0.after <= number }
        guard !due.isEmpty else { return }
        held.removeAll { $0.after <= number }
        for entry in due { leave(entry.event) }
    }

    private func leave(_ event: OutgoingEvent) {
        departures.append(Departure(event.event))
        send(event)
    }
}
