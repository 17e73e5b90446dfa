@_spi(Simulation) public import CheckoutTelemetry
internal import HeadlessSupport

/// A day of checkouts on many devices, one after the other: every flow has a device, a process and a clock of its own, and
/// happened some hours ago.
@MainActor
public final class Day {
    /// How it is simulated.
    public struct Options: Sendable {
        /// Chance.
        public var seed: UInt64 = 1
        /// How many checkouts.
        public var flows = 1_000
        /// When the day is over, milliseconds since 1970; nothing happens later.
        public var end: Int64

        /// A day that is over at `end`.
        public init(end: Int64) {
            self.end = end
        }
    }

    let options: Options
    let outbox: Outbox
    let secrets: Secrets
    // By SDK; none: cores without telemetry.
    private let reporters: [CheckoutSDK: Reporter]

    /// Flows that were begun, by SDK.
    public private(set) var flows: [CheckoutSDK: Int] = [:]
    /// What hosts were told, by SDK and name: that cores do their work without telemetry, too.
    public internal(set) var told: [String: Int] = [:]

    /// A day; `reporters` has one for every SDK, or none.
    public init(_ options: Options, outbox: Outbox, reporters: [CheckoutSDK: Reporter]) {
        self.options = options
        self.outbox = outbox
        self.reporters = reporters
        secrets = Secrets(seed: options.seed)
    }

    /// Every sensitive value that is used.
    public var planted: [String] { secrets.all }

    /// Lives through it.
    public func run() async {
        for number in 0..<options.flows {
            var dice = Dice(seed: options.seed, flow: number)
            let sdk = dice.pick(
                CheckoutSDK.dodo,
                [(0.4, .glomo), (0.2, .qasimha), (0.25, .inttegro)]
            )
            flows[sdk, default: 0] += 1
            switch sdk {
            case .glomo: glomo(&dice)
            case .qasimha: qasimha(&dice)
            case .inttegro: inttegro(&dice)
            default: await dodo(&dice)
            }
        }
        outbox.finish()
    }

    /// A clock that shows some time of the day, with hours left.
    func morning(_ dice: inout Dice) -> SteppedClock {
        // People pay in the evening more than at night.
        let hour = dice.unit() + dice.unit() * 0.9
        let before = Int64(hour * 12 * 3_600_000) + Int64(dice.number(0...999))
        return SteppedClock(wallMilliseconds: options.end - before - 3 * 3_600_000)
    }

    /// A process of an SDK; nil without telemetry.
    func session(
        _ sdk: CheckoutSDK,
        _ version: String,
        _ wrapper: CheckoutWrapper,
        _ clock: SteppedClock,
        system: (name: String, version: String)
    ) -> CheckoutSession? {
        guard let reporter = reporters[sdk] else { return nil }
        var identity = CheckoutIdentity(sdk, version: version, wrapper: wrapper)
        (identity.osName, identity.osVersion) = system
        return CheckoutSession(simulating: identity, reporter: reporter, clock: clock.time) { [outbox] event in
            // Cores live on the main actor, and their sessions call where they are called.
            MainActor.assumeIsolated { outbox.take(event) }
        }
    }

    func tell(_ name: String) {
        told[name, default: 0] += 1
    }

    static let systems = [
        (name: "iOS", version: "17.5"), (name: "iOS", version: "18.1"), (name: "iOS", version: "18.2"),
        (name: "iOS", version: "16.7"),
    ]
}
