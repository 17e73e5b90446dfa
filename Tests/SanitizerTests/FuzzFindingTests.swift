import Testing

@testable import Sanitizer

/// What fuzzers found (docs/FUZZING.md), made small: output is UTF-8 and a fixed point.
@Suite struct FuzzFindingTests {
    @Test("a walk that ends inside a character takes all of it", arguments: ["\u{FFFD}", "\u{E9}", "\u{1F600}"])
    func wholeCharacters(_ character: String) {
        for count in 14...34 {
            for behind in ["@b.example", "@b.example" + character] {
                let input = "x " + String(repeating: character, count: count) + "a" + behind
                let once = scrub(textBytes: ContiguousArray(input.utf8)).output
                #expect(!once.contains("@"), "\(input)")
                #expect(!once.contains("\u{FFFD}") || character == "\u{FFFD}", "\(once)")
                #expect(scrub(text: once).output == once)
            }
        }
    }

    @Test("bytes that are not UTF-8 become fixed points", arguments: [Policy.standard, .strict])
    func invalidBytes(_ policy: Policy) {
        for count in 1...80 {
            var bytes = ContiguousArray(repeating: UInt8(0xF7), count: count)
            bytes.append(contentsOf: "a@b.co".utf8)
            bytes.append(contentsOf: repeatElement(0xF7, count: count))
            let once = scrub(textBytes: bytes, policy).output
            #expect(scrub(text: once, policy).output == once)
        }
    }

    @Test(
        "a text that becomes JSON once something in it is replaced is read as JSON at once",
        arguments: [
            "{\"cookie\":{\"sid\":\"\u{0}\",\"\":\"!\"}}",
            "{\"session\":\"a\u{1}b\",\"x\":{\"pin\":\"4821\"}}",
            "{\"token\":\"abc\\qdef12\",\"password\":[\"one two\"]}",
            // `\q` is no escape, and goes with the rest of the address.
            "{\"a\":\"one two https://b.example/c\\qd\",\"e\":\"5\"}",
        ]
    )
    func becomesJSON(_ text: String) throws {
        let quoted = "{\"m\":" + quote(text) + "}"
        let twice = "{\"m\":" + quote(quoted) + "}"
        for policy in [Policy.standard, .strict] {
            let once = scrub(text: text, policy).output
            #expect(scrub(text: once, policy).output == once)
            for document in [quoted, twice] {
                let output = try #require(scrub(document, policy)).output
                #expect(scrub(output, policy)?.output == output, "\(document)")
            }
        }
    }

    @Test(
        "a string within a string has no members, whatever the name of the outer one counts",
        arguments: [#"{"x1":"\"123456\""}"#, #"{"card1":"\"4\"","card2":"5"}"#, #"{"bin":"\"411111\""}"#]
    )
    func stringWithin(_ document: String) throws {
        for policy in [Policy.standard, .strict] {
            let output = try #require(scrub(document, policy)).output
            #expect(scrub(output, policy)?.output == output)
        }
    }

    @Test("what a second look finds is told where it stands")
    func secondLook() throws {
        let run = scrub(text: "{\"cookie\":{\"sid\":\"\u{0}\",\"\":\"!\"}}")
        #expect(run.output == "{\"cookie\":{\"sid\":\"[redacted:session]\",\"\":\"[redacted:cookie]\"}}")
        let bytes = Array(run.output.utf8)
        let told = run.findings.map { String(decoding: bytes[$0.range], as: UTF8.self) }
        #expect(told == ["[redacted:session]", "[redacted:cookie]"])
    }

    @Test("the name of a rule names nothing", arguments: [Policy.standard, .strict])
    func namedByRule(_ policy: Policy) {
        let once = scrub(text: "pan\":0v1c6\":\"7----BEGIN pan:3-BEG", policy).output
        #expect(scrub(text: once, policy).output == once)
    }

    @Test("`value` and `code` are what their neighbours make of them, whatever stood before")
    func neighbours() throws {
        var pass = Pass(stage: .relay)
        var observer = NoObserver()
        for (text, expected) in [
            ("saw value: none, code: none", "saw value: none, code: none"),
            ("<input name=\"cvv\" value=\"634\">", "<input name=\"cvv\" value=\"[redacted:cvv]\">"),
            ("<input value=\"634\" id=\"cvv\">", "<input value=\"[redacted:cvv]\" id=\"cvv\">"),
            ("/cb?code=4f9ac1e2b7d0&state=x", "/cb?code=[redacted:secret]&state=x"),
        ] {
            var output = SanitizedBuffer()
            let bytes = ContiguousArray(text.utf8)
            _ = pass.run(text: bytes.span, policy: .standard, into: &output, observer: &observer)
            #expect(String(decoding: output.bytes(in: 0..<output.count).value, as: UTF8.self) == expected)
        }
    }

    private func quote(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\" + String(scalar)
            case ..<" ": quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
