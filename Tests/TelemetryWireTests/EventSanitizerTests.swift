import Sanitizer
import Testing

@testable import TelemetryEnvelope
@testable import TelemetryWire

@Suite struct EventSanitizerTests {
    static let id = "9ec79c33ec9942ab8353589fcb2e04dc"

    /// An event with these members, after its id.
    static func event(_ members: String) -> String {
        members.isEmpty ? "{\"event_id\":\"\(id)\"}" : "{\"event_id\":\"\(id)\",\(members)}"
    }

    @Test(
        "a clean event comes out byte for byte",
        arguments: [
            event(""),
            event("\"message\":\"checkout started\",\"level\":\"info\",\"timestamp\":\"2026-11-30T08:52:46Z\""),
            "{ \"event_id\" : \"9EC79C33-EC99-42AB-8353-589FCB2E04DC\" ,\n\t\"extra\" : { } , \"tags\" : [ ] }",
            event(
                "\"level\":null,\"message\":null,\"exception\":null,\"breadcrumbs\":null,\"tags\":null,\"timestamp\":null"
            ),
            event("\"unknown\":{\"a\":[1,2,{}]},\"extra\":[],\"user\":{}"),
        ]
    )
    func clean(_ event: String) throws {
        let result = try sanitize(event)
        #expect(result.text == event)
        #expect(result.findings.isEmpty && result.outcome.findings == 0)
        #expect(result.outcome.eventID == EventID(Self.id))
    }

    @Test(
        "redactions are noted in _meta, at their paths, with their places",
        arguments: [
            (
                "\"message\":\"declined 4111 1111 1111 1111\"",
                "\"message\":\"declined [redacted:pan]\"",
                "\"message\":{\"\":{\"rem\":[[\"@pan:replace\",\"s\",9,23]]}}"
            ),
            (
                "\"exception\":{\"values\":[{\"type\":\"E\"},{\"value\":\"x 4111111111111111 y\"}]}",
                "\"exception\":{\"values\":[{\"type\":\"E\"},{\"value\":\"x [redacted:pan] y\"}]}",
                "\"exception\":{\"values\":{\"1\":{\"value\":{\"\":{\"rem\":[[\"@pan:replace\",\"s\",2,16]]}}}}}"
            ),
            (
                "\"extra\":{\"a/b\":{\"q\\\"~\":\"4111111111111111\"},\"c\":\"4111111111111111\"}",
                "\"extra\":{\"a/b\":{\"q\\\"~\":\"[redacted:pan]\"},\"c\":\"[redacted:pan]\"}",
                "\"extra\":{\"a/b\":{\"q\\\"~\":{\"\":{\"rem\":[[\"@pan:replace\",\"s\",0,14]]}}},\"c\":{\"\":{\"rem\":"
                    + "[[\"@pan:replace\",\"s\",0,14]]}}}"
            ),
        ]
    )
    func noted(_ members: String, _ clean: String, _ meta: String) throws {
        let result = try sanitize(Self.event(members))
        #expect(withoutReasons(result.text) == Self.event("\(clean),\"_meta\":{\(meta)}"))
        #expect(result.findings.count == result.outcome.findings && !result.findings.isEmpty)
    }

    @Test(
        "sanitizing again changes nothing, the notes included",
        arguments: [
            event("\"message\":\"declined 4111 1111 1111 1111\",\"extra\":{\"password\":\"hunter2 is long\"}"),
            event(
                "\"level\":\"loud\",\"timestamp\":[],\"contexts\":{\"checkout_raw\":{\"note\":\"call me at 4111111111111111\"}}"
            ),
            event("\"breadcrumbs\":[{\"level\":\"4111111111111111\",\"message\":\"4111111111111111\"}]"),
        ]
    )
    func again(_ event: String) throws {
        let once = try sanitize(event)
        #expect(isJSON(once.text) && once.text.contains("\"_meta\":{"))
        let twice = try sanitize(once.text)
        #expect(twice.text == once.text)
        #expect(twice.findings.isEmpty)
    }

    @Test(
        "what is no event is refused",
        arguments: [
            ("", DropReason.invalidJSON), ("{", .invalidJSON), ("{} {}", .invalidJSON), ("[]", .invalidItem),
            ("\"4111111111111111\"", .invalidItem), ("null", .invalidItem), ("{\"event_id\":\"x\"}", .invalidItem),
            ("{\"event_id\":7}", .invalidItem),
            ("{" + String(repeating: "\"level\":null,", count: 65) + "\"a\":1}", .invalidItem),
            ("{\"event_id\":{}}", .invalidItem),
            ("{\"event_id\":\"4111111111111111\"}", .scrubbedRequiredField),
            ("{\"message\":\"" + String(repeating: "x", count: 1 << 20) + "\"}", .tooLarge),
        ]
    )
    func refused(_ event: String, _ reason: DropReason) {
        let error = #expect(throws: DecodeError.self) { try sanitize(event) }
        #expect(error?.reason == reason)
    }

