import Testing

@testable import TelemetryEnvelope
@testable import TelemetryWire

@Suite struct EnvelopeReaderTests {
    static let id = "9ec79c33ec9942ab8353589fcb2e04dc"

    @Test(
        "payloads are told apart byte for byte",
        arguments: [
            // A header alone, with and without its newline.
            ("{}", []),
            ("{}\n", []),
            // With a length; the last newline is optional.
            ("{}\n{\"type\":\"event\",\"length\":2}\n{}", ["{}"]),
            ("{}\n{\"type\":\"event\",\"length\":2}\n{}\n", ["{}"]),
            // Without a length, to the next newline or the end.
            ("{}\n{\"type\":\"event\"}\n{\"a\":1}", ["{\"a\":1}"]),
            ("{}\n{\"type\":\"event\"}\n{\"a\":1}\n{\"type\":\"event\"}\n{\"b\":2}\n", ["{\"a\":1}", "{\"b\":2}"]),
            ("{}\n{\"type\":\"event\",\"length\":null}\n[]\n", ["[]"]),
            // A newline inside a payload with a length.
            ("{}\n{\"type\":\"attachment\",\"length\":10}\n\u{FEFF}Hello\r\n\n", ["\u{FEFF}Hello\r\n"]),
            ("{}\n{\"type\":\"attachment\",\"length\":3}\na\nb\n{\"type\":\"event\"}\n{}", ["a\nb", "{}"]),
            // CR is no newline: it ends the header's line as white space, and belongs to a payload.
            ("{}\r\n{\"type\":\"event\"}\r\n{}\r\n", ["{}\r"]),
            ("{}\n{\"type\":\"attachment\",\"length\":3}\n{}\r\n", ["{}\r"]),
            // Zero bytes: a newline of their own, but at the end.
            ("{}\n{\"type\":\"attachment\",\"length\":0}\n\n{\"type\":\"attachment\",\"length\":0}\n\n", ["", ""]),
            ("{}\n{\"type\":\"attachment\",\"length\":0}\n\n{\"type\":\"attachment\",\"length\":0}\n", ["", ""]),
            ("{}\n{\"type\":\"attachment\",\"length\":0}", [""]),
            ("{}\n{\"type\":\"attachment\"}\n\n{\"type\":\"event\"}\n{}", ["", "{}"]),
            ("{}\n{\"type\":\"attachment\"}", [""]),
            // Blanks inside and around headers are JSON's.
            ("{ }\n {\"type\" : \"event\"} \nx\n", ["x"]),
        ] as [(String, [String])]
    )
    func payloads(_ envelope: String, _ expected: [String]) throws {
        let items = try readEnvelope(envelope).get().items
        #expect(items.map(\.payload) == expected)
    }

    @Test(
        "what is no envelope is refused whole, with a reason",
        arguments: [
            ("", .emptyBody),
            ("\n", .header),
            ("not json\n", .header),
            ("[]\n", .header),
            ("{\"event_id\":\"\(id)\"", .header),
            ("{} {}\n", .header),
            ("{\"batch_id\":\"nope\"}\n", .header),
            ("{\"sent_at\":\"x\",\"sent_at\":\"x\"}\n", .header),
            ("{\"dsn\":{\"a\":}}\n", .header),
            ("{\"sent_at\":\"2026-11-30T08:52:46Z\",\"sent_at\":\"2026-11-30T08:52:47Z\"}\n", .header),
            ("{\"x\":\"" + String(repeating: "y", count: 8_192) + "\"}\n", .headerTooLong),
            ("{}\n\n", .itemHeader),
            ("{}\nx\n", .itemHeader),
            ("{}\n{\"length\":1}\nx\n", .itemHeader),
            ("{}\n{\"type\":\"event\",\"length\":-1}\n\n", .itemHeader),
            ("{}\n{\"type\":\"event\",\"length\":1,\"length\":2}\nxy\n", .itemHeader),
            ("{}\n{\"type\":\"event\",\"length\":18446744073709551616}\n{}\n", .itemHeader),
            ("{}\n{\"type\":\"event\",\"length\":2}\n{}\n\n", .itemHeader),
            ("{}\n{\"type\":\"event\",\"x\":\"" + String(repeating: "y", count: 8_192) + "\"}\n{}\n", .headerTooLong),
            ("{}\n{\"type\":\"event\",\"length\":3}\n{}", .itemTruncated),
            ("{}\n{\"type\":\"event\",\"length\":9223372036854775807}\n{}", .itemTruncated),
            ("{}\n{\"type\":\"event\",\"length\":1}", .itemTruncated),
            ("{}\n{\"type\":\"event\",\"length\":1}\n{}\n", .itemLength),
            ("{}\n{\"type\":\"event\",\"length\":2}\n{} \n", .itemLength),
            ("{}\n{\"type\":\"event\",\"length\":2}\n{}\r\n", .itemLength),
        ] as [(String, EnvelopeError)]
    )
    func refused(_ envelope: String, _ expected: EnvelopeError) {
        guard case .failure(let error) = readEnvelope(envelope) else {
            Issue.record("was read")
            return
        }
        #expect(error == expected)
        #expect(error.reason == (expected == .emptyBody ? .emptyEnvelope : .invalidEnvelope))
    }

