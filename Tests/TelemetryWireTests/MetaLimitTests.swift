import Sanitizer
import Testing

@testable import TelemetryEnvelope
@testable import TelemetryWire

@Suite("notes: depth, reasons, what is missing")
struct MetaLimitTests {
    static let id = MetaTests.id

    /// An event that holds `value` below `extra` and `count` arrays.
    static func nested(_ value: String, _ count: Int) -> String {
        let open = String(repeating: "[", count: count)
        return "{\(id),\"extra\":{\"a\":\(open)\(value)\(String(repeating: "]", count: count))}}"
    }

    @Test(
        "a redaction at any depth leaves an event that can be read again, and settles",
        arguments: [1, 80, 92, 93, 94, 95, 96, 97, 98, 99, 5_000]
    )
    func depth(_ count: Int) throws {
        let result = try sanitize(Self.nested("\"a@b.com\"", count))
        #expect(isJSON(result.text))
        #expect(!result.text.contains("a@b.com"))
        #expect(result.text.contains("\"rem\":[[\"@"))
        #expect(result.text.contains("\"why\":["))
        let again = try sanitize(result.text)
        #expect(again.findings.isEmpty && again.text == result.text)
    }

    @Test("objects deeper than documents may be end in a note that can be read", arguments: [94, 98, 100, 3_000])
    func objects(_ count: Int) throws {
        let open = String(repeating: "{\"a\":", count: count)
        let result = try sanitize(
            "{\(Self.id),\"extra\":\(open)\"4111111111111111\"\(String(repeating: "}", count: count))}"
        )
        #expect(isJSON(result.text) && !result.text.contains("4111"))
        #expect(try sanitize(result.text).text == result.text)
    }

    @Test("a note that has no room at its value stands at the nearest one around it, without a place in a text")
    func nearest() throws {
        let deep = try sanitize(Self.nested("\"x a@b.com\",\"y a@b.com\",\"4111111111111111\"", 94))
        #expect(deep.text.contains("{\"0\":{\"\":{\"rem\":[[\"@email:replace\",\"s\"],[\"@pan:replace\",\"s\"]]"))
        #expect(deep.findings.map { $0.path.pointerComponents.count } == [96, 96, 96])
        let fitting = try sanitize(Self.nested("\"x a@b.com\"", 93))
        #expect(fitting.text.contains("[\"@email:replace\",\"s\",2,18]"))
    }

    @Test("a thousand notes under short names are all read again")
    func many() throws {
        for path in [0, 30, 90] {
            let open = String(repeating: "{\"a\":", count: path)
            let values = (0..<900).map {
                "\"k\($0)\":\(open)\"4111111111111111\"\(String(repeating: "}", count: path))"
            }
            let result = try sanitize("{\(Self.id),\"extra\":{\(values.joined(separator: ","))}}")
            let again = try sanitize(result.text)
            #expect(again.findings.isEmpty && again.text == result.text)
        }
    }

    @Test("what has no note is counted, and the count survives the next reader")
    func omitted() throws {
        var limits = Limits()
        limits.notes = 10
        let values = (0..<50).map { "\"k\($0)\":\"4111111111111111\"" }.joined(separator: ",")
        let few = try sanitize("{\(Self.id),\"extra\":{\(values)}}", limits: limits)
        #expect(few.text.contains("\"_meta\":{\"\":{\"omitted\":40},\"extra\":{"))
        #expect(try sanitize(few.text).text == few.text)
        limits.notes = 1_000
        limits.meta = 1_000
        let small = try sanitize("{\(Self.id),\"extra\":{\(values)}}", limits: limits)
        let noted = small.text.components("@pan:replace")
        #expect(noted > 3 && small.text.contains("\"_meta\":{\"\":{\"omitted\":\(50 - noted)},"))
        #expect(try sanitize(small.text, limits: limits).text == small.text)
    }

    @Test(
        "reasons come in as small numbers, one a note, or not at all",
        arguments: [
            ("[14]", "[14]"), ("[4095]", "[4095]"), ("[0]", nil), ("[4096]", nil), ("[-1]", nil), ("[1.5]", nil),
            ("[1,2]", nil), ("[]", nil), ("[\"4111111111111111\"]", nil), ("14", nil), ("{}", nil), ("[[1]]", nil),
            ("[4111111111111111]", nil), ("null", nil),
        ] as [(String, String?)]
    )
    func reasons(_ given: String, _ kept: String?) throws {
        let note = "\"rem\":[[\"@pan:replace\",\"s\",0,14]]"
        let expected = kept.map { "\(note),\"why\":\($0)" } ?? note
        for notes in ["\(note),\"why\":\(given)", "\"why\":\(given),\(note)"] {
            let result = try sanitize("{\(Self.id),\"a\":1,\"_meta\":{\"a\":{\"\":{\(notes)}}}}")
            #expect(result.text == "{\(Self.id),\"a\":1,\"_meta\":{\"a\":{\"\":{\(expected)}}}}")
            #expect(result.findings.isEmpty)
        }
    }

    @Test("reasons are those of the findings, in the order of the notes")
    func order() throws {
        let result = try sanitize("{\(Self.id),\"message\":\"a@b.com paid 4111111111111111\"}")
        let bits = result.findings.map { String($0.evidence.rawValue) }.joined(separator: ",")
        #expect(result.findings.count == 2 && result.findings.allSatisfy { !$0.evidence.isEmpty })
        #expect(result.text.hasSuffix("]],\"why\":[\(bits)]}}}}"))
    }

    @Test("the same note twice keeps the reason that is known")
    func same() throws {
        let note = "[[\"@pan:replace\",\"s\",0,14]]"
        let meta = "{\"a\":{\"\":{\"rem\":\(note)}},\"a\":{\"\":{\"rem\":\(note),\"why\":[6]}}}"
        let result = try sanitize("{\(Self.id),\"_meta\":\(meta)}")
        #expect(result.text == "{\(Self.id),\"_meta\":{\"a\":{\"\":{\"rem\":\(note),\"why\":[6]}}}}")
    }

    @Test("a count that is none is passed over", arguments: ["-1", "\"4111111111111111\"", "1000000", "[3]", "0"])
    func badCount(_ count: String) throws {
        let result = try sanitize("{\(Self.id),\"_meta\":{\"\":{\"omitted\":\(count)}}}")
        #expect(result.text == "{\(Self.id)}" && result.findings.isEmpty)
    }

    @Test("a _meta that is no object is no redaction", arguments: ["null", "[]", "1", "\"x\"", "[1]", "true"])
    func noObject(_ meta: String) throws {
        let result = try sanitize("{\(Self.id),\"_meta\":\(meta)}")
        let note = ",\"_meta\":{\"_meta\":{\"\":{\"err\":[\"invalid_data\"]}}}"
        #expect(result.text == "{\(Self.id)\(meta == "null" || meta == "[]" ? "" : note)}")
        #expect(result.findings.isEmpty && result.outcome.findings == 0)
        #expect(try sanitize(result.text).text == result.text)
    }
}

extension String {
    /// How often a text occurs.
    fileprivate func components(_ text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}
