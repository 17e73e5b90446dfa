import Sanitizer
import Telemetry
import TelemetryTestSupport
import TelemetryTesting
import Testing

@testable import CheckoutTelemetry
@testable import TelemetryDelivery
@testable import TelemetryEnvelope
@testable import TelemetryWire

/// Checkout events on their way: containers for our relay, log entries for other servers, files for later.
@Suite(.timeLimit(.minutes(2))) struct CheckoutDeliveryTests {
    private static func session(_ reporter: Reporter) -> CheckoutSession {
        CheckoutSession(CheckoutIdentity(.inttegro, version: "0.4.1"), reporter: reporter)
    }

    /// Runs `count` checkouts of four events each.
    private static func run(_ count: Int, _ session: CheckoutSession) {
        for _ in 0..<count {
            let flow = Flow(session, FlowOptions(kind: .order, keyMode: .test, environment: .test))
            flow.start()
            flow.present()
            flow.ready()
            flow.end(.completed, .clientHint)
        }
    }

    /// The checkout events of an envelope, whatever they travel in.
    private static func events(_ envelope: SentEnvelope) throws -> [CheckoutEvent] {
        try envelope.items.flatMap { item -> [CheckoutEvent] in
            let payload = ContiguousArray(item.payload)
            var reader = JSONReader(payload.span)
            guard item.type == "checkout_event" || item.type == "log" else { return [] }
            _ = try reader.next()
            _ = try reader.next()
            _ = try reader.next()
            var events: [CheckoutEvent] = []
            while let range = try reader.skipValue() {
                let entry = payload.span.extracting(range)
                events.append(
                    item.type == "log"
                        ? try CheckoutEvent.decode(log: entry) : try CheckoutEvent.decode(entry).event
                )
            }
            return events
        }
    }

    private static func names(_ transport: RecordingTransport) throws -> [Int: Int] {
        var counts: [Int: Int] = [:]
        for envelope in transport.envelopes {
            for event in try events(envelope) { counts[event[.sequence] ?? 0, default: 0] += 1 }
        }
        return counts
    }

    @Test("our relay gets them in one container a batch, beside events and with a number of entries")
    func travelsInContainers() async throws {
        let transport = RecordingTransport()
        let reporter = try Reporter(recordingTo: transport)
        reporter.capture("first")
        #expect(await reporter.flush(timeout: .seconds(10)) == .finished)
        Self.run(50, Self.session(reporter))
        reporter.capture("second")
        #expect(await reporter.close(timeout: .seconds(10)) == .finished)
        let ledger = reporter.stats.ledger
        #expect(ledger.isBalanced && ledger.delivered == 202)
        #expect(try Self.names(transport) == [1: 50, 2: 50, 3: 50, 4: 50])
        for envelope in transport.envelopes.dropFirst() {
            #expect(envelope.isWellFormed && envelope.header["/batch_id"] != nil)
            #expect(envelope.items.count { $0.type == "checkout_event" } <= 1)
            #expect(!envelope.items.contains { $0.type == "log" })
            let count = try Self.events(envelope).count
            if count > 0 { #expect(envelope.text.contains("\"type\":\"checkout_event\",\"item_count\":\(count),")) }
        }
    }

    @Test("other servers get them as entries of a log item, a hundred at most")
    func travelsAsLogs() async throws {
        let transport = RecordingTransport(.status(200, understandsBatches: false))
        let reporter = try Reporter(recordingTo: transport)
        Self.run(60, Self.session(reporter))
        reporter.capture("an event beside them")
        #expect(await reporter.close(timeout: .seconds(10)) == .finished)
        #expect(reporter.stats.ledger.delivered == 241)
        #expect(try Self.names(transport) == [1: 60, 2: 60, 3: 60, 4: 60])
        #expect(transport.events.count == 1)
        for envelope in transport.envelopes {
            #expect(envelope.isWellFormed && envelope.items.count == 1)
            guard let item = envelope.items.first, item.type == "log" else { continue }
            let events = try Self.events(envelope)
            #expect((1...100).contains(events.count))
            #expect(envelope.text.contains("application/vnd.sentry.items.log+json"))
            let entry = try #require(item.json?["/items/0"])
            #expect(entry["/trace_id"]?.string == events[0][.flow]?.description)
            #expect(entry["/body"]?.string == events[0].name.rawValue)
            #expect(entry["/level"]?.string == "info")
            #expect(entry["/attributes/checkout.sequence/type"]?.string == "integer")
            #expect(entry["/attributes/checkout.kind/value"]?.string == "order")
        }
    }

    @Test("a batch that nobody understood is sent again as log entries")
    func changesServers() async throws {
        let answers: [ScriptedAnswer] = [.accepted, .status(404, understandsBatches: false)]
        let transport = RecordingTransport { request in
            request.number < 2 ? answers[request.number] : .status(200, understandsBatches: false)
        }
        let reporter = try Reporter(recordingTo: transport)
        reporter.capture("first")
        #expect(await reporter.flush(timeout: .seconds(10)) == .finished)
        Self.run(3, Self.session(reporter))
        #expect(await reporter.close(timeout: .seconds(10)) == .finished)
        #expect(reporter.stats.ledger.delivered == 13)
        let last = try #require(transport.envelopes.last)
        #expect(last.items.map(\.type) == ["log"])
        #expect(try Self.events(last).count == 12)
    }

    @Test("a batch too large is split, entry by entry if need be")
    func splits() async throws {
        let transport = RecordingTransport { request in
            request.number > 0 && request.eventCount > 3 ? .status(413) : .accepted
        }
        let reporter = try Reporter(recordingTo: transport)
        reporter.capture("first")
        #expect(await reporter.flush(timeout: .seconds(10)) == .finished)
        Self.run(5, Self.session(reporter))
        #expect(await reporter.close(timeout: .seconds(10)) == .finished)
        #expect(reporter.stats.ledger.delivered == 21)
    }

    @Test("a container that the relay refuses whole is rejected, and not sent again")
    func isRefused() async throws {
        let transport = RecordingTransport { request in
            request.number == 0
                ? .accepted
                : .status(
                    400,
                    body: "{\"batch_id\":\"\(request.id)\",\"accepted\":0,\"duplicate\":0,\"rejected\":[]}"
                )
        }
        let reporter = try Reporter(recordingTo: transport)
        reporter.capture("first")
        #expect(await reporter.flush(timeout: .seconds(10)) == .finished)
        Self.run(1, Self.session(reporter))
        #expect(await reporter.close(timeout: .seconds(10)) == .finished)
        let ledger = reporter.stats.ledger
        #expect(ledger.isBalanced && ledger.delivered == 1 && ledger.dropped[.invalidItem] == 4)
        #expect(transport.requests.count == 2)
    }

    @Test("an event's place in a batch's answer is its place among the events")
    func mapsPlaces() async throws {
        let transport = RecordingTransport { request in
            request.number == 0
                ? .accepted
                : .status(
                    200,
                    body: """
                        {"batch_id":"\(request.id)","accepted":1,"duplicate":0,\
                        "rejected":[{"index":1,"reason":"too_large"}]}
                        """
                )
        }
        let reporter = try Reporter(recordingTo: transport)
        reporter.capture("first")
        #expect(await reporter.flush(timeout: .seconds(10)) == .finished)
        Self.run(2, Self.session(reporter))
        reporter.capture("second")
        reporter.capture("third")
        #expect(await reporter.close(timeout: .seconds(10)) == .finished)
        let ledger = reporter.stats.ledger
        #expect(ledger.isBalanced && ledger.dropped[.tooLarge] == 1 && ledger.delivered == 10)
    }

    @Test("what waits on the disk comes back as it was", arguments: [true, false])
    func isSpooled(understandsBatches: Bool) async throws {
        let directory = TemporaryDirectory()
        let options = SpoolOptions(directory: directory.path + "/spool")
        let first = try Reporter(recordingTo: RecordingTransport(.failure(.cannotConnect))) { $0.spool = options }
        Self.run(40, Self.session(first))
        first.capture("an event beside them")
        #expect(await first.close(timeout: .milliseconds(300)) == .persisted(161))

        let transport = RecordingTransport(.status(200, understandsBatches: understandsBatches))
        let second = try Reporter(recordingTo: transport) { $0.spool = options }
        second.capture("another")
        #expect(await second.close(timeout: .seconds(20)) == .finished)
        let ledger = second.stats.ledger
        #expect(ledger.isBalanced && ledger.adopted == 161 && ledger.delivered == 162)
        #expect(try Self.names(transport).filter { $0.value < 40 }.isEmpty)
        #expect(Set(transport.envelopes.flatMap(\.items).map(\.type)).isSubset(of: ["event", "log", "checkout_event"]))
    }

    @Test("nobody shows them to a hook")
    func passesHooks() async throws {
        let transport = RecordingTransport()
        let calls = AtomicCell(0)
        let reporter = try Reporter(recordingTo: transport) { configuration in
            configuration.beforeSend = { _ in
                _ = calls.add(1)
                return .drop
            }
        }
        Self.run(2, Self.session(reporter))
        reporter.capture("dropped")
        #expect(await reporter.close(timeout: .seconds(10)) == .finished)
        #expect(calls.value == 1)
        #expect(reporter.stats.ledger.delivered == 8)
    }

    @Test("an end finds room where errors do, when everything else is full")
    func protectsEnds() throws {
        let transport = RecordingTransport(.silence)
        let reporter = try Reporter(recordingTo: transport) { configuration in
            configuration.ringBytes = 4_096
            configuration.errorRingBytes = 1 << 20
            configuration.consent = .pending
        }
        let session = Self.session(reporter)
        for _ in 0..<100 {
            let flow = Flow(session)
            flow.start()
            flow.end(.failed, .clientHint)
        }
        let ledger = reporter.stats.ledger
        #expect(ledger.isBalanced && ledger.pending >= 100 && ledger.dropped[.queueOverflow] >= 80)
    }

    @Test("a card number in the one place that takes a token goes no further")
    func scrubsTokens() throws {
        let reporter = try Reporter(Configuration(mode: .memory(capacity: 100)))
        var identity = CheckoutIdentity(.glomo, version: "4111111111111111")
        identity.serviceName = "shop-4111-1111-1111-1111"
        identity.deviceModel = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"
        let session = CheckoutSession(identity, reporter: reporter)
        Flow(session).start()
        let text = try #require(reporter.memory.first).text
        #expect(!text.contains("4111") && !text.contains("4eC39HqL"))
        let bytes = ContiguousArray(text.utf8)
        let read = try CheckoutEvent.decode(bytes.span)
        #expect(read.event[.sdkVersion] == nil)
        #expect(read.anomalies.droppedValues == 3)
    }

    @Test("an envelope says the share that is kept, and has no events of another share")
    func saysRate() async throws {
        let transport = RecordingTransport()
        let reporter = try Reporter(recordingTo: transport) { $0.sampleRates[.checkout] = 0.25 }
        reporter.capture("first")
        #expect(await reporter.flush(timeout: .seconds(10)) == .finished)
        Self.run(100, Self.session(reporter))
        reporter.capture("second")
        #expect(await reporter.close(timeout: .seconds(10)) == .finished)
        for envelope in transport.envelopes {
            let hasCheckouts = try !Self.events(envelope).isEmpty
            #expect((envelope.header["/sample_rate"] != nil) == hasCheckouts)
            #expect(!(hasCheckouts && !envelope.events.isEmpty))
        }
        #expect(reporter.stats.ledger.dropped[.sampleRate] > 100)
    }

    @Test("what is dropped of them is reported as what it was")
    func reportsDrops() async throws {
        let transport = RecordingTransport()
        let reporter = try Reporter(recordingTo: transport) { configuration in
            configuration.minimumLevel = .error
            configuration.sampleRates[.checkout] = 0
        }
        Self.run(5, Self.session(reporter))
        reporter.capture("below the level", level: .info)
        reporter.capture("sent", level: .error)
        #expect(await reporter.close(timeout: .seconds(10)) == .finished)
        let report = try #require(transport.envelopes.flatMap(\.items).first { $0.type == "client_report" })
        #expect(report.text.contains(#"{"reason":"level_filter","category":"error","quantity":1}"#))
        #expect(report.text.contains(#"{"reason":"sample_rate","category":"checkout_event","quantity":20}"#))
    }
}
