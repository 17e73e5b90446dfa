import CheckoutTelemetry
import Glibc
import Telemetry
import TelemetryTesting

/// What an event of a checkout costs its caller beside a capture of the same size, and what it weighs on the wire.
enum CheckoutBenchmark {
    private static func session(_ reporter: Reporter) -> CheckoutSession {
        var identity = CheckoutIdentity(.inttegro, version: "0.4.1", wrapper: .reactNative)
        identity.osName = "iOS"
        identity.osVersion = "17.4"
        return CheckoutSession(identity, reporter: reporter)
    }

    private static func options() -> FlowOptions {
        FlowOptions(kind: .order, keyMode: .live, environment: .production)
    }

    /// Prints both costs and their ratio, rounds in turn.
    static func table(count: Int) {
        guard let size = eventSize() else { return }
        let captures = CaptureBenchmark.reporter(breadcrumbs: 0)
        let checkouts = CaptureBenchmark.reporter(breadcrumbs: 0)
        let texts = CaptureBenchmark.texts(eventBytes: size)
        let session = session(checkouts)
        var flow = Flow(session, options())
        flow.start()
        flow.present()
        var times: [[UInt64]] = [[], []]
        for round in 0..<(count + 2_000) {
            if round % 50 == 0 {
                flow = Flow(session, options())
                flow.start()
                flow.present()
            }
            let first = now()
            captures.capture(texts[round % texts.count])
            let second = now()
            flow.record(.attemptProcessing) { $0[.paymentMethod] = .mobileMoney }
            let third = now()
            if round >= 2_000 {
                times[0].append(second - first)
                times[1].append(third - second)
            }
            // So that the rings are drained: a drop would cost less.
            if round % 200 == 199 { usleep(15_000) }
        }
        let medians = times.map { $0.sorted()[$0.count / 2] }
        print("| case | B/event | p50 ns | times a capture | dropped |")
        print("| --- | --- | --- | --- | --- |")
        print("| capture | \(size) | \(medians[0]) | 1 | \(captures.stats.ledger.dropped.total) |")
        let ratio = (Double(medians[1]) / Double(medians[0]) * 100).rounded() / 100
        print("| flow event | \(size) | \(medians[1]) | \(ratio) | \(checkouts.stats.ledger.dropped.total) |")
    }

    /// Bytes of the event that is measured.
    private static func eventSize() -> Int? {
        guard let reporter = try? Reporter(Configuration(mode: .memory(capacity: 10))) else { return nil }
        let flow = Flow(session(reporter), options())
        flow.start()
        flow.present()
        flow.record(.attemptProcessing) { $0[.paymentMethod] = .mobileMoney }
        return reporter.memory.last?.json.count
    }

    /// Runs `count` checkouts of seven events, spread in time, and prints what their bodies weigh.
    static func wire(count: Int) {
        let clock = ManualClock(wallMilliseconds: 1_764_550_000_000)
        let transport = RecordingTransport()
        guard let reporter = try? Reporter(recordingTo: transport) else { return }
        reporter.capture("first")
        _ = reporter.flushBlocking(timeout: .seconds(10))
        var identity = CheckoutIdentity(.inttegro, version: "0.4.1")
        identity.osName = "iOS"
        identity.osVersion = "17.4"
        let session = CheckoutSession(identity, reporter: reporter, clock: clock)
        var random = SystemRandomNumberGenerator()
        func wait(_ milliseconds: ClosedRange<Int>) {
            clock.advance(by: .milliseconds(Int.random(in: milliseconds, using: &random)))
        }
        for number in 0..<count {
            let flow = Flow(session, options())
            flow.start()
            wait(50...900)
            flow.present()
            wait(300...4_000)
            flow.ready()
            wait(1_000...90_000)
            flow.record(.orderPrepared) { $0[.orderPresent] = true }
            flow.attemptStarted { $0[.paymentMethod] = .mobileMoney }
            wait(1_000...30_000)
            flow.record(.attemptProcessing)
            flow.end(number % 5 == 0 ? .cancelled : .completed, .clientHint)
            if number % 100 == 99 { _ = reporter.flushBlocking(timeout: .seconds(10)) }
        }
        _ = reporter.flushBlocking(timeout: .seconds(10))
        let requests = transport.requests.dropFirst()
        let raw = requests.reduce(0) { $0 + $1.envelope.items.reduce(0) { $0 + $1.payload.count } }
        let sent = requests.reduce(0) { $0 + $1.body.count }
        let events = requests.reduce(0) { $0 + $1.eventCount }
        print(
            "{\"flows\":\(count),\"events\":\(events),\"requests\":\(requests.count),\"raw\":\(raw),\"sent\":\(sent),"
                + "\"ratio\":\((Double(raw) / Double(max(sent, 1)) * 100).rounded() / 100)}"
        )
    }
}
