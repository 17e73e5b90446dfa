import TelemetryWire
import Testing

@testable import RelayCore
@testable import Sanitizer

@Suite struct CheckoutIngestTests {
    private let fixture = PipelineFixture()
    private let flow = "0123456789abcdef0123456789abcdef"

    private func entry(_ name: String = "checkout.presented", _ sequence: Int = 1, _ more: String = "") -> String {
        """
        {"name":"\(name)","timestamp":1790000000.123,"severity_number":9,"attributes":{"checkout.sdk.name":"glomo",\
        "checkout.sdk.version":"1.0.0","session.id":"\(flow)","checkout.flow.id":"\(flow)",\
        "checkout.sequence":\(sequence)\(more)}}
        """
    }

    private func envelope(_ entries: [String], header: String = "{}", copies: Int = 1) -> IngestResult {
        let item =
            #"{"type":"checkout_event","item_count":\#(entries.count)}"# + "\n{\"items\":["
            + entries.joined(separator: ",") + "]}\n"
        return fixture.envelope(header + "\n" + String(repeating: item, count: copies))
    }

    private func anomalies(_ result: IngestResult) -> [String] {
        result.batch.anomalies.map {
            "\($0.sdk?.value ?? "-") \($0.version?.value ?? "-") \($0.kind.rawValue) \($0.rule?.rawValue ?? "-") \($0.quantity)"
        }.sorted()
    }

    @Test("Entries of a container are kept, in order, with what they weigh")
    func kept() {
        let result = envelope([entry(), entry("checkout.ready", 2)], header: #"{"sample_rate":0.25}"#)
        #expect(result.batch.entries.map(\.event.name) == [.presented, .ready])
        #expect(result.batch.entries.allSatisfy { $0.weight == 4_000_000 })
        #expect(result.batch.entries[0].text(.sdkVersion)?.value == "1.0.0")
        #expect(result.counts.isEmpty)
        #expect(anomalies(result).isEmpty)
    }

    @Test("An event that nobody knows is refused alone, and counted by SDK and version")
    func unknownEvent() {
        let result = envelope([entry("checkout.teleported"), entry()])
        #expect(result.batch.entries.count == 1)
        #expect(result.counts == ["invalid_item/checkout_event=1"])
        #expect(anomalies(result) == ["glomo 1.0.0 unknown_event - 1"])
    }

    @Test("An unknown word of a newer SDK is _OTHER, an unknown attribute is gone; both are counted, neither is kept")
    func unknownWords() {
        let more = #","checkout.kind":"lottery","checkout.horoscope":"leo","checkout.elapsed":"soon""#
        let result = envelope([entry("checkout.presented", 1, more)])
        #expect(result.batch.entries[0].event[.kind] == .other)
        #expect(
            anomalies(result) == [
                "glomo 1.0.0 dropped_value - 1", "glomo 1.0.0 unknown_attribute - 1", "glomo 1.0.0 unknown_word - 1",
            ]
        )
        #expect(!"\(result.batch)".contains("lottery"))
        #expect(!"\(result.batch)".contains("leo"))
    }

    @Test(
        "A card number where a token belongs is taken by the relay's pass: the entry stays, the client's fault is counted"
    )
    func redacted() {
        let result = envelope([entry("checkout.error", 1, #","exception.type":"4111111111111111""#)])
        #expect(result.batch.entries[0].event[.exceptionType] == nil)
        #expect(result.batch.entries[0].text(.exceptionType) == nil)
        #expect(anomalies(result) == ["glomo 1.0.0 redacted pan 1"])
    }

    @Test("A version that is a card number leaves no version, also where it is counted")
    func redactedVersion() {
        let bad = entry("checkout.error").replacing("1.0.0", with: "4111111111111111")
        let result = envelope([bad, bad.replacing("checkout.error", with: "checkout.nothing")])
        #expect(result.batch.entries[0].event[.sdkVersion] == nil)
        #expect(anomalies(result) == ["glomo - redacted pan 1", "glomo - unknown_event - 1"])
    }

    @Test(
        "Entries without identity, time or shape are refused, and only they",
        arguments: [
            #"{"name":"checkout.ready","attributes":{}}"#, #"{"timestamp":1,"attributes":{}}"#, "7", "[]",
            #"{"name":"checkout.ready","timestamp":1,"attributes":{"checkout.sdk.name":"glomo"}}"#,
        ]
    )
    func malformed(_ text: String) {
        let result = envelope([text, entry()])
        #expect(result.batch.entries.count == 1)
        #expect(result.counts == ["invalid_item/checkout_event=1"])
    }

    @Test(
        "Numbers out of range are no numbers: without one an entry has no identity",
        arguments: ["0", "-1", "2147483648", "1e99"]
    )
    func sequences(_ text: String) {
        let result = envelope([entry().replacing("\"checkout.sequence\":1", with: "\"checkout.sequence\":\(text)")])
        #expect(result.batch.entries.isEmpty)
        #expect(result.refusal == "invalid_item")
    }

    @Test("An envelope has one container; more than a thousand entries are too many")
    func bounds() {
        let two = envelope([entry()], copies: 2)
        #expect(two.batch.entries.count == 1)
        #expect(two.counts == ["duplicate_item/checkout_event=1"])
        let many = envelope(Array(repeating: entry(), count: 1_001))
        #expect(many.batch.entries.isEmpty)
        #expect(PipelineFixture.status(many) == 413)
    }

    @Test("A log that only has the name of a checkout's event is a log")
    func logs() {
        let log =
            #"{"items":[{"timestamp":1790000000.1,"trace_id":"\#(flow)","level":"info","body":"checkout.presented","attributes":{}}]}"#
        let result = fixture.envelope("{}\n{\"type\":\"log\",\"item_count\":1}\n" + log)
        #expect(result.batch.entries.isEmpty)
        #expect(result.batch.events.count == 1)
    }
}
