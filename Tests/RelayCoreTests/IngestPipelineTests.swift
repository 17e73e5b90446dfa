import TelemetryGzip
import TelemetryWire
import Testing

@testable import RelayCore
@testable import Sanitizer

@Suite struct IngestPipelineTests {
    static let id = "9ec79c33ec9942ab8353589fcb2e04dc"
    static let event = #"{"message":"declined","level":"warning"}"#

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let body: String
        let status: Int
        var cause: String?
        var kept = 0
        var counts: [String] = []
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "one event", body: "{}\n{\"type\":\"event\"}\n\(event)", status: 200, kept: 1),
        Case(name: "empty body", body: "", status: 400, cause: "empty_body"),
        Case(name: "no JSON header", body: "hello\n", status: 400, cause: "invalid_envelope_header"),
        Case(
            name: "header alone",
            body: "{}\n",
            status: 200,
            counts: ["empty_envelope/default=1"]
        ),
        Case(
            name: "item cut off",
            body: "{}\n{\"type\":\"event\",\"length\":99}\n{}",
            status: 400,
            cause: "item_truncated"
        ),
        Case(
            name: "length too short",
            body: "{}\n{\"type\":\"event\",\"length\":1}\n{}",
            status: 400,
            cause: "invalid_item_length"
        ),
        Case(
            name: "item header broken",
            body: "{}\n{\"type\":}\n{}",
            status: 400,
            cause: "invalid_item_header"
        ),
        Case(
            name: "a lone event that is no JSON",
            body: "{}\n{\"type\":\"event\"}\n{\"a\":",
            status: 400,
            cause: "invalid_json",
            counts: ["invalid_json/error=1"]
        ),
        Case(
            name: "a lone event that is a string",
            body: "{}\n{\"type\":\"event\"}\n\"a\"",
            status: 400,
            cause: "invalid_item",
            counts: ["invalid_item/error=1"]
        ),
        Case(
            name: "a broken event beside a usable log",
            body: "{}\n{\"type\":\"event\"}\n{\n{\"type\":\"log\"}\n{\"items\":[{\"body\":\"x\"}]}",
            status: 200,
            kept: 1,
            counts: ["invalid_json/error=1"]
        ),
        Case(
            name: "a broken event beside a session",
            body: "{}\n{\"type\":\"event\"}\n{\n{\"type\":\"session\"}\n{}",
            status: 200,
            counts: ["invalid_json/error=1", "unkept_item/session=1"]
        ),
        Case(
            name: "an unknown type alone",
            body: "{}\n{\"type\":\"future\"}\n{}",
            status: 200,
            counts: ["unknown_item/other=1"]
        ),
        Case(
            name: "an unkept type alone",
            body: "{}\n{\"type\":\"transaction\"}\n{}",
            status: 200,
            counts: ["unkept_item/transaction=1"]
        ),
        Case(
            name: "two events without a batch id",
            body: "{\"event_id\":\"\(id)\"}\n{\"type\":\"event\"}\n\(event)\n{\"type\":\"event\"}\n\(event)",
            status: 200,
            kept: 1,
            counts: ["duplicate_item/error=1"]
        ),
        Case(
            name: "a usable event after a broken one",
            body: "{\"event_id\":\"\(id)\"}\n{\"type\":\"event\"}\n{nope\n{\"type\":\"event\"}\n\(event)",
            status: 200,
            kept: 1,
            counts: ["invalid_json/error=1"]
        ),
        Case(
            name: "two client reports",
            body: "{}\n"
                + String(
                    repeating: "{\"type\":\"client_report\"}\n"
                        + #"{"discarded_events":[{"reason":"queue_overflow","category":"error","quantity":3}]}"# + "\n",
                    count: 2
                ),
            status: 200,
            counts: ["client:queue_overflow/error=3", "duplicate_item/internal=1"]
        ),
        Case(
            name: "a lone event over its limit",
            body: "{}\n{\"type\":\"event\"}\n" + RelayCoreTests.event(ofSize: 1 << 20 | 1),
            status: 413,
            cause: "too_large",
            counts: ["too_large/error=1"]
        ),
        Case(
            name: "an event over its limit beside a usable one",
            body: "{}\n{\"type\":\"event\"}\n\(event)\n{\"type\":\"feedback\"}\n"
                + RelayCoreTests.event(ofSize: 1 << 20 | 1),
            status: 200,
            kept: 1,
            counts: ["too_large/feedback=1"]
        ),
        Case(
            name: "an event of exactly the limit",
            body: "{}\n{\"type\":\"event\"}\n" + RelayCoreTests.event(ofSize: 1 << 20),
            status: 200,
            kept: 1
        ),
        Case(
            name: "a header line over its limit",
            body: "{\"a\":\"" + String(repeating: "x", count: 8_192) + "\"}\n",
            status: 400,
            cause: "header_too_long"
        ),
        Case(
            name: "a thousand items and one",
            body: "{}\n" + String(repeating: "{\"type\":\"session\"}\n{}\n", count: 1_001),
            status: 400,
            cause: "too_many_items"
        ),
        Case(
            name: "a thousand items",
            body: "{}\n" + String(repeating: "{\"type\":\"session\"}\n{}\n", count: 1_000),
            status: 200,
            counts: ["unkept_item/session=1000"]
        ),
        Case(
            name: "a client report",
            body: "{}\n{\"type\":\"client_report\"}\n"
                + #"{"discarded_events":[{"reason":"queue_overflow","category":"error","quantity":3},"#
                + #"{"reason":"made_up","category":"made_up","quantity":2}]}"#,
            status: 200,
            counts: ["client:other/other=2", "client:queue_overflow/error=3"]
        ),
        Case(
            name: "a client report with an entry out of range",
            body: "{}\n{\"type\":\"client_report\"}\n"
                + #"{"discarded_events":[{"reason":"queue_overflow","category":"error","quantity":3},"#
                + #"{"reason":"send_error","category":"error","quantity":1000000000000}]}"#,
            status: 200,
            counts: ["client:queue_overflow/error=3", "invalid_item/internal=1"]
        ),
        Case(
            name: "a client report of nothing but wrong entries",
            body: "{}\n{\"type\":\"client_report\"}\n{\"discarded_events\":[1,{}]}",
            status: 400,
            cause: "invalid_item",
            counts: ["invalid_item/internal=2"]
        ),
        Case(
            name: "a header with members that are not what they should be",
            body: #"{"sent_at":"yesterday","dsn":"nowhere","event_id":"nope"}"# + "\n{\"type\":\"event\"}\n"
                + #"{"event_id":"9ec79c33ec9942ab8353589fcb2e04dc"}"#,
            status: 200,
            kept: 1
        ),
        Case(
            name: "a header with two times of sending",
            body: #"{"sent_at":"2026-11-30T08:52:46Z","sent_at":"2026-11-30T08:52:46Z"}"#
                + "\n{\"type\":\"event\"}\n{}",
            status: 400,
            cause: "invalid_envelope_header"
        ),
        Case(
            name: "a broken client report alone",
            body: "{}\n{\"type\":\"client_report\"}\n[]",
            status: 400,
            cause: "invalid_item",
            counts: ["invalid_item/internal=1"]
        ),
        Case(
            name: "log entries, one of them no object",
            body:
                "{}\n{\"type\":\"log\",\"item_count\":3}\n{\"version\":2,\"items\":[{\"body\":\"a\"},7,{\"body\":\"b\"}]}",
            status: 200,
            kept: 2,
            counts: ["invalid_item/log_item=1"]
        ),
        Case(
            name: "a log container without entries",
            body: "{}\n{\"type\":\"log\"}\n{\"version\":2}",
            status: 400,
            cause: "invalid_item",
            counts: ["invalid_item/log_item=1"]
        ),
        Case(
            name: "a log container that breaks off after a good entry",
            body: "{}\n{\"type\":\"log\",\"item_count\":2}\n{\"items\":[{\"body\":\"a\"},{",
            status: 400,
            cause: "invalid_json",
            counts: ["invalid_json/log_item=2"]
        ),
        Case(
            name: "a log container with too many entries",
            body: "{}\n{\"type\":\"log\"}\n{\"items\":[" + String(repeating: "{\"body\":\"a\"},", count: 1_000)
                + "{\"body\":\"a\"}]}",
            status: 413,
            cause: "too_large",
            counts: ["too_large/log_item=1"]
        ),
        Case(
            name: "old feedback beside an unknown item of bytes",
            body: "{}\n{\"type\":\"future\",\"length\":5}\n\u{0}\u{1}\n\u{2}\u{3}\n{\"type\":\"user_report\"}\n"
                + #"{"event_id":"9ec79c33ec9942ab8353589fcb2e04dc","comments":"broke"}"# + "\n",
            status: 200,
            kept: 1,
            counts: ["unknown_item/other=1"]
        ),
    ]

    @Test("gives every envelope its status, and every item its fate", arguments: cases)
    func envelopes(_ one: Case) {
        let result = PipelineFixture().envelope(one.body)
        #expect(PipelineFixture.status(result) == one.status)
        #expect(result.refusal == one.cause)
        #expect(result.batch.events.count == one.kept)
        #expect(result.counts == one.counts)
    }

    @Test("the envelope's id wins over its one event's, in the document too")
    func headerIDWins() throws {
        let own = "00000000000000000000000000000001"
        let result = PipelineFixture().envelope(
            "{\"event_id\":\"\(Self.id)\"}\n{\"type\":\"event\"}\n{\"event_id\":\"\(own)\",\"message\":\"m\"}"
        )
        let event = try #require(result.batch.events.first)
        #expect(event.id.description == Self.id)
        #expect(result.eventID == Self.id)
        #expect(event.document.contains(Self.id))
        #expect(!event.document.contains(own))
    }

    @Test("a payload's id is kept where the envelope has none, and a missing one is made up")
    func payloadID() throws {
        let named = PipelineFixture().envelope("{}\n{\"type\":\"event\"}\n{\"event_id\":\"\(Self.id)\"}")
        #expect(named.eventID == Self.id)
        let first = PipelineFixture().envelope("{}\n{\"type\":\"event\"}\n{}").eventID
        let second = PipelineFixture().envelope("{}\n{\"type\":\"event\"}\n{}").eventID
        #expect(first?.utf8.count == 32)
        #expect(first != second)
    }

    @Test("an envelope of an attachment answers with the id of the event that it belongs to")
    func attachmentID() {
        let result = PipelineFixture().envelope(
            "{\"event_id\":\"\(Self.id)\"}\n{\"type\":\"attachment\",\"length\":0}\n\n{\"type\":\"attachment\",\"length\":0}\n"
        )
        #expect(result.eventID == Self.id)
        #expect(result.counts == ["unkept_item/attachment=2"])
    }

    @Test("a checkout's event that came as a log is that checkout's event; other logs stay logs")
    func checkoutLog() throws {
        let flow = EventID(high: 1, low: 2)
        var event = CheckoutEvent(.ended, at: Timestamp(milliseconds: 1_789_999_990_000))
        event[.sdkName] = .dodo
        event[.flow] = flow
        event[.session] = EventID(high: 3, low: 4)
        event[.sequence] = 5
        event[.outcome] = .pending
        var raw = ContiguousArray<UInt8>()
        event.append(to: &raw)
        var clean = SanitizedBuffer()
        var findings = FindingCollector(limit: 10)
        var pass = Pass(stage: .client)
        _ = try pass.run(input: raw.span, policy: .checkout, into: &clean, observer: &findings)
        var log = SanitizedBuffer()
        #expect(CheckoutLog.append(clean, to: &log))
        let entry = log.span.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        let other = #"{"timestamp":1,"level":"info","body":"checkout.ended"}"#
        let header = #"{"type":"log","item_count":2,"content_type":"application/vnd.sentry.items.log+json"}"#
        let result = PipelineFixture().envelope(
            #"{"sample_rate":0.5}"# + "\n\(header)\n{\"items\":[\(entry),\(other)]}"
        )
        #expect(result.batch.entries.map(\.event) == [event])
        #expect(result.batch.entries.map(\.weight) == [2_000_000])
        #expect(result.batch.events.count == 1 && result.counts.isEmpty)
    }

    @Test("a batch keeps many events and says which were refused")
    func batch() throws {
        let batchID = "11111111111111111111111111111111"
        let result = PipelineFixture().envelope(
            """
            {"batch_id":"\(batchID)"}
            {"type":"event"}
            {"event_id":"00000000000000000000000000000001","message":"a"}
            {"type":"event"}
            {"message":
            {"type":"event"}
            {"event_id":"00000000000000000000000000000002","message":"b"}
            """
        )
        #expect(result.batch.batchID?.description == batchID)
        #expect(result.batch.events.map(\.id.low) == [1, 2])
        guard case .batch(let id, let events, let rejected) = result.reply else {
            Issue.record("not answered as a batch")
            return
        }
        #expect(id.description == batchID)
        #expect(events == [0, 1])
        #expect(rejected == [BatchReply.Rejection(index: 1, reason: .invalidJSON)])
        let receipt = BatchReceipt(fates: [.stored, .duplicate], isRepeat: false)
        let reply = String(decoding: HTTPResponse.stored(result, receipt).body, as: UTF8.self)
        #expect(
            reply
                == #"{"batch_id":"\#(batchID)","accepted":1,"duplicate":1,"rejected":[{"index":1,"reason":"invalid_json"}],"duplicates":[2]}"#
        )
    }

    @Test("the reply names what is stored, whatever the envelope says")
    func storedID() throws {
        let first = "00000000000000000000000000000001"
        let two = PipelineFixture().envelope(
            "{\"event_id\":\"\(Self.id)\"}\n{\"type\":\"event\"}\n{\"event_id\":\"\(first)\"}\n"
                + "{\"type\":\"event\"}\n{\"event_id\":\"00000000000000000000000000000002\"}"
        )
        #expect(two.eventID == first)
        #expect(two.batch.events.map(\.id.description) == [first])
        let none = PipelineFixture().envelope(
            "{\"event_id\":\"\(Self.id)\"}\n{\"type\":\"event\"}\n{\n{\"type\":\"session\"}\n{}"
        )
        #expect(none.eventID == nil)
    }

    @Test("a batch's fates are those of its events, whatever else comes before and between them")
    func mixedBatch() {
        let result = PipelineFixture().envelope(
            """
            {"batch_id":"11111111111111111111111111111111"}
            {"type":"log"}
            {"items":[{"body":"a"},{"body":"b"}]}
            {"type":"event"}
            {"event_id":"00000000000000000000000000000001","message":"a"}
            {"type":"user_report"}
            {"comments":"broke"}
            {"type":"event"}
            {"event_id":"00000000000000000000000000000002","message":"b"}
            """
        )
        func counts(_ fates: [BatchReceipt.Fate], isRepeat: Bool = false) -> [Int] {
            let response = HTTPResponse.stored(result, BatchReceipt(fates: fates, isRepeat: isRepeat))
            let reply = try? BatchReply.decode(ContiguousArray(response.body).span)
            return reply.map { [$0.accepted, $0.duplicate] } ?? []
        }
        #expect(result.batch.events.map(\.kind) == [.log, .log, .event, .feedback, .event])
        #expect(counts([.stored, .stored, .duplicate, .stored, .duplicate]) == [0, 2])
        #expect(counts([.stored, .stored, .stored, .stored, .duplicate]) == [1, 1])
        #expect(counts([.duplicate, .duplicate, .duplicate, .duplicate, .duplicate], isRepeat: true) == [0, 2])
    }

    @Test("an event that redaction makes larger than any reader takes is too large")
    func expanded() {
        let numbers = Array(repeating: "1234567", count: 100_000).joined(separator: ",")
        let passwords = Array(repeating: #"{"password":"x"}"#, count: 60_000).joined(separator: ",")
        for member in [#""authorization":[\#(numbers)]"#, #""a":[\#(passwords)]"#] {
            let result = PipelineFixture().store("{\"extra\":{\(member)}}")
            if let event = result.batch.events.first {
                #expect(event.payload.rawCount <= Limits.storedDocument)
                #expect((try? StoredPayload.inflate(event.payload.bytes)) != nil)
            } else {
                #expect(result.refusal == "too_large")
                #expect(result.counts == ["too_large/error=1"])
            }
        }
    }

    @Test("a column that is cut shows nothing that the whole does not")
    func cutColumns() throws {
        let digits = "4111111111111111987654321098765432"
        let word = String(repeating: "w ", count: 92) + digits
        let message = String(repeating: "w ", count: 2_040) + digits
        let result = PipelineFixture().store(
            #"{"message":"\#(message)","release":"\#(word)","logger":"\#(word)","tags":{"t":"\#(word)"}}"#
        )
        let index = try #require(result.batch.events.first).index
        for text in [index.message, index.release, index.logger, index.tags.first?.value] {
            let text = try #require(text).value
            #expect(text.hasPrefix("w w"))
            #expect(!text.contains("4111111111111111"))
        }
    }

    @Test("a store request says what is wrong with its event")
    func storeReasons() {
        #expect(PipelineFixture().store("[]").refusal == "invalid_json")
        #expect(PipelineFixture().store(#"{"event_id":"x"}"#).refusal == "invalid_item")
    }

    @Test("a batch of which nothing is usable does not spend its id, and says what became of each event")
    func failedBatch() throws {
        let result = PipelineFixture().envelope(
            "{\"batch_id\":\"11111111111111111111111111111111\"}\n{\"type\":\"event\"}\n{"
        )
        #expect(result.refusal == "invalid_json")
        #expect(result.batch.batchID == nil)
        let response = try #require(result.refusalResponse)
        #expect(response.status == 400)
        let reply = try BatchReply.decode(ContiguousArray(response.body).span)
        #expect(reply.accepted == 0 && reply.rejected == [BatchReply.Rejection(index: 0, reason: .invalidJSON)])
    }

    @Test("a DSN inside the envelope has to agree with the key and project that let the request in")
    func headerDSN() {
        let key = MemoryStore.key.publicKey
        func status(_ dsn: String) -> Int {
            PipelineFixture.status(
                PipelineFixture().envelope("{\"dsn\":\"\(dsn)\"}\n{\"type\":\"event\"}\n\(Self.event)")
            )
        }
        #expect(status("http://\(key)@relay.example/1") == 200)
        #expect(status("http://\(MemoryStore.other.publicKey)@relay.example/1") == 403)
        #expect(status("http://\(key)@relay.example/2") == 404)
    }

    @Test(
        "store requests",
        arguments: [
            (#"{"message":"m"}"#, 200), ("[]", 400), ("{", 400), ("", 400), ("\"text\"", 400), ("null", 400),
            ("nonsense", 400),
            (RelayCoreTests.event(ofSize: 1 << 20), 200), (RelayCoreTests.event(ofSize: 1 << 20 | 1), 413),
        ]
    )
    func store(_ body: String, _ status: Int) {
        let result = PipelineFixture().store(body)
        #expect(PipelineFixture.status(result) == status)
        #expect(result.batch.events.count == (status == 200 ? 1 : 0))
    }

    @Test("nothing planted in any kept item is left in what the store gets")
    func scrubs() {
        let card = "4111 1111 1111 1111"
        let result = PipelineFixture().envelope(
            """
            {"event_id":"\(Self.id)"}
            {"type":"event"}
            {"message":"declined \(card)","tags":{"card":"\(card)"},"exception":{"values":[{"type":"E","value":"\(card)"}]}}
            {"type":"log"}
            {"items":[{"body":"paid with \(card)","level":"error","attributes":{"a":{"value":"\(card)","type":"string"}}}]}
            {"type":"user_report"}
            {"comments":"my card \(card) does not work","email":"shopper@example.com"}
            {"type":"feedback"}
            {"contexts":{"feedback":{"message":"card \(card)","contact_email":"shopper@example.com"}}}
            """
        )
        #expect(result.batch.events.count == 4)
        for event in result.batch.events {
            let texts = [
                event.document, event.index.message?.value ?? "", event.index.type?.value ?? "",
                event.index.tags.map { $0.key.value + $0.value.value }.joined(),
            ]
            for text in texts {
                #expect(!text.contains("1111"))
                #expect(!text.contains("shopper@example.com"))
            }
            #expect(event.document.contains("[redacted:pan]"))
            #expect(event.findings.contains { $0.rule == .pan && $0.stage == .relay })
        }
    }

    @Test("a small body that stands for a flood of entries is kept up to a bound, and the rest counted")
    func flood() {
        let entries = String(repeating: "{\"body\":\"a\"},", count: 999) + "{\"body\":\"a\"}"
        let container = "{\"type\":\"log\"}\n{\"items\":[\(entries)]}\n"
        let result = PipelineFixture().envelope("{}\n" + String(repeating: container, count: 6))
        #expect(result.batch.events.count == EnvelopeIntake.eventLimit)
        #expect(result.counts == ["too_large/log_item=1000"])
    }

    @Test("a bomb is too large, whatever else is wrong with it, and costs no more than its time")
    func bomb() throws {
        var limits = Limits.standard
        limits.inflatedBody = 4 << 20
        var buffer = SanitizedBuffer()
        for _ in 0..<(5 << 16) { buffer.append("0000000000000000") }
        var deflater = try Deflater()
        let body = ContiguousArray(try deflater.gzip(buffer).bytes)
        #expect(PipelineFixture(limits: limits).envelope(body, .gzip).refusal == "too_large")
        #expect(PipelineFixture().envelope(body, .gzip).refusal == "header_too_long")
        #expect(PipelineFixture().envelope(ContiguousArray(body.dropLast(4)), .gzip).refusal == "invalid_compression")
    }

    @Test("an envelope that breaks off keeps nothing of what was good in it")
    func breaksOff() {
        let result = PipelineFixture().envelope(
            "{}\n{\"type\":\"event\"}\n\(Self.event)\n{\"type\":\"log\",\"length\":99}\n{}"
        )
        #expect(result.refusal == "item_truncated")
        #expect(result.batch.events.isEmpty)
        #expect(result.counts.isEmpty)
    }
}
