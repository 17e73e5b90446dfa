import Sanitizer
import Testing

@testable import TelemetryEnvelope
@testable import TelemetryWire

@Suite struct MetaTests {
    static let id = "\"event_id\":\"9ec79c33ec9942ab8353589fcb2e04dc\""

    @Test(
        "an incoming _meta is stripped, merged and written last",
        arguments: [
            // Kept as it is; the member moves to the end.
            (
                "{\"_meta\":{\"a\":{\"\":{\"rem\":[[\"@pan:replace\",\"s\",0,14]]}}},\(id),\"a\":\"[redacted:pan]\"}",
                "{\(id),\"a\":\"[redacted:pan]\",\"_meta\":{\"a\":{\"\":{\"rem\":[[\"@pan:replace\",\"s\",0,14]]}}}}"
            ),
            // Lengths and original values go, and what is not known; errors lose their details.
            (
                "{\(id),\"_meta\":{\"a\":{\"\":{\"rem\":[[\"strip-fields\",\"x\"]],\"len\":30,\"val\":\"4111111111111111\",\"z\":{}}},"
                    + "\"b\":{\"\":{\"err\":[\"invalid_data\",[\"value_too_long\",{\"max\":[1]}]],\"val\":{\"c\":[1]}}}}}",
                "{\(id),\"_meta\":{\"a\":{\"\":{\"rem\":[[\"strip-fields\",\"x\"]]}},\"b\":{\"\":{\"err\":[\"invalid_data\",\"value_too_long\"]}}}}"
            ),
            // Ours and theirs on one value, and beside each other.
            (
                "{\(id),\"a\":\"4111111111111111\",\"b\":{\"c\":\"x\"},\"_meta\":{\"a\":{\"\":{\"rem\":[[\"@password\",\"m\",1,2]]}},"
                    + "\"b\":{\"c\":{\"\":{\"rem\":[[\"r\",\"p\"],[\"r\",\"e\"],[\"r\",\"a\"],[\"r\",\"other\"]]}}}}}",
                "{\(id),\"a\":\"[redacted:pan]\",\"b\":{\"c\":\"x\"},\"_meta\":{\"a\":{\"\":{\"rem\":[[\"@pan:replace\",\"s\",0,14],"
                    + "[\"@password\",\"m\",1,2]]}},\"b\":{\"c\":{\"\":{\"rem\":[[\"r\",\"p\"],[\"r\",\"e\"],[\"r\",\"a\"]]}}}}}"
            ),
            // A note on a sensitive name is a note, not a secret.
            (
                "{\(id),\"_meta\":{\"user\":{\"password\":{\"\":{\"rem\":[[\"@password:replace\",\"s\",0,19]]}},"
                    + "\"card_number\":{\"\":{\"rem\":[[\"@pan:replace\",\"s\",0,14]]}}}}}",
                "{\(id),\"_meta\":{\"user\":{\"password\":{\"\":{\"rem\":[[\"@password:replace\",\"s\",0,19]]}},"
                    + "\"card_number\":{\"\":{\"rem\":[[\"@pan:replace\",\"s\",0,14]]}}}}}"
            ),
            (
                "{\(id),\"_meta\":{\"password\":{\"\":{\"rem\":[[\"strip\",\"x\"]]}}}}",
                "{\(id),\"_meta\":{\"password\":{\"\":{\"rem\":[[\"strip\",\"x\"]]}}}}"
            ),
            (
                "{\(id),\"_meta\":{\"Authorization\":{\"Basic\":{\"\":{\"err\":[\"missing_attribute\"]}}}}}",
                "{\(id),\"_meta\":{\"Authorization\":{\"Basic\":{\"\":{\"err\":[\"missing_attribute\"]}}}}}"
            ),
            // Other parties' rules keep their methods, unless the two read like a label and its value.
            (
                "{\(id),\"_meta\":{\"a\":{\"\":{\"rem\":[[\"@creditcard:filter\",\"s\"],[\"@password:filter\",\"s\"]]}}}}",
                "{\(id),\"_meta\":{\"a\":{\"\":{\"rem\":[[\"@creditcard:filter\",\"s\"],[\"@password\",\"s\"]]}}}}"
            ),
            // Names without notes say nothing.
            ("{\(id),\"_meta\":{\"a\":{\"b\":{}},\"\":{\"len\":5}}}", "{\(id)}"), ("{\(id),\"_meta\":{}}", "{\(id)}"),
        ]
    )
    func merged(_ event: String, _ expected: String) throws {
        let result = try sanitize(event)
        #expect(withoutReasons(result.text) == expected)
        #expect(try sanitize(result.text).text == result.text)
    }

    @Test(
        "what a _meta smuggles is scrubbed or dropped",
        arguments: [
            "{\"4111111111111111\":{\"\":{\"rem\":[[\"x\",\"s\"]]}}}",
            "{\"a\":{\"\":{\"rem\":[[\"@4111 1111 1111 1111\",\"s\"]]}}}",
            "{\"a\":{\"\":{\"rem\":[[\"@pan\",\"4111111111111111\"]]}}}",
            "{\"a\":{\"\":{\"err\":[\"4111111111111111\"]}}}",
            "{\"a\":{\"\":{\"err\":[[\"e\",\"4111111111111111\"]]}}}",
            "{\"a\":{\"\":{\"rem\":[[\"@pan\",\"s\",0,14,\"4111111111111111\"]]}}}",
            "{\"a\":{\"\":{\"rem\":[[\"@pan\",\"s\",4111111111111111,4111111111111111]]}}}",
            "{\"a\":{\"\":{\"val\":4111111111111111,\"len\":4111111111111111,\"4111111111111111\":1}}}",
        ]
    )
    func smuggled(_ meta: String) throws {
        let result = try sanitize("{\(Self.id),\"_meta\":\(meta)}")
        #expect(!result.text.contains("4111"))
        #expect(isJSON(result.text))
    }

