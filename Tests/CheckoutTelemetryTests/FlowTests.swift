import Telemetry
import TelemetryTesting
import Testing

@testable import CheckoutTelemetry
@testable import TelemetryEnvelope
@testable import TelemetryWire

/// One checkout's machine: what leaves, in which order, and what is suppressed.
@Suite struct FlowTests {
    private let clock = ManualClock(wallMilliseconds: 1_764_550_000_000)
    private let reporter: Reporter
    private let session: CheckoutSession

    init() throws {
        reporter = try Reporter(Configuration(mode: .memory(capacity: 1_000)))
        session = CheckoutSession(
            CheckoutIdentity(.glomo, version: "1.0.0", wrapper: .flutter),
            reporter: reporter,
            clock: clock
        )
    }

    /// What would have left.
    private var events: [CheckoutEvent] {
        get throws {
            try reporter.memory.map { event in
                let bytes = ContiguousArray(event.json)
                let read = try CheckoutEvent.decode(bytes.span)
                #expect(read.anomalies.isEmpty)
                return read.event
            }
        }
    }

    @Test("a checkout tells its way in numbered events with monotonic time")
    func tellsWay() throws {
        let flow = Flow(session, FlowOptions(kind: .order, keyMode: .live, environment: .production))
        flow.start { $0[.orderTypeRequested] = .auto }
        clock.advance(by: .milliseconds(200))
        flow.present()
        clock.advance(by: .milliseconds(1_234))
        clock.jumpWall(by: .seconds(-3_600))
        flow.ready()
        flow.attemptStarted()
        flow.record(.actionRequired) { $0[.actionKind] = .threeDs }
        flow.attemptFailed(.paymentDeclined)
        flow.attemptStarted()
        clock.advance(by: .seconds(10))
        #expect(flow.end(.completed, .confirmed))
        let events = try events
        #expect(
            events.map(\.name) == [
                .flowStarted, .presented, .ready, .attemptStarted, .actionRequired, .attemptFailed, .attemptStarted,
                .ended,
            ]
        )
        #expect(events.map { $0[.sequence] } == Array(1...8))
        #expect(events.allSatisfy { $0[.flow] == flow.id.id && $0[.session] == session.id })
        #expect(events.allSatisfy { $0[.sdkVersion]?.description == "1.0.0" && $0[.sdkWrapper] == .flutter })
        #expect(events[0][.elapsed] == nil)
        #expect(events[2][.readyDuration]?.milliseconds == 1_234)
        #expect(events[2].timestamp < events[1].timestamp)
        #expect(events[4][.attemptNumber] == 1)
        #expect(events[7][.attemptCount] == 2)
        #expect(events[7][.duration]?.milliseconds == 11_434)
        #expect(events[7][.elapsed]?.milliseconds == 11_234)
        #expect(flow.suppressed == 0)
    }

    @Test("only the first end counts; later ones are told as duplicates, and not without end")
    func endsOnce() throws {
        let flow = Flow(session)
        flow.start()
        flow.present()
        #expect(flow.end(.journeySubmitted, .unknown))
        for _ in 0..<20 { #expect(!flow.end(.completed, .confirmed)) }
        let events = try events
        #expect(events.count { $0.name == .ended } == 1)
        #expect(events.count { $0.name == .terminalDuplicate } == 8)
        #expect(events.last?[.terminalFirst] == .journeySubmitted)
        #expect(events.last?[.terminalSecond] == .completed)
        #expect(flow.outcome == .journeySubmitted)
        #expect(flow.suppressed == 32)
    }

    @Test("a close before presentation waits for it; after the end it does nothing")
    func closes() throws {
        let early = Flow(session)
        early.start()
        early.close()
        #expect(early.outcome == nil)
        early.present()
        #expect(early.outcome == .terminated)
        early.close()
        early.close()
        let late = Flow(session)
        late.start()
        late.present()
        late.end(.completed, .confirmed)
        late.close()
        let events = try events
        #expect(events.map(\.name) == [.flowStarted, .presented, .ended, .flowStarted, .presented, .ended])
        #expect(events[2][.terminationSource] == .programmatic)
    }

    @Test("what was never presented ends without being presented, and a waiting close goes with it")
    func endsUnopened() throws {
        let flow = Flow(session)
        flow.start()
        flow.close()
        flow.end(.notOpened, .unknown)
        flow.present()
        #expect(try events.map(\.name) == [.flowStarted, .ended])
    }

    @Test("being slow is no error, and is told once, while it is true")
    func isSlow() throws {
        let flow = Flow(session)
        flow.readyDelayed(after: .seconds(15))
        flow.present()
        flow.readyDelayed(after: .seconds(15))
        flow.readyDelayed(after: .seconds(15))
        flow.ready()
        flow.ready()
        let events = try events
        #expect(events.map(\.name) == [.presented, .readyDelayed, .ready])
        #expect(events[1][.readyThreshold]?.milliseconds == 15_000)
        #expect(events[1][.errorType] == nil)
        #expect(flow.outcome == nil)
    }

    @Test("after the end only what is about the end comes through")
    func isOver() throws {
        let flow = Flow(session)
        flow.present()
        flow.end(.pending, .unknown)
        flow.record(.retryShown)
        flow.attemptStarted()
        flow.attemptFailed(.paymentDeclined)
        flow.record(.abandonedFound) { $0[.abandonedPrior] = .pending }
        #expect(try events.map(\.name) == [.presented, .ended, .abandonedFound])
        #expect(flow.suppressed == 3)
    }

    @Test("what fills an event cannot change whose it is")
    func keepsIdentity() throws {
        let flow = Flow(session)
        flow.start { event in
            event[.flow] = .random()
            event[.sequence] = 99
            event[.session] = nil
        }
        session.record(.widgetLoaded) { event in
            event[.flow] = .random()
            event[.sequence] = 99
        }
        let events = try events
        #expect(events[0][.flow] == flow.id.id)
        #expect(events[0][.sequence] == 1)
        #expect(events[1][.flow] == nil)
        #expect(events[1][.sequence] == 1)
        #expect(events.allSatisfy { $0[.session] == session.id })
    }

    @Test("an end is no event of a session, nor of `record`")
    func refusesEnds() throws {
        let flow = Flow(session)
        #expect(session.record(.ended) != nil)
        flow.record(.ended)
        flow.record(.presented)
        #expect(reporter.memory.isEmpty)
    }

    @Test("a later process goes on behind a gap that is no loss")
    func resumes() throws {
        let first = Flow(session)
        first.start()
        first.present()
        let record = try #require(first.resumption).description
        var options = FlowOptions()
        options.resuming = FlowResumption(record)
        let second = Flow(session, options)
        #expect(second.id == first.id)
        second.record(.abandonedFound)
        #expect(try events.last?[.sequence] == 1_048_577)
        #expect(second.resumption?.base == 2_097_152)
        for text in [
            "", "x.1048576", "\(first.id).0", "\(first.id).7", "\(first.id).9223372036854775808", "\(first.id)",
        ] {
            #expect(FlowResumption(text) == nil)
        }
    }

    @Test("numbers end where the wire's do")
    func overflows() throws {
        var options = FlowOptions()
        options.resuming = FlowResumption(flow: .random(), base: Flow.lastSequence - 1)
        let flow = Flow(session, options)
        flow.start()
        flow.present()
        flow.end(.completed, .confirmed)
        #expect(try events.map { $0[.sequence] } == [Flow.lastSequence])
        #expect(flow.resumption == nil)
    }

    @Test("without a mode nothing is made")
    func isOff() throws {
        let off = try Reporter(Configuration(mode: .off))
        let session = CheckoutSession(CheckoutIdentity(.dodo, version: "1.1.0"), reporter: off)
        let flow = Flow(session)
        var isFilled = false
        flow.start { _ in isFilled = true }
        flow.present()
        flow.end(.completed, .clientHint)
        flow.close()
        #expect(!isFilled)
        #expect(session.record(.widgetLoaded) == .other)
    }

    @Test("a flow is kept whole or sampled out whole")
    func samples() throws {
        var configuration = Configuration(mode: .memory(capacity: 10_000))
        configuration.sampleRates[.checkout] = 0.5
        let reporter = try Reporter(configuration)
        let session = CheckoutSession(CheckoutIdentity(.inttegro, version: "0.4.1"), reporter: reporter)
        for _ in 0..<400 {
            let flow = Flow(session)
            flow.start()
            flow.present()
            flow.end(.completed, .clientHint)
        }
        var counts: [EventID: Int] = [:]
        for event in reporter.memory {
            let bytes = ContiguousArray(event.json)
            counts[try #require(try CheckoutEvent.decode(bytes.span).event[.flow]), default: 0] += 1
        }
        #expect((120...280).contains(counts.count))
        #expect(counts.values.allSatisfy { $0 == 3 })
    }
}
