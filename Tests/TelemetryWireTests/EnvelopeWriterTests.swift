import Sanitizer
import Testing

@testable import TelemetryEnvelope
@testable import TelemetryWire

@Suite struct EnvelopeWriterTests {
    let first = EventID(high: 0x9ec7_9c33_ec99_42ab, low: 0x8353_589f_cb2e_04dc)
    let second = EventID(high: 0, low: 10)

    func payload(_ text: StaticString) -> SanitizedBuffer {
        var buffer = SanitizedBuffer()
        buffer.append(text)
        return buffer
    }

    @Test("a single event's envelope, byte for byte")
    func single() {
        var writer = EnvelopeWriter()
        writer.begin(eventID: first)
        writer.add(.event, payload("{\"message\":\"a\"}"))
        #expect(
            writer.bytes.text == """
                {"event_id":"9ec79c33ec9942ab8353589fcb2e04dc"}
                {"type":"event","length":15}
                {"message":"a"}

                """
        )
    }

    @Test("a batch, byte for byte, and readable")
    func batch() throws {
        var writer = EnvelopeWriter()
        writer.begin(eventID: first)
        writer.begin(batchID: second, sampleRate: 0.25)
        writer.add(.event, payload("{}"))
        writer.add(.event, payload("xx[1]xx"), in: 2..<5)
        writer.add(
            ClientReport(
                timestamp: Timestamp(milliseconds: 1_796_028_766_250),
                entries: [.init(reason: .queueOverflow, category: .error, quantity: 3)]
            )
        )
        #expect(writer.items == 3)
        #expect(
            writer.bytes.text == """
                {"batch_id":"0000000000000000000000000000000a","sample_rate":0.250000}
                {"type":"event","length":2}
                {}
                {"type":"event","length":3}
                [1]
                {"type":"client_report","length":121}
                {"timestamp":"2026-11-30T08:52:46.250Z","discarded_events":\
                [{"reason":"queue_overflow","category":"error","quantity":3}]}

                """
        )
        let (header, items) = try readEnvelope(writer.bytes.text).get()
        #expect(header.batchID == second && header.eventID == nil && header.sampleRate == 0.25)
        #expect(items.map(\.header.type) == [.event, .event, .clientReport])
        #expect(items.map(\.payload.utf8.count) == items.map(\.header.length))
    }

    @Test(
        "sample rates are six decimals, and absent when nothing is left out",
        arguments: [
            (0.0, ",\"sample_rate\":0.000000"), (0.000_001, ",\"sample_rate\":0.000001"), (1.0, ""),
            (-3, ",\"sample_rate\":0.000000"),
            (0.999_999_9, ",\"sample_rate\":1.000000"), (0.1, ",\"sample_rate\":0.100000"),
        ]
    )
    func sampleRate(_ rate: Double, _ expected: String) {
        var writer = EnvelopeWriter()
        writer.begin(batchID: second, sampleRate: rate)
        #expect(writer.bytes.text == "{\"batch_id\":\"0000000000000000000000000000000a\"\(expected)}\n")
    }

    @Test("an item adds no more than its size says", arguments: ItemType.allCases)
    func size(_ type: ItemType) {
        var writer = EnvelopeWriter()
        writer.begin(batchID: first)
        let before = writer.bytes.count
        writer.add(type, payload("0123456789"))
        #expect(writer.bytes.count - before <= EnvelopeWriter.size(ofItemWith: 10))
    }
}
