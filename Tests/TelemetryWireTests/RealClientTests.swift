import Sanitizer
import Testing

@testable import TelemetryEnvelope
@testable import TelemetryWire

/// Small requests in the forms of real clients: each must come through, whole and without what was planted.
@Suite struct RealClientTests {
    /// Planted in every fixture.
    static let planted = ["4111", "shopper@example.com", "203.0.113.7"]

    @Test(
        "events of real clients keep everything but what was planted",
        arguments: [
            // Go, to the store endpoint: nanoseconds, a list of exceptions, an empty name.
            (
                """
                {"breadcrumbs":[{"category":"ui","message":"tap pay","level":"info","timestamp":"2026-11-30T08:52:45.7780197Z"}],
                "contexts":{"cart":{"card":"4111 1111 1111 1111"},"device":{"arch":"amd64","num_cpu":2}},"environment":"staging",
                "event_id":"e57ec26cbcfc4cd897786c097d7da40a","level":"error","platform":"go","release":"checkout@1.2.3",
                "exception":[{"type":"*errors.errorString","value":"declined 4111111111111111","stacktrace":{"frames":[
                {"function":"main","module":"main","abs_path":"/app/x.go","lineno":47,"in_app":true}]}}],"modules":{"":""},
                "user":{"email":"shopper@example.com","id":"u-1","ip_address":"203.0.113.7"},"timestamp":"2026-11-30T08:52:45.778084087Z"}
                """, ["\"lineno\":47", "\"modules\":{\"\":\"\"}", "\"function\":\"main\"", "\"id\":\"u-1\""],
                Level.error
            ),
            // Ruby: null for what it does not know, times in seconds.
            (
                """
                {"event_id":"12326a6e927b4d1999f865c62df7cb55","level":"info","timestamp":"2026-11-30T08:52:46Z","message":"started",
                "user":{"id":"u-1","email":"shopper@example.com","ip_address":"203.0.113.7"},"extra":{},"fingerprint":[],
                "breadcrumbs":{"values":[{"category":"ui","data":{},"level":"info","message":"tap pay","timestamp":1796028766,"type":null}]},
                "threads":{"values":[{"id":260,"name":null,"stacktrace":{"frames":[{"lineno":20,"in_app":false,
                "context_line":"pay('4111 1111 1111 1111')\\n","pre_context":["end\\n"]}]}}]},"type":"event"}
                """, ["\"timestamp\":1796028766,\"type\":null", "\"lineno\":20", "\"type\":\"event\""], Level.info
            ),
            // Raven: no zone in the time, both message and logentry, nested parameters.
            (
                """
                {"event_id":"78c2c62742a94b29b64d4b02e98b0868","level":"info","logger":"ruby","message":"paid by 4111111111111111",
                "platform":"ruby","timestamp":"2026-11-30T08:52:49","user":{},"logentry":{"params":["checkout started",[]],
                "message":"from 203.0.113.7 for shopper@example.com"}}
                """, ["\"timestamp\":\"2026-11-30T08:52:49\"", "\"params\":[\"checkout started\",[]]"], Level.info
            ),
            // Python: a chain of exceptions, null modules, variables.
            (
                """
                {"level":"error","exception":{"values":[{"mechanism":{"type":"generic","handled":true},"module":null,"type":"KeyError",
                "value":"'token'"},{"module":null,"type":"RuntimeError","value":"payment failed for 4111 1111 1111 1111","stacktrace":
                {"frames":[{"filename":"c.py","lineno":30,"vars":{"__doc__":"'a\\\\nb'","ip":"203.0.113.7"},"in_app":true}]}}]},
                "event_id":"e53f61181e9243109a49f898fe8bf1ac","timestamp":"2026-11-30T08:52:39.396844Z","transaction_info":{},
                "user":{"email":"shopper@example.com"},"breadcrumbs":{"values":[]},"modules":{"pip":"23.2.1"},"sdk":{"name":"sentry.python",
                "version":"2.75.0","packages":[{"name":"pypi:sentry-sdk","version":"2.75.0"}]}}
                """, ["\"module\":null", "\"value\":\"'token'\"", "\"modules\":{\"pip\":\"23.2.1\"}"], Level.error
            ),
            // PHP: empty arrays where objects are due.
            (
                """
                {"event_id":"fc6d8c0c43fc4630ad850ee518f1b9d0","timestamp":1796028766.123456,"platform":"php","extra":[],"contexts":[],
                "tags":[],"modules":[],"request":[],"level":"warning","message":{"message":"card %s","params":["4111111111111111"],
                "formatted":"card 4111111111111111 of shopper@example.com at 203.0.113.7"}}
                """, ["\"extra\":[]", "\"request\":[]", "\"message\":\"card %s\""], Level.warning
            ),
        ]
    )
    func events(_ event: String, _ kept: [String], _ level: Level) throws {
        let result = try sanitize(event)
        for word in Self.planted { #expect(!result.text.contains(word), "\(word)") }
        for part in kept { #expect(result.text.contains(part), "\(part)") }
        #expect(isJSON(result.text) && !result.text.contains("invalid_data"))
        #expect(result.outcome.level == level)
        #expect(result.outcome.timestamp != nil)
        #expect(event.contains(result.outcome.eventID.description))
    }

    @Test(
        "envelopes of real clients are taken apart",
        arguments: [
            // Ruby: no length, the DSN inside.
            (
                """
                {"event_id":"12326a6e927b4d1999f865c62df7cb55","dsn":"http://0123@127.0.0.1:8036/42","sdk":{"name":"sentry.ruby"},\
                "sent_at":"2026-11-30T08:52:46Z"}
                {"type":"event","content_type":"application/json"}
                {"message":"a"}

                """, [ItemType.event]
            ),
            // Python: lengths, a trace in the header, attachments with names, containers.
            (
                """
                {"event_id":"a218d3a183954038b9ef190190e37d9c","sent_at":"2026-11-30T08:52:39.390461Z","trace":{"sample_rate":"1.0"}}
                {"type":"event","content_type":"application/json","length":2}
                {}
                {"filename":"a.txt","type":"attachment","content_type":"text/plain","length":4}
                a
                b

                {"type":"log","item_count":1,"content_type":"application/vnd.sentry.items.log+json","length":25}
                {"version":2,"items":[1]}
                {"type":"client_report","length":2}
                {}

                """, [.event, .attachment, .log, .clientReport]
            ),
            // Sessions of python: a header that is empty.
            ("{}\n{\"type\":\"sessions\",\"length\":2}\n{}\n", [.sessions]),
            // Browser: no length, no last newline.
            ("{\"sent_at\":\"2026-01-01T00:00:00.000Z\"}\n{\"type\":\"event\"}\n{\"a\":1}", [.event]),
        ]
    )
    func envelopes(_ envelope: String, _ types: [ItemType]) throws {
        #expect(try readEnvelope(envelope).get().items.map(\.header.type) == types)
    }
}
