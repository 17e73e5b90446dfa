import Foundation
import Sanitizer
import Testing

@testable import RelayCore

@Suite struct ExplainCommandTests {
    /// Runs the command on `input`.
    private func explain(_ arguments: [String], _ input: String = "") throws -> CommandRun {
        try CommandRun(Data(input.utf8)) { ExplainCommand.run(arguments, $0) }
    }

    private static let input = """
        {"token_count":3,"m":"order 4111111111111112 and 4111 1111 1111 1111","cvv":"123"}
        {"a":1}
        not JSON: password=hunter22x
        {"a@example.org":1,"b":"{\\"pin\\":\\"4821\\"}"}

        """

    @Test("what is shown of a value ends with a whole word, and tells that more follows")
    func excerpt() throws {
        let run = try explain(["--only", "left"], #"{"m":"order 4111111111111112, card 4111 1111 1111 1111"}"#)
        #expect(run.lines.last?.hasSuffix("  order 4111111111111112, card…") == true)
    }

    @Test("a table tells line, path, rule, taken or not, why, and what the clean text has there")
    func table() throws {
        let run = try explain([], Self.input)
        #expect(run.status == 0 && run.errors.isEmpty)
        let rows = run.lines.map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
        #expect(
            rows == [
                "LINE PATH RULE TAKEN WHY IN THE OUTPUT",
                "1 /token_count secret no the last words of the name speak about the value (count) 3",
                "1 /m pan no the check digit does not hold order 4111111111111112 and [redacted:pan]",
                "1 /m pan yes check digit, issuer range, card grouping …and [redacted:pan]",
                "1 /cvv cvv yes name or label (cvv) [redacted:cvv]",
                "3 - password yes name or label (password) not JSON: password=[redacted:password]",
                "4 /[redacted:email] email yes shape, in the name",
                #"4 /b pin yes name or label (pin) {"pin":"[redacted:pin]"}"#,
            ]
        )
        // Columns line up.
        let places = Set(
            run.lines.prefix(5).compactMap { $0.range(of: "  no  |  yes  ", options: .regularExpression) }
                .map { run.output.distance(from: $0.lowerBound, to: $0.upperBound) }
        )
        #expect(places.count <= 2)
    }

    @Test("what is in a name is told of the name, and the value beside it is not shown for it")
    func names() throws {
        let input = "{\"4111111111111112\":\"beside\",\"4111111111111111\":\"beside\"}\n"
        let lines = try explain([], input).lines
        #expect(lines.count == 3 && !lines.contains { $0.contains("beside") })
        #expect(lines[1].contains("the check digit does not hold, in the name"))
        #expect(lines[2].contains("/[redacted:pan]") && lines[2].contains("issuer range, in the name"))
        let objects = try explain(["--json"], input).lines
        #expect(objects.count == 2 && objects.allSatisfy { $0.contains("\"name\":true") })
        #expect(try !explain(["--json"], "{\"m\":\"4111111111111112\"}\n").output.contains("\"name\""))
    }

    @Test("nothing that was taken is told, in neither form")
    func secrecy() throws {
        for arguments in [[], ["--json"], ["--profile", "strict"], ["--format", "text"]] {
            let run = try explain(arguments, Self.input)
            for secret in ["4111 1111", "hunter22x", "4821", "example.org", "\"123\""] {
                #expect(!run.output.contains(secret), "\(arguments) \(secret)")
            }
        }
    }

    @Test("--json is one object a decision, --only chooses")
    func json() throws {
        let all = try explain(["--json"], Self.input)
        let objects = try all.lines.map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(objects.count == 7)
        let first = try #require(objects.first)
        #expect(first["line"] as? Int == 1 && first["path"] as? String == "/token_count")
        #expect(first["rule"] as? String == "secret" && first["taken"] as? Bool == false)
        #expect(first["reason"] as? String == "qualified-name" && first["words"] as? String == "count")
        #expect(first["method"] is NSNull && first["text"] as? String == "3")
        #expect(objects[2]["range"] as? [Int] == [27, 41] && objects[2]["method"] as? String == "replace")
        #expect(try explain(["--json", "--only", "taken"], Self.input).lines.count == 5)
        #expect(try explain(["--json", "--only=left"], Self.input).lines.count == 2)
    }

    @Test("what was taken is what scrub reports, line by line")
    func findings() throws {
        let input = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
        let run = try explain(["--json", "--only", "taken", "--format", "text"], input)
        var pass = Pass(stage: .relay)
        var expected: [String] = []
        var output = SanitizedBuffer()
        for (index, line) in input.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var collector = FindingCollector()
            _ = pass.run(
                text: ContiguousArray(line.utf8).span,
                policy: .standard,
                into: &output,
                observer: &collector
            )
            expected += collector.findings.map { "\(index + 1) \($0.rule.rawValue)" }
        }
        let told = try run.lines.map { line in
            let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            return "\(object["line"] ?? 0) \(object["rule"] ?? "")"
        }
        #expect(told == expected && !expected.isEmpty)
    }

    @Test("no candidate, and nothing to read, say so")
    func nothing() throws {
        #expect(try explain([], "{\"a\":1}\n").output == "no candidates\n")
        #expect(try explain([]).output == "no candidates\n")
        #expect(try explain(["--json"], "{\"a\":1}\n").output.isEmpty)
    }

    @Test("--rules prints the policy and every rule of its profile")
    func rules() throws {
        let standard = try explain(["--rules"])
        #expect(standard.output.hasPrefix("policy standard, rules version \(Policy.builtInVersion)\n"))
        for rule in Rule.allCases {
            #expect(standard.lines.contains { $0.hasPrefix(rule.rawValue + " ") } == !rule.isStrictOnly)
        }
        let strict = try explain(["--rules", "--profile", "strict", "--json"])
        #expect(strict.lines.count == Rule.allCases.count)
        #expect(strict.lines.allSatisfy { $0.contains("\"recognised_by\":") })
        #expect(Set(Rule.allCases.map(\.subject)).count == Rule.allCases.count)
    }

    @Test(
        "wrong usage is told in one line and exits 2",
        arguments: [["--only", "some"], ["--profile", "lax"], ["--report", "x"], ["file"]]
    )
    func usage(arguments: [String]) throws {
        let run = try explain(arguments)
        #expect(run.status == 2 && run.output.isEmpty && run.errors.split(separator: "\n").count == 1)
    }
}
