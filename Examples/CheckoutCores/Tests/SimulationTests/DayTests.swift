@_spi(Simulation) import CheckoutTelemetry
import Glibc
@_spi(Simulation) import Simulation
import Testing

@Suite @MainActor
struct DayTests {
    /// A day into memory. Every event that leaves is kept.
    private func live(
        seed: UInt64 = 7,
        faults: Outbox.Faults = Outbox.Faults(),
        mode: Configuration.Mode
    ) async throws -> (
        day: Day, outbox: Outbox, events: [OutgoingEvent]
    ) {
        let reporter = try Reporter(Configuration(mode: mode))
        var sent: [OutgoingEvent] = []
        let outbox = Outbox(seed: seed, faults: faults) { sent.append($0) }
        var options = Day.Options(end: 1_764_550_000_000)
        options.seed = seed
        options.flows = 600
        let reporters = [CheckoutSDK.glomo, .qasimha, .inttegro, .dodo].map { ($0, reporter) }
        let day = Day(options, outbox: outbox, reporters: Dictionary(uniqueKeysWithValues: reporters))
        await day.run()
        return (day, outbox, sent)
    }

    @Test("the same seed gives the same figures, another seed others")
    func seeds() async throws {
        let now: Int64 = 1_764_550_000_000
        let one = Forecast(try await live(mode: .memory(capacity: 1)).outbox.departures, now: now).json(sample: 1)
        let two = Forecast(try await live(mode: .memory(capacity: 1)).outbox.departures, now: now).json(sample: 1)
        let other = Forecast(try await live(seed: 8, mode: .memory(capacity: 1)).outbox.departures, now: now)
        #expect(one == two)
        #expect(one != other.json(sample: 1))
    }

    @Test("reporters that are off make no event, and hosts are told all the same")
    func off() async throws {
        let quiet = try await live(mode: .off)
        let loud = try await live(mode: .memory(capacity: 1))
        #expect(quiet.outbox.made == 0 && loud.outbox.made > 2_000)
        #expect(quiet.day.told == loud.day.told && quiet.day.told.count > 15)
    }

    @Test("losses, repetitions and overtaking happen as often as asked, and what left is what was sent")
    func faults() async throws {
        var faults = Outbox.Faults()
        (faults.lose, faults.duplicate, faults.reorder) = (0.05, 0.05, 0.1)
        let day = try await live(faults: faults, mode: .memory(capacity: 1))
        let outbox = day.outbox
        #expect(outbox.departures.count == outbox.made - outbox.lost + outbox.repeated)
        #expect(day.events.map { Departure($0.event) } == outbox.departures)
        let share = Double(outbox.made) / 100
        #expect(
            abs(Double(outbox.lost) - 5 * share) < 2 * share && abs(Double(outbox.repeated) - 5 * share) < 2 * share
        )
        let times = outbox.departures.filter { $0.flow != nil }
        var highest: [EventID: Int] = [:]
        var overtaken = 0
        for event in times {
            guard let flow = event.flow else { continue }
            if event.sequence < highest[flow, default: 0] { overtaken += 1 }
            highest[flow] = max(highest[flow, default: 0], event.sequence)
        }
        #expect(overtaken > outbox.made / 25)
    }

    @Test("nothing that is planted is in any event")
    func planted() async throws {
        let reporter = try Reporter(Configuration(mode: .memory(capacity: 1_000_000)))
        let day = try await live(mode: .memory(capacity: 1))
        for event in day.events { _ = reporter.capture(checkout: event) }
        let text = reporter.memory.map(\.text).joined(separator: "\n")
        #expect(text.contains("checkout.ended"))
        text.withCString { text in
            for value in day.day.planted { #expect(strstr(text, value) == nil) }
        }
        // All SDKs are there, and so is every outcome.
        for outcome in CheckoutOutcome.allCases where outcome != .other {
            #expect(text.contains("\"checkout.outcome\":\"\(outcome.rawValue)\""))
        }
    }
}

extension Reporter {
    /// As a session would have handed it over.
    fileprivate func capture(checkout event: OutgoingEvent) -> DropReason? { capture(simulated: event) }
}