    @Test(
        "a _meta that is not one is dropped, with a finding",
        arguments: [
            "{\"a\":1}", "{\"a\":{\"\":1}}", "{\"a\":{\"\":{\"rem\":{}}}}",
            "{\"a\":{\"\":{\"rem\":[1]}}}",
            "{\"a\":{\"\":{\"rem\":[[\"r\"]]}}}", "{\"a\":{\"\":{\"rem\":[[\"r\",\"s\",5,2]]}}}",
            "{\"a\":{\"\":{\"rem\":[[\"r\",\"s\",-1,2]]}}}",
            "{\"a\":{\"\":{\"err\":[{}]}}}", "{\"a\":{\"\":{\"err\":[\"correct horse\"]}}}",
            "{\"a\":{\"\":{\"err\":[\"hunter2\"]}}}",
            "{\"a\":{\"\":{\"rem\":[[\"correct horse\",\"s\"]]}}}", "{\"a\":{\"\":{\"rem\":[[\"\",\"s\"]]}}}",
            "{\"a\":\"" + String(repeating: "x", count: 65_536) + "\"}",
            "{\"a\":{\"\":{\"rem\":[" + String(repeating: "[\"r\",\"x\"],", count: 9_000) + "[\"r\",\"x\"]]}}}",
            String(repeating: "{\"a\":", count: 98) + "{\"\":[]}" + String(repeating: "}", count: 98),
        ]
    )
    func notMeta(_ meta: String) throws {
        let result = try sanitize("{\"_meta\":\(meta),\(Self.id),\"a\":1}")
        #expect(result.text == "{\(Self.id),\"a\":1}")
        #expect(result.findings.map(\.path.value) == ["/_meta"])
        #expect(result.findings.map(\.rule) == [.limit] && result.findings.map(\.method) == [.remove])
    }

    @Test("notes stop at their limit, redactions do not")
    func manyNotes() throws {
        var limits = Limits()
        limits.notes = 10
        let values = (0..<50).map { "\"k\($0)\":\"4111111111111111\"" }.joined(separator: ",")
        let result = try sanitize("{\(Self.id),\"extra\":{\(values)}}", limits: limits)
        #expect(!result.text.contains("4111"))
        #expect(result.findings.count == 10 && result.outcome.findings == 50)
        #expect(result.text.split(separator: "@pan:replace").count == 11)
    }

    @Test("notes stay within what the next reader takes, whatever the event")
    func size() throws {
        let long = String(repeating: "n\\u0001", count: 40)
        let values = (0..<1_000).map { "\"\(long)\($0)\":\"4111111111111111\"" }.joined(separator: ",")
        let result = try sanitize("{\(Self.id),\"extra\":{\(values)}}")
        let meta = try #require(result.text.split(separator: "\"_meta\":").last)
        #expect(meta.utf8.count > 40_000 && meta.utf8.count <= 65_536 + 1)
        #expect(isJSON(result.text))
        let again = try sanitize(result.text)
        #expect(again.findings.isEmpty && again.text == result.text)
    }

    @Test("a path nearly as long as the event is cut in its finding")
    func longPath() throws {
        let result = try sanitize("{\(Self.id),\"\(String(repeating: "n", count: 60_000))\":\"4111111111111111\"}")
        #expect(result.findings.map(\.path.value.utf8.count) == [1_024])
        #expect(result.text.utf8.count < 63_000)
    }

    @Test("a name too long to be examined is replaced, and its finding says so")
    func longName() throws {
        let result = try sanitize("{\(Self.id),\"\(String(repeating: "n", count: 100_000))\":\"4111111111111111\"}")
        #expect(result.findings.count == 2)
        #expect(result.findings.allSatisfy { $0.path.value == "/[redacted:limit]" })
        #expect(result.text.utf8.count < 1_024)
    }

    @Test("hostile events cost no more than their size", .timeLimit(.minutes(1)))
    func hostile() throws {
        let frames = "{\"stacktrace\":{\"frames\":[" + String(repeating: "0,", count: 250) + "0]}}"
        let clock = ContinuousClock()
        for members in [
            "\"exception\":[\(Array(repeating: frames, count: 1_900).joined(separator: ","))],\"x\":["
                + String(repeating: "\"4111111111111111\",", count: 1_000) + "1]",
            "\"breadcrumbs\":{\"\(String(repeating: "n", count: 400_000))\":["
                + String(repeating: "{\"level\":\"\"},", count: 20_000)
                + "1],\"values\":[{\"level\":\"4111111111111111\"}]}",
            "\"contexts\":{" + String(repeating: "\"checkout_raw\":1,", count: 50_000) + "\"a\":1}",
            String(repeating: "\"other\":5,", count: 90_000) + "\"a\":1",
        ] {
            let start = clock.now
            let result = try sanitize("{\(Self.id),\(members)}")
            #expect(isJSON(result.text))
            // Unoptimised code on a busy machine; what this guards against took minutes.
            #expect(clock.now - start < .seconds(20))
        }
    }
}