    @Test("output is as it was when an event is refused")
    func untouched() throws {
        var sanitizer = EventSanitizer(stage: .relay)
        var output = SanitizedBuffer()
        output.append("before")
        var observer = NoObserver()
        for text in ["{\"event_id\":1}", "{\"a\":", "[1]"] {
            let bytes = ContiguousArray(text.utf8)
            #expect(throws: DecodeError.self) { try sanitizer.run(bytes.span, into: &output, observer: &observer) }
        }
        #expect(output.text == "before")
    }

    static let other = EventID(high: 1, low: 2)
    static let otherText = "\"00000000000000010000000000000002\""

    @Test(
        "a given id wins over the event's own, whatever that is",
        arguments: [
            ("{\"event_id\":\"\(id)\",\"a\":1}", "{\"event_id\":\(otherText),\"a\":1}"),
            ("{\"a\":1,\"event_id\":null}", "{\"a\":1,\"event_id\":\(otherText)}"),
            ("{\"a\":1}", "{\"a\":1,\"event_id\":\(otherText)}"), ("{ }", "{ \"event_id\":\(otherText)}"),
            ("{\"event_id\":{\"x\":[1]},\"a\":1}", "{\"event_id\":\(otherText),\"a\":1}"),
            ("{\"event_id\":\"\(id)\",\"event_id\":\"\(id)\"}", "{\"event_id\":\(otherText)}"),
            ("{\"level\":{},\"message\":[]}", nil),
        ]
    )
    func givenID(_ event: String, _ expected: String?) throws {
        let result = try sanitize(event, eventID: Self.other)
        #expect(result.outcome.eventID == Self.other)
        if let expected { #expect(result.text == expected) } else { #expect(isJSON(result.text)) }
    }

    @Test(
        "an event without an id gets one",
        arguments: ["{}", "{\"event_id\":null,\"a\":1}", "{\"a\":1,\"event_id\":null}"]
    )
    func newID(_ event: String) throws {
        let result = try sanitize(event)
        #expect(isJSON(result.text))
        #expect(result.text.contains("\"event_id\":\"\(result.outcome.eventID)\""))
        #expect(!result.text.contains("null"))
        let again = try sanitize(event)
        #expect(again.outcome.eventID != result.outcome.eventID)
    }

    @Test(
        "a wrong optional member is dropped and noted, and the event kept",
        arguments: [
            ("timestamp", "\"now\""), ("timestamp", "-5"), ("timestamp", "1796028766250"), ("timestamp", "true"),
            ("timestamp", "{}"),
            ("level", "\"loud\""), ("level", "40"), ("level", "[]"), ("message", "5"), ("message", "[\"a\"]"),
            ("logentry", "true"),
            ("release", "{}"), ("environment", "[]"), ("platform", "{\"a\":{\"b\":[1,\"}\"]}}"),
            ("exception", "\"KeyError\""), ("breadcrumbs", "\"x\""), ("threads", "1"), ("tags", "\"a=b\""),
            ("contexts", "\"x\""),
            ("extra", "1"), ("user", "\"u\""), ("request", "false"), ("sdk", "\"go\""), ("fingerprint", "\"x\""),
        ]
    )
    func wrongTypes(_ name: String, _ value: String) throws {
        let note = "\"_meta\":{\"\(name)\":{\"\":{\"err\":[\"invalid_data\"]}}}"
        let kept = "\"kept\":[\"a\\\\\",{\"b\\\"\":1}]"
        #expect(try sanitize(Self.event("\(kept),\"\(name)\":\(value)")).text == Self.event("\(kept),\(note)"))
        let spaced = "{\"event_id\":\"\(Self.id)\" ,\(kept),\(note)}"
        #expect(try sanitize(Self.event("\"\(name)\" : \(value) ,\(kept)")).text == spaced)
        let alone = try sanitize("{\"\(name)\":\(value)}", eventID: Self.other)
        #expect(alone.text == "{\"event_id\":\(Self.otherText),\(note)}")
    }

    @Test("what the event says of itself is read on the way")
    func summary() throws {
        let result = try sanitize(Self.event("\"timestamp\":1796028766.25,\"level\":\"critical\""))
        #expect(result.outcome.timestamp == Timestamp(milliseconds: 1_796_028_766_250))
        #expect(result.outcome.level == .fatal)
        let escaped = try sanitize(
            "{\"event_id\":\"\\u0039\(Self.id.dropFirst())\",\"timestamp\":\"2026-11-30T08:52:46\\u005a\",\"level\":\"\\u0065rror\"}"
        )
        #expect(escaped.outcome.eventID == EventID(Self.id) && escaped.outcome.level == .error)
        #expect(escaped.outcome.timestamp == Timestamp(milliseconds: 1_796_028_766_000))
        let silent = try sanitize(Self.event("\"timestamp\":null,\"level\":null"))
        #expect(silent.outcome.timestamp == nil && silent.outcome.level == nil)
    }

    @Test(
        "a redaction that breaks a typed field takes the field",
        arguments: [
            (
                "\"breadcrumbs\":{\"values\":[{\"level\":\"4111111111111111\",\"message\":\"a\"}]}",
                "\"breadcrumbs\":{\"values\":[{\"message\":\"a\"}]}", "/breadcrumbs/values/0/level"
            ),
            (
                "\"exception\":[{\"stacktrace\":{\"frames\":[{\"lineno\":4111111111111111}]}}]",
                "\"exception\":[{\"stacktrace\":{\"frames\":[{}]}}]", "/exception/0/stacktrace/frames/0/lineno"
            ),
            ("\"a\":1,\"breadcrumbs\":\"4111111111111111\"", "\"a\":1", "/breadcrumbs"),
            ("\"level\":\"4111111111111111\"", "", "/level"),
        ]
    )
    func broken(_ members: String, _ clean: String, _ path: String) throws {
        let result = try sanitize(Self.event(members))
        let expected = clean.isEmpty ? Self.event("\"_meta\":{") : Self.event("\(clean),\"_meta\":{")
        #expect(result.text.hasPrefix(String(expected.dropLast())))
        #expect(result.text.contains("[\"@pan:remove\",\"x\"]"))
        #expect(result.findings.map(\.path.value) == [path])
        #expect(result.findings.map(\.method) == [.remove])
        #expect(isJSON(result.text))
    }

    @Test("raw checkout values are scrubbed strictly, wherever and however often they stand")
    func checkoutRaw() throws {
        let raw = "{\"href\":\"https://pay.shop.example/c/secret-path?k=v\",\"n\":1}"
        let bytes = ContiguousArray(raw.utf8)
        var pass = Pass(stage: .relay)
        var strict = SanitizedBuffer()
        var collector = FindingCollector()
        _ = try pass.run(input: bytes.span, policy: .strict, into: &strict, observer: &collector)
        #expect(!strict.text.contains("secret-path"))
        for members in [
            "\"contexts\":{\"checkout_raw\":\(raw)}",
            "\"contexts\":{\"checkout\\u005fraw\":\(raw),\"cart\":{}}",
            "\"contexts\":{\"checkout_raw\":1,\"checkout_raw\":\(raw)}",
            "\"contexts\":{\"checkout_raw\":[\(raw)]},\"contexts\":{\"checkout_raw\":\(raw)}",
        ] {
            let result = try sanitize(Self.event(members))
            #expect(result.text.contains(strict.text) && !result.text.contains("secret-path"), "\(members)")
            #expect(isJSON(result.text))
            #expect(result.findings.contains { $0.path.value.hasPrefix("/contexts/checkout_raw/") })
        }
        let elsewhere = try sanitize(Self.event("\"contexts\":{\"cart\":\(raw)}"))
        #expect(elsewhere.text.contains("secret-path"))
    }

    @Test("a reused sanitizer remembers nothing")
    func reuse() throws {
        var sanitizer = EventSanitizer(stage: .relay)
        var observer = NoObserver()
        let dirty = ContiguousArray(
            Self.event("\"message\":\"4111111111111111\",\"level\":7,\"_meta\":{\"a\":{}}").utf8
        )
        let clean = ContiguousArray(Self.event("\"message\":\"a\"").utf8)
        let broken = ContiguousArray("{\"breadcrumbs\":[{},{},".utf8)
        for _ in 0..<3 {
            var output = SanitizedBuffer()
            _ = try sanitizer.run(dirty.span, into: &output, observer: &observer)
            #expect(throws: DecodeError.self) { try sanitizer.run(broken.span, into: &output, observer: &observer) }
            output.removeAll()
            _ = try sanitizer.run(clean.span, into: &output, observer: &observer)
            #expect(output.text == Self.event("\"message\":\"a\""))
        }
    }
}
