import TelemetryTesting
import Testing

@testable import Telemetry
@testable import TelemetryDelivery
@testable import TelemetryEnvelope

@Suite(.timeLimit(.minutes(1))) struct SamplingTests {
    @Test("each kind has its rate, and envelopes hold events of one rate, which they say")
    func kinds() async throws {
        let transport = RecordingTransport()
        let reporter = try Reporter(recordingTo: transport) { configuration in
            configuration.sampleRates = [.message: 0.5, .event: 0]
        }
        for _ in 0..<400 {
            reporter.capture("a message")
            reporter.capture(error: ConfigurationError.insecureDSN)
            reporter.capture(eventJSON: "{}")
        }
        #expect(await reporter.flush(timeout: .seconds(20)) == .finished)
        let ledger = reporter.stats.ledger
        #expect(ledger.isBalanced && ledger.delivered + ledger.dropped[.sampleRate] == 1_200)
        let messages = transport.events.count { $0.contains("a message") }
        let errors = transport.events.count { $0.contains("\"exception\"") }
        #expect(errors == 400 && messages + errors == ledger.delivered)
        #expect(messages > 120 && messages < 280)
        for text in transport.envelopes.map(\.text) {
            let header = text.prefix { $0 != "\n" }
            #expect(text.contains("a message") == header.contains("\"sample_rate\":0.500000"), "\(header)")
            #expect(text.contains("\"exception\"") != header.contains("\"sample_rate\""))
        }
    }

    @Test("events of one flow are kept or sampled out together, as many flows as the rate says")
    func flows() throws {
        var configuration = Configuration(mode: .memory(capacity: 10_000))
        configuration.sampleRate = 0.3
        let reporter = try Reporter(configuration)
        var kept = 0
        for number in UInt64(0)..<1_000 {
            // Ids that are anything but random, and differ in their last bits.
            let flow = FlowID(EventID(high: 7, low: number))
            let outcomes = (0..<3).map { _ in reporter.capture("x", flow: flow) != nil }
            #expect(Set(outcomes).count == 1)
            if outcomes[0] { kept += 1 }
        }
        #expect(kept > 220 && kept < 380)
        // The same flow is kept everywhere.
        #expect(FlowID(EventID(high: 7, low: 1)).position == FlowID(EventID(high: 7, low: 1)).position)
        let flow = FlowID(EventID(high: 7, low: 1))
        let all = try Reporter(Configuration(mode: .memory(capacity: 1)))
        all.capture("x", flow: flow)
        #expect(try #require(all.memory.first).text.contains("\"extra\":{\"checkout.flow.id\":\"\(flow)\"}"))
    }
}