    @Test("a header line of exactly the limit is read")
    func longestLine() throws {
        let filler = String(repeating: "y", count: 8_192 - 8)
        #expect(try readEnvelope("{\"x\":\"\(filler)\"}").get().items.isEmpty)
        #expect(throws: EnvelopeError.headerTooLong) { try readEnvelope("{\"x\":\"\(filler)y\"}\n").get() }
    }

    @Test("a thousand items are read, one more is refused")
    func items() throws {
        let item = "{\"type\":\"client_report\"}\n{}\n"
        #expect(try readEnvelope("{}\n" + String(repeating: item, count: 1_000)).get().items.count == 1_000)
        #expect(throws: EnvelopeError.tooManyItems) {
            try readEnvelope("{}\n" + String(repeating: item, count: 1_001)).get()
        }
    }

    @Test("unknown types and members are passed over, what is known is read")
    func headers() throws {
        let envelope = """
            {"event_id":"\(Self.id)","dsn":"http://0123456789abcdef@127.0.0.1:8036/42","sdk":{"name":"a","version":"b"},\
            "sent_at":"2026-11-30T08:52:46Z","trace":{"sample_rate":"1.0"},"sample_rate":0.5,"batch_id":null,"z":[]}
            {"type":"future_thing","length":5}
            12345
            {"type":"log","item_count":2,"content_type":"application/vnd.sentry.items.log+json"}
            {"items":[]}
            {"type":"\\u0065vent"}
            {}
            """
        let (header, items) = try readEnvelope(envelope).get()
        #expect(header.eventID == EventID(Self.id))
        #expect(header.dsn?.publicKey == "0123456789abcdef" && header.dsn?.project == "42")
        #expect(header.sdkName == "a" && header.sdkVersion == "b")
        #expect(header.sentAt == Timestamp(rfc3339: "2026-11-30T08:52:46Z"))
        #expect(header.sampleRate == 0.5 && header.batchID == nil)
        #expect(items.map(\.header.type) == [nil, .log, .event])
        #expect(items.map(\.header.itemCount) == [nil, 2, nil])
        #expect(items.map(\.header.length) == [5, nil, nil])
    }

    @Test(
        "a header's member that is not what it should be is as absent",
        arguments: [
            "\"sent_at\":\"yesterday\"", "\"sent_at\":{\"a\":[1]}", "\"dsn\":\"nowhere\"", "\"dsn\":5",
            "\"event_id\":\"nope\"",
            "\"event_id\":[1,{}]", "\"sdk\":\"x\"", "\"sdk\":{\"name\":1}", "\"sample_rate\":2",
        ]
    )
    func lenient(_ member: String) throws {
        let line = ContiguousArray("{\(member),\"trace\":{}}".utf8)
        #expect(throws: DecodeError.self) { try EnvelopeHeader.decode(line.span) }
        let (header, items) = try readEnvelope("{\(member),\"trace\":{}}\n{\"type\":\"event\"}\n{}").get()
        #expect(header == EnvelopeHeader())
        #expect(items.map(\.payload) == ["{}"])
        let whole = try readEnvelope("{\(member),\"batch_id\":\"\(Self.id)\"}").get().header
        #expect(whole.batchID == EventID(Self.id))
    }

    @Test("no truncation or mutation traps or reads beyond the bytes")
    func fuzz() {
        let envelope = Array(
            """
            {"event_id":"\(Self.id)","sdk":{"name":"x"},"sent_at":"2026-11-30T08:52:46.5Z"}
            {"type":"event","length":13}
            {"message":1}
            {"type":"attachment"}
            payload
            {"type":"client_report","length":2}
            {}
            """.utf8
        )
        for count in 0..<envelope.count { _ = readEnvelope(Array(envelope.prefix(count))) }
        var generator = SplitMix(state: 11)
        for _ in 0..<4_000 {
            var bytes = envelope
            for _ in 0...Int.random(in: 0...5, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0...2, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: index)
                default: bytes.insert(Array("\n{}\"9\\".utf8).randomElement(using: &generator) ?? 0, at: index)
                }
            }
            if case .success(let envelope) = readEnvelope(bytes) {
                #expect(envelope.items.reduce(0) { $0 + $1.payload.utf8.count } <= bytes.count * 3)
            }
        }
    }
}
