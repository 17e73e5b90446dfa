import TelemetryWire
import Testing

@testable import RelayCore
@testable import Sanitizer

@Suite struct EventIndexerTests {
    private func stored(_ json: String) throws -> IngestEvent {
        try #require(PipelineFixture().store(json).batch.events.first)
    }

    @Test("reads the fields of an event")
    func fields() throws {
        let event = try stored(
            """
            {"event_id":"9ec79c33ec9942ab8353589fcb2e04dc","timestamp":1767225600.25,"level":"fatal","platform":"python",
             "logger":"checkout","release":"checkout@1.2.3","environment":"staging","message":"h\\u00e9llo \\"x\\"",
             "sdk":{"name":"sentry.python","version":"2.75.0"},"tags":{"provider":"acme","n":7,"none":null}}
            """
        )
        #expect(event.id.description == "9ec79c33ec9942ab8353589fcb2e04dc")
        #expect(event.timestamp == 1_767_225_600_250)
        #expect(event.level == .fatal)
        #expect(event.index.platform?.value == "python")
        #expect(event.index.logger?.value == "checkout")
        #expect(event.index.release?.value == "checkout@1.2.3")
        #expect(event.index.environment?.value == "staging")
        #expect(event.index.message?.value == "héllo \"x\"")
        #expect(event.index.type == nil)
        #expect(event.index.sdkName?.value == "sentry.python")
        #expect(event.index.sdkVersion?.value == "2.75.0")
        #expect(event.index.tags.map { "\($0.key.value)=\($0.value.value)" } == ["provider=acme", "n=7"])
    }

    @Test("defaults: error, and the time of receipt")
    func defaults() throws {
        let event = try stored(#"{"message":"m"}"#)
        #expect(event.level == .error)
        #expect(event.timestamp == 1_790_000_000_000)
        #expect(event.kind == .event)
    }

    @Test(
        "takes the last exception in every form that clients send",
        arguments: [
            #"{"exception":{"values":[{"type":"Cause","value":"c"},{"type":"Seen","value":"s"}]}}"#,
            #"{"exception":[{"type":"Cause","value":"c"},{"type":"Seen","value":"s"}]}"#,
            #"{"exception":{"type":"Seen","value":"s"}}"#,
        ]
    )
    func exceptions(_ json: String) throws {
        let event = try stored(json)
        #expect(event.index.type?.value == "Seen")
        #expect(event.index.message?.value == "s")
    }

    @Test("the culprit is the newest in-app frame, else the newest frame, else the transaction")
    func culprit() throws {
        func culprit(_ frames: String, rest: String = "") throws -> String? {
            try stored(
                #"{"exception":{"values":[{"type":"E","value":"v","stacktrace":{"frames":["# + frames + "]}}]}" + rest
                    + "}"
            ).index.culprit?.value
        }
        let outer = #"{"module":"shop.main","function":"run","lineno":1,"in_app":true}"#
        let inner = #"{"module":"shop.pay","function":"charge","lineno":9,"in_app":true}"#
        let library = #"{"module":"http","function":"send","in_app":false}"#
        #expect(try culprit([outer, inner, library].joined(separator: ",")) == "shop.pay in charge")
        #expect(try culprit(library) == "http in send")
        #expect(try culprit(#"{"filename":"a.go","function":"main"}"#) == "a.go in main")
        #expect(try culprit(#"{"function":"main"}"#) == "main")
        #expect(try culprit(#"{"module":"a \"b\" \\","function":"<lambda>"}"#) == #"a "b" \ in <lambda>"#)
        #expect(try culprit("", rest: #","transaction":"/pay""#) == "/pay")
        #expect(try culprit("") == nil)
    }

    @Test("a message comes formatted, plain, or as a template")
    func messages() throws {
        #expect(
            try stored(#"{"logentry":{"message":"by %s","formatted":"by acme"}}"#).index.message?.value == "by acme"
        )
        #expect(try stored(#"{"message":{"message":"by %s"}}"#).index.message?.value == "by %s")
    }

    @Test("tags come as an object or as pairs, 200 at most")
    func tags() throws {
        let pairs = try stored(#"{"tags":[["a","1"],["b","2"]]}"#)
        #expect(pairs.index.tags.map { "\($0.key.value)=\($0.value.value)" } == ["a=1", "b=2"])
        let many = (0..<300).map { "\"k\($0)\":\"v\"" }.joined(separator: ",")
        #expect(try stored("{\"tags\":{\(many)}}").index.tags.count == 200)
    }

    @Test("long fields are cut")
    func cut() throws {
        let event = try stored(#"{"release":""# + String(repeating: "é", count: 500) + #""}"#)
        #expect(event.index.release?.value.utf8.count == 200)
    }

    @Test("a log entry's fields")
    func log() throws {
        let result = PipelineFixture().envelope(
            """
            {}
            {"type":"log"}
            {"items":[{"timestamp":1796028759.5,"level":"warn","body":"gateway timeout","attributes":{\
            "sentry.release":{"value":"r1","type":"string"},"sentry.environment":{"value":"prod","type":"string"},\
            "sentry.sdk.name":{"value":"sentry.go","type":"string"}}}]}
            """
        )
        let event = try #require(result.batch.events.first)
        #expect(event.kind == .log)
        #expect(event.level == .warning)
        #expect(event.timestamp == 1_796_028_759_500)
        #expect(event.index.message?.value == "gateway timeout")
        #expect(event.index.release?.value == "r1")
        #expect(event.index.environment?.value == "prod")
        #expect(event.index.sdkName?.value == "sentry.go")
    }
}
