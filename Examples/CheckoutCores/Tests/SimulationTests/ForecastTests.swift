import CheckoutTelemetry
import Simulation
import Testing

@Suite
struct ForecastTests {
    static let now: Int64 = 1_764_550_000_000

    /// Events of one flow, by sequence and name, some minutes ago.
    private func flow(
        _ events: [(Int, CheckoutEventName)],
        minutesAgo: Int64 = 60,
        _ fill: (inout CheckoutEvent) -> Void = { _ in }
    ) -> [Departure] {
        let id = EventID.random()
        return events.map { sequence, name in
            var event = CheckoutEvent(name, at: Timestamp(milliseconds: Self.now - minutesAgo * 60_000))
            event[.sdkName] = .glomo
            event[.sdkVersion] = CheckoutToken("1.0.0")
            event[.flow] = id
            event[.sequence] = sequence
            fill(&event)
            return Departure(event)
        }
    }

    private func figures(_ departures: [Departure]) throws -> Forecast.Figures {
        try #require(Forecast(departures, now: Self.now).groups.values.first)
    }

    @Test("order of arrival and repetition change nothing but the count of duplicates")
    func order() throws {
        let events = flow([(1, .flowStarted), (2, .presented), (3, .ready), (4, .ended)]) { $0[.outcome] = .completed }
        let sorted = try figures(events)
        let mixed = try figures(events.reversed() + events)
        #expect(sorted.counts["duplicates"] == 0 && mixed.counts["duplicates"] == 4)
        for name in sorted.counts.keys where name != "duplicates" { #expect(sorted.counts[name] == mixed.counts[name]) }
        #expect(mixed.presentedOutcomes["completed"] == 1)
    }

    @Test("gaps are counted within segments only")
    func gaps() throws {
        #expect(try figures(flow([(2, .presented), (5, .ended)])).counts["lost_events"] == 3)
        #expect(try figures(flow([(1, .flowStarted), (1_048_577, .abandonedFound)])).counts["lost_events"] == 0)
        #expect(try figures(flow([(1, .flowStarted), (1_048_579, .abandonedCleared)])).counts["lost_events"] == 2)
    }

    @Test("silence is abandonment after half an hour, unless it ended, was not shown, or is known already")
    func silence() throws {
        let shown: [(Int, CheckoutEventName)] = [(1, .flowStarted), (2, .presented)]
        #expect(try figures(flow(shown, minutesAgo: 31)).counts["abandoned_provisional"] == 1)
        #expect(try figures(flow(shown, minutesAgo: 29)).counts["abandoned_provisional"] == 0)
        #expect(try figures(flow(shown + [(3, .ended)])).counts["abandoned_provisional"] == 0)
        #expect(try figures(flow([(1, .flowStarted)])).counts["abandoned_provisional"] == 0)
        let known = try figures(flow(shown + [(3, .abandonedFound)]))
        #expect(known.counts["abandoned_provisional"] == 0 && known.counts["abandoned"] == 1)
    }

    @Test("the first end by number counts; what follows is late, or another end")
    func ends() throws {
        let events = flow([(1, .flowStarted), (2, .presented), (3, .ended), (4, .changed), (5, .ended)]) {
            $0[.outcome] = $0[.sequence] == 3 ? .failed : .completed
        }
        let counted = try figures(events.reversed())
        #expect(counted.counts["failed"] == 1 && counted.counts["completed"] == nil)
        #expect(counted.counts["late"] == 1 && counted.counts["terminal_duplicates"] == 1)
    }

    @Test("advice and failed attempts are no errors; an error counts once a checkout")
    func errors() throws {
        let events = flow([(1, .presented), (2, .readyDelayed), (3, .attemptFailed), (4, .error), (5, .error)]) {
            $0[.errorType] = .timeout
        }
        let counted = try figures(events)
        #expect(counted.errorTypes["timeout"]?.flows == 1 && counted.errorTypes["timeout"]?.started == 0)
        let advised = try figures(flow([(1, .presented), (2, .readyDelayed)]) { $0[.errorType] = .timeout })
        #expect(advised.counts["with_error"] == 0 && advised.counts["slow"] == 1)
    }

    @Test("a group of which none has an end says so with zeros")
    func endless() throws {
        let counted = try figures(flow([(1, .flowStarted), (2, .presented)]))
        for name in ["ended", "not_opened_of_started", "completed_of_attempted", "completed_confirmed"] {
            #expect(counted.counts[name] == 0)
        }
    }

    @Test("quantiles are the nearest rank")
    func quantiles() throws {
        var all: [Departure] = []
        for milliseconds in [100, 200, 300, 400] {
            all += flow([(1, .presented), (2, .ready)]) {
                $0[.readyDuration] = CheckoutSeconds(.milliseconds(milliseconds))
            }
        }
        let counted = try figures(all)
        #expect(counted.quantile(50) == 200 && counted.quantile(95) == 400 && counted.quantile(75) == 300)
    }

    @Test("an interval of a sample holds the count, and grows with what was left out")
    func intervals() {
        #expect(Forecast.interval(of: 700, sample: 1) == 700...700)
        let tenth = Forecast.interval(of: 1_000, sample: 0.1)
        #expect(tenth.contains(1_000) && tenth.lowerBound > 400 && tenth.upperBound < 1_600)
        #expect(Forecast.interval(of: 0, sample: 0.1).lowerBound == 0)
    }
}
