import Foundation
import TelemetryWire

@testable import RelayCore
@testable import Sanitizer

/// Makes checkout entries as the intake would.
struct EntryMaker {
    var sdk = CheckoutSDK.glomo
    var version = "1.0.0"
    var environment: CheckoutEnvironment? = .production
    var wrapper: CheckoutWrapper? = .native
    var kind: CheckoutKind? = .order
    var session = EventID(high: 7, low: 7)
    var sampleRate: Double?

    /// An entry of a flow; milliseconds are counted from `StoreFixture.now`.
    func entry(
        _ name: CheckoutEventName,
        _ flow: EventID?,
        _ sequence: Int,
        at offset: Int64 = -1_000,
        _ fill: (inout CheckoutEvent) -> Void = { _ in }
    ) -> CheckoutEntry {
        var event = CheckoutEvent(name, at: Timestamp(milliseconds: StoreFixture.now + offset))
        event[.sdkName] = sdk
        event[.sdkVersion] = CheckoutToken(version)
        event[.environment] = environment
        event[.sdkWrapper] = wrapper
        event[.kind] = kind
        event[.session] = session
        event[.flow] = flow
        event[.sequence] = sequence
        fill(&event)
        return CheckoutEntry(
            event: event,
            texts: event.attributes.compactMap { attribute, value in
                switch attribute.shape {
                case .words, .token: (attribute, Sanitized(trusted: value.text))
                default: nil
                }
            },
            weight: CheckoutEntry.weight(sampleRate: sampleRate)
        )
    }

    /// A checkout that comes through.
    func completed(_ flow: EventID, ready: Int64 = 800) -> [CheckoutEntry] {
        [
            entry(.flowStarted, flow, 1), entry(.presented, flow, 2),
            entry(.ready, flow, 3) { $0[.readyDuration] = CheckoutSeconds(milliseconds: ready) },
            entry(.ended, flow, 4) {
                $0[.outcome] = .completed
                $0[.certainty] = .confirmed
            },
        ]
    }
}

extension IngestBatch {
    static func checkouts(
        _ entries: [CheckoutEntry],
        project: Int64 = 1,
        receivedAt: Int64 = StoreFixture.now
    ) -> IngestBatch {
        var batch = IngestBatch(project: ProjectID(project), key: 1, batchID: nil, receivedAt: receivedAt)
        batch.entries = entries
        return batch
    }
}

extension EventID {
    static func flow(_ number: UInt64) -> EventID { EventID(high: number &* 0x9E37_79B9_7F4A_7C15, low: number) }
}

/// The figures of a store as text, one line a number, so that a test that fails says which.
struct Figures: Equatable, CustomStringConvertible {
    var lines: [String]
    var description: String { lines.joined(separator: "\n") }

    /// What the inspector says.
    init(_ inspector: any Inspector, now: Int64 = StoreFixture.now) throws {
        var lines: [String] = []
        for group in try inspector.funnel(project: nil, now: now) {
            let name = Figures.name(group.group)
            for (counter, count) in group.counts where count != FlowCount() {
                lines.append("\(name) \(counter) \(count.n) \(count.weight)")
            }
            for (milliseconds, n) in group.ready { lines.append("\(name) ready \(milliseconds) \(n)") }
        }
        for error in try inspector.checkoutErrors(project: nil) {
            lines.append(
                "\(error.environment ?? "-") \(error.sdk) error \(error.type) \(error.code ?? "*") \(error.flows.n) "
                    + "\(error.presented.n) \(error.started.n) \(error.events.n) \(error.events.weight)"
            )
        }
        self.lines = lines.sorted()
    }

    init(lines: [String]) {
        self.lines = lines.sorted()
    }

    static func name(_ group: FlowGroup) -> String {
        "\(group.project) \(group.environment ?? "-") \(group.release) \(group.wrapper ?? "-") \(group.kind ?? "-")"
    }
}

/// The same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
