import Testing

@testable import Sanitizer

@Suite struct PassFindingTests {
    @Test(
        "findings name the place in the output, never the input",
        arguments: [
            (#"{"a":[0,{"cvv":"123"}]}"#, ["cvv replace /a/1/cvv 0-14"]),
            (#"{"a/b~c":"card 4111111111111111!"}"#, ["pan replace /a~1b~0c 5-19"]),
            (#"{"m":"4111111111111111 and 5555555555554444"}"#, ["pan replace /m 0-14", "pan replace /m 19-33"]),
            (
                #"{"4111111111111111":{"cvv":1234}}"#,
                ["pan rename /[redacted:pan] 0-0", "cvv replace /[redacted:pan]/cvv 0-14"]
            ),
            (
                #"{"a@example.org":1,"5555555555554444":"4111111111111111"}"#,
                [
                    "email rename /[redacted:email] 0-0", "pan rename /[redacted:pan]-2 0-0",
                    "pan replace /[redacted:pan]-2 0-14",
                ]
            ),
            (#"{"m":"é\n4111111111111111"}"#, ["pan replace /m 3-17"]),
            (#"{"\u0061":{"cvv":"1"}}"#, ["cvv replace /a/cvv 0-14"]),
            // Inside a string the range is in the outermost string, decoded: `{"cvv":"[redacted:cvv]","pin":"…"}`.
            (#"{"b":"{\"cvv\":\"123\",\"pin\":\"4821\"}"}"#, ["cvv replace /b 8-22", "pin replace /b 31-45"]),
            (#"{"b":"{\"cvv\":123,\"pin\":4821}"}"#, ["cvv replace /b 7-23", "pin replace /b 30-46"]),
            ("4111111111111111", ["pan replace  0-14"]),
        ] as [(String, [String])]
    )
    func places(input: String, notes: [String]) throws {
        let result = try #require(scrub(input))
        #expect(result.notes == notes)
        // Where a value was replaced, the placeholder stands at the range.
        for finding in result.findings where finding.method == .replace {
            let value = try #require(string(at: finding.path.value, in: result.output))
            let utf8 = Array(value.utf8)
            #expect(String(decoding: utf8[finding.range], as: UTF8.self).contains(finding.rule.placeholder.description))
        }
    }

    /// The decoded string at a pointer of one or two components, by a reader of its own.
    private func string(at pointer: String, in json: String) -> String? {
        struct Seeker: PassObserver {
            static var collectsFindings: Bool { false }
            let wanted: String
            var found: Range<Int>?
            mutating func scalar(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {
                if path.pointer.value == wanted { found = range }
            }
        }
        var pass = Pass(stage: .relay)
        var output = SanitizedBuffer()
        var seeker = Seeker(wanted: pointer)
        let bytes = ContiguousArray(json.utf8)
        guard (try? pass.run(input: bytes.span, policy: .standard, into: &output, observer: &seeker)) != nil,
            let range = seeker.found
        else { return nil }
        return output.string(in: range)?.value
    }

    @Test("stage, version and evidence travel with a finding")
    func fields() throws {
        let finding = try #require(scrub(#"{"cvv":"123"}"#)?.findings.first)
        #expect(finding.stage == .client && finding.policyVersion == Policy.builtInVersion)
        #expect(finding.evidence == .key && finding.rule.dataClass == .authentication)
        let pan = try #require(scrub(#"{"x":"4111111111111111"}"#)?.findings.first)
        #expect(pan.evidence.isSuperset(of: [.checkDigit, .issuerRange]))
    }

    @Test("a collector keeps a limited number and counts the rest")
    func overflow() throws {
        var pass = Pass(stage: .relay)
        var output = SanitizedBuffer()
        var collector = FindingCollector(limit: 2)
        let bytes = ContiguousArray(#"{"cvv":"1","pin":"2","otp":"3"}"#.utf8)
        let outcome = try pass.run(input: bytes.span, policy: .standard, into: &output, observer: &collector)
        #expect(collector.findings.count == 2 && collector.overflow == 1 && outcome.findings == 3)
    }
}

@Suite struct PassObserverTests {
    /// Writes down what it is told.
    private struct Recorder: PassObserver {
        var lines: [String] = []
        var ranges: [Range<Int>] = []

        mutating func scalar(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {
            lines.append("\(kind) \(path.pointer.value)")
            ranges.append(range)
        }
        mutating func containerBegan(at path: borrowing PassPath, isArray: Bool, offset: Int) {
            lines.append("\(isArray ? "[" : "{") \(path.pointer.value) \(offset)")
        }
        mutating func containerEnded(at path: borrowing PassPath, range: Range<Int>) {
            lines.append("end \(path.pointer.value)")
            ranges.append(range)
        }
    }

    @Test("observers see structure, paths and output ranges as they are in the clean copy")
    func structure() throws {
        let input = #" {"a":[1,"4111111111111111",null],"5555555555554444":true,"b":{"cvv":12},"c":"é"} "#
        var pass = Pass(stage: .relay)
        var output = SanitizedBuffer()
        output.append("before:")
        var recorder = Recorder()
        let bytes = ContiguousArray(input.utf8)
        _ = try pass.run(input: bytes.span, policy: .standard, into: &output, observer: &recorder)
        #expect(
            recorder.lines == [
                "{  8", "[ /a 13", "number /a/0", "string /a/1", "null /a/2", "end /a", "true /[redacted:pan]",
                "{ /b 65", "string /b/cvv", "end /b", "string /c", "end ",
            ]
        )
        let texts = recorder.ranges.map { String(decoding: output.bytes(in: $0).value, as: UTF8.self) }
        #expect(
            texts == [
                "1", #""[redacted:pan]""#, "null", #"[1,"[redacted:pan]",null]"#, "true", #""[redacted:cvv]""#,
                #"{"cvv":"[redacted:cvv]"}"#, #""é""#,
                #"{"a":[1,"[redacted:pan]",null],"[redacted:pan]":true,"b":{"cvv":"[redacted:cvv]"},"c":"é"}"#,
            ]
        )
    }

    @Test("paths compare by component without allocating strings")
    func paths() throws {
        struct Finder: PassObserver {
            var hits = 0
            mutating func scalar(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {
                if path.depth == 3, path.key(at: 0, is: "exception"), path.index(at: 1) == 1,
                    path.key(at: 2, is: "type"),
                    path.key(at: 1) == nil, path.index(at: 0) == nil, !path.key(at: 3, is: "x")
                {
                    hits += 1
                }
            }
        }
        var pass = Pass(stage: .relay)
        var output = SanitizedBuffer()
        var finder = Finder()
        let bytes = ContiguousArray(#"{"exception":[{"type":"A"},{"type":"B","typ":"C"}],"x":[1]}"#.utf8)
        _ = try pass.run(input: bytes.span, policy: .standard, into: &output, observer: &finder)
        #expect(finder.hits == 1)
    }

    @Test(
        "a diverted _meta leaves no trace in the output, wherever it stood",
        arguments: [
            (#"{"_meta":{"a":1}}"#, "{}", #"{"a":1}"#), (#"{"_meta":1,"a":2}"#, #"{"a":2}"#, "1"),
            (#"{ "_meta" : [1,{}] , "a":2}"#, #"{  "a":2}"#, "[1,{}]"), (#"{"a":2,"_meta":"x"}"#, #"{"a":2}"#, #""x""#),
            (#"{"a":2 , "_meta":3 ,"b":4}"#, #"{"a":2 ,"b":4}"#, "3"), (#"{"_meta":1,"_meta":2}"#, "{}", "2"),
            (#"{"_meta":1,"_meta":2,"a":3}"#, #"{"a":3}"#, "2"), (#"{"a":1,"_meta":1,"_meta":2}"#, #"{"a":1}"#, "2"),
            (#"{"a":1,"_meta":1,"_meta":2,"b":3}"#, #"{"a":1,"b":3}"#, "2"),
            (#"{"\u005fmeta":5,"a":1}"#, #"{"a":1}"#, "5"),
            (#"{"a":{"_meta":1},"b":2}"#, #"{"a":{"_meta":1},"b":2}"#, nil),
            (#"{"a":"cvv: 123","_meta":1}"#, #"{"a":"cvv: [redacted:cvv]"}"#, "1"),
            (#"[{"_meta":1}]"#, #"[{"_meta":1}]"#, nil),
            (#"{"4111111111111111":1,"_meta":2}"#, #"{"[redacted:pan]":1}"#, "2"),
        ] as [(String, String, String?)]
    )
    func meta(input: String, expected: String, raw: String?) throws {
        let result = try #require(scrub(input, meta: .divert))
        #expect(result.output == expected)
        let value = result.outcome.metaRange.map { String(decoding: Array(input.utf8)[$0], as: UTF8.self) }
        #expect(value == raw)
        #expect(isJSON(result.output))
    }
}
