import Sanitizer
import Testing

@testable import TelemetryEnvelope
@testable import TelemetryWire

@Suite struct EventLimitTests {
    static let id = "\"event_id\":\"9ec79c33ec9942ab8353589fcb2e04dc\""
    static let note = "{\"\":{\"rem\":[[\"@limit:remove\",\"x\"]]}}"

    static func list(_ range: Range<Int>, _ element: (Int) -> String) -> String {
        range.map(element).joined(separator: ",")
    }

    static func kept(_ limit: Int, _ keptFirst: Int, of count: Int) -> [Int] {
        count <= limit ? Array(0..<count) : Array(0..<keptFirst) + Array(count - (limit - keptFirst)..<count)
    }

    @Test(
        "the newest tags, breadcrumbs and the ends of stack traces are kept",
        arguments: [0, 1, 2, 3, 4, 5, 6, 9, 30]
    )
    func small(_ count: Int) throws {
        var limits = Limits()
        (limits.tags, limits.breadcrumbs, limits.frames) = (3, 2, 5)
        let shapes:
            [(prefix: String, element: (Int) -> String, suffix: String, limit: Int, first: Int, path: [String])] = [
                ("\"tags\":{", { "\"t\($0)\":\"v\"" }, "}", 3, 0, ["tags"]),
                ("\"tags\":[", { "[\"t\($0)\",\"v\"]" }, "]", 3, 0, ["tags"]),
                ("\"breadcrumbs\":[", { "{\"message\":\"m\($0)\"}" }, "]", 2, 0, ["breadcrumbs"]),
                (
                    "\"breadcrumbs\":{\"values\":[", { "{\"message\":\"m\($0)\"}" }, "]}", 2, 0,
                    ["breadcrumbs", "values"]
                ),
                ("\"breadcrumbs\":{\"values\":[", { "\"m\($0)\"" }, "]}", 2, 0, ["breadcrumbs", "values"]),
                (
                    "\"exception\":{\"values\":[{},{\"stacktrace\":{\"frames\":[",
                    { "{\"lineno\":\($0),\"vars\":{\"frames\":[1]}}" },
                    "]}}]}", 5, 2, ["exception", "values", "1", "stacktrace", "frames"]
                ),
                (
                    "\"threads\":[{\"stacktrace\":{\"frames\":[", { "{\"lineno\":\($0)}" }, "]}}]", 5, 2,
                    ["threads", "0", "stacktrace", "frames"]
                ),
                ("\"stacktrace\":{\"frames\":[", { "\($0)" }, "]}", 5, 2, ["stacktrace", "frames"]),
            ]
        for shape in shapes {
            let event = "{\(Self.id),\(shape.prefix)\(Self.list(0..<count, shape.element))\(shape.suffix)}"
            let rest = Self.kept(shape.limit, shape.first, of: count).map(shape.element).joined(separator: ",")
            var expected = "{\(Self.id),\(shape.prefix)\(rest)\(shape.suffix)"
            if count > shape.limit {
                let path = shape.path.map { "{\"\($0)\":" }.joined()
                expected += ",\"_meta\":" + path + Self.note + String(repeating: "}", count: shape.path.count)
            }
            #expect(withoutReasons(try sanitize(event, limits: limits).text) == expected + "}")
        }
    }

    @Test(
        "the limits as shipped",
        arguments: [
            ("tags", 200), ("breadcrumbs", 200), ("frames", 250),
        ]
    )
    func shipped(_ name: String, _ limit: Int) throws {
        for count in [limit, limit + 1, 1_000] {
            let list = Self.list(0..<count) { "[\"k\($0)\",1]" }
            let member = name == "frames" ? "\"stacktrace\":{\"frames\":[\(list)]}" : "\"\(name)\":[\(list)]"
            let text = try sanitize("{\(Self.id),\(member)}").text
            #expect(text.split(separator: "[\"k").count - 1 == limit)
            #expect(text.contains("[\"k\(count - 1)\",1]"))
            #expect(text.contains("@limit:remove") == (count > limit))
        }
    }

    @Test("notes move with what they note, and go with what is cut")
    func notesMove() throws {
        var limits = Limits()
        limits.breadcrumbs = 2
        let crumbs = (0..<4).map { "{\"message\":\"\($0) 4111111111111111\"}" }.joined(separator: ",")
        let result = try sanitize(
            "{\(Self.id),\"breadcrumbs\":[\(crumbs)],\"_meta\":{\"breadcrumbs\":{\"0\":\(Self.note),\"3\":{\"data\":\(Self.note)}}}}",
            limits: limits
        )
        let pan = { (start: Int) in "{\"\":{\"rem\":[[\"@pan:replace\",\"s\",2,16]]}" }
        #expect(
            withoutReasons(result.text)
                == "{\(Self.id),\"breadcrumbs\":[{\"message\":\"2 [redacted:pan]\"},{\"message\":\"3 [redacted:pan]\"}],"
                + "\"_meta\":{\"breadcrumbs\":{\"\":{\"rem\":[[\"@limit:remove\",\"x\"]]},"
                + "\"0\":{\"message\":\(pan(0))}},\"1\":{\"message\":\(pan(0))},\"data\":\(Self.note)}}}}"
        )
        #expect(
            result.findings.map(\.path.value).suffix(2) == ["/breadcrumbs/0/message", "/breadcrumbs/1/message"]
        )
        #expect(result.outcome.findings == 4)
    }

    @Test("random events with too much and too wrong members stay JSON, and settle")
    func random() throws {
        var generator = SplitMix(state: 3)
        var limits = Limits()
        (limits.tags, limits.breadcrumbs, limits.frames) = (2, 2, 3)
        let values = [
            "1", "\"x\"", "\"4111 1111 1111 1111\"", "null", "{}", "[]", "[1,2,3,4,5]", "{\"values\":[{},{},{},{}]}",
            "[{\"level\":\"4111111111111111\"},{\"level\":\"4111111111111111\"}]", "\"\\\"\\\\\"",
            "{\"values\":[{\"stacktrace\":{\"frames\":[{},{},{},{\"lineno\":4111111111111111},{\"colno\":4111111111111111}]}}]}",
            "{\"checkout_raw\":{\"a\":\"b c\"},\"a\":1,\"b\":2}", "{ \"a\" : 1 , \"b\" : 2 ,\"c\":3 }",
        ]
        let names =
            EventField.allCases.map(\.name.description).filter { $0 != "event_id" } + ["other", "a\\\"b", "_meta"]
        for _ in 0..<2_000 {
            let members = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                let gap = [" ", "", "\n"].randomElement(using: &generator) ?? ""
                let name = names.randomElement(using: &generator) ?? ""
                return "\(gap)\"\(name)\"\(gap):\(gap)\(values.randomElement(using: &generator) ?? "1")\(gap)"
            }
            let event = "{\(members.joined(separator: ","))}"
            let once = try sanitize(event, eventID: EventID(high: 1, low: 2), limits: limits)
            #expect(isJSON(once.text), "\(event)")
            #expect(!once.text.contains("4111"), "\(event)")
            let twice = try sanitize(once.text, limits: limits)
            #expect(twice.text == once.text, "\(event)")
        }
    }
}
