import Foundation
import TelemetryWire
import Testing

@testable import RelayCore
@testable import Sanitizer
@testable import TelemetryGzip

@Suite("commands that look in")
struct CommandTests {
    struct Run {
        let code: Int32
        let output: String
        let errors: String
        var lines: [Substring] { output.split(separator: "\n") }
    }

    static func run(_ arguments: String...) -> Run {
        let io = CommandIO(collecting: ())
        let code = RelayCommandLine.run(arguments, extra: [], io)
        return Run(code: code, output: io.outputText, errors: io.errorText)
    }

    static func gzip(_ document: String) throws -> SanitizedGzip {
        var buffer = SanitizedBuffer()
        buffer.append(Sanitized(trusted: Array(document.utf8)))
        var deflater = try Deflater()
        return try deflater.gzip(buffer)
    }

    static let document = """
        {"event_id":"ID","platform":"python","level":"error",
        "exception":{"values":[{"type":"PaymentDeclined","value":"card [redacted:pan] was declined",
        "mechanism":{"type":"generic"},"stacktrace":{"frames":[
        {"function":"main","filename":"shop.py","lineno":3},
        {"function":"submit","module":"pay","filename":"pay.py","lineno":41,"in_app":true,"context_line":"    raise X"}]}}]},
        "breadcrumbs":{"values":[{"timestamp":1789999998.5,"category":"http","level":"info","message":"POST /pay",
        "data":{"status_code":402}}]},
        "tags":[["step","pay"]],"contexts":{"device":{"name":"\\u001b[31mred"}},"extra":{"attempts":[1,2]},
        "_meta":{"extra":{"note":{"":{"rem":[["@email:replace","s",0,16]],"why":[18]}},
        "a/b":{"":{"rem":[["@cvv:remove","x"]]}}}}}
        """

    let id = EventID.random()

    /// One issue with two events, one of them with a document.
    func filled() throws -> StoreFixture {
        let fixture = try StoreFixture()
        let text = CommandTests.document.replacingOccurrences(of: "ID", with: id.description)
        _ = try fixture.insert(
            .of([.sample(), .sample(message: "evil \u{1B}[2J\nname\u{202E}", group: 8, level: .fatal)])
        )
        _ = try fixture.insert(
            .of([
                .sample(
                    id: id,
                    payload: CommandTests.gzip(text),
                    findings: [.sample(path: "/exception/values/0/value")]
                )
            ])
        )
        return fixture
    }

    @Test("issues are listed most recent first, with counts, and nothing that a terminal would obey")
    func issues() throws {
        let fixture = try filled()
        let run = CommandTests.run("issues", "--data", fixture.path)
        #expect(run.code == 0)
        #expect(run.lines.count == 3)
        #expect(run.lines[0].hasPrefix("ISSUE "))
        #expect(run.output.contains("PaymentDeclined: card [redacted:pan] was declined"))
        #expect(run.output.contains("evil \\x1b[2J\\nname\\u{202e}"))
        #expect(!run.output.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
        // Every title begins in the column of its heading.
        let title = try #require(run.lines[0].range(of: "TITLE")).lowerBound
        let offset = run.lines[0].distance(from: run.lines[0].startIndex, to: title)
        #expect(run.lines.dropFirst().allSatisfy { $0.dropFirst(offset - 1).first == " " })
        #expect(run.lines.dropFirst().allSatisfy { $0.dropFirst(offset).hasPrefix("PaymentDeclined: ") })
        let json = CommandTests.run("issues", "--json", "--data=" + fixture.path)
        #expect(json.lines.count == 2)
        let issues = try json.lines.map { try #require(JSONTree(Array($0.utf8))) }
        #expect(issues.first { $0["issue"]?.text == "CHECKOUT-1" }?["events"]?.integer == 2)
        #expect(issues.first { $0["issue"]?.text == "CHECKOUT-2" }?["level"]?.text == "fatal")
    }

    @Test("events carry event_id in NDJSON; --issue, --project and --limit narrow them, 0 means all")
    func events() throws {
        let fixture = try filled()
        let all = CommandTests.run("events", "--json", "--data", fixture.path)
        #expect(all.lines.count == 3)
        for line in all.lines {
            let text = try #require(JSONTree(Array(line.utf8))?["event_id"]?.text)
            #expect(EventID(text) != nil && text.count == 32)
        }
        #expect(all.lines[0].contains(id.description))
        #expect(CommandTests.run("events", "--json", "--limit", "1", "--data", fixture.path).lines.count == 1)
        #expect(CommandTests.run("events", "--json", "--limit=0", "--data", fixture.path).lines.count == 3)
        #expect(
            CommandTests.run("events", "--json", "--issue", "checkout-1", "--data", fixture.path).lines.count == 2
        )
        #expect(CommandTests.run("events", "--project", "2", "--data", fixture.path).output == "no events\n")
        #expect(CommandTests.run("events", "--issue", "CHECKOUT-9", "--data", fixture.path).code == 1)
        #expect(CommandTests.run("events", "--issue", "nonsense", "--data", fixture.path).code == 2)
    }

    @Test("a listing of all events goes through more than one page, each event once")
    func pages() throws {
        let fixture = try StoreFixture()
        for _ in 0..<6 { _ = try fixture.insert(.of((0..<100).map { _ in .sample() })) }
        let run = CommandTests.run("events", "--json", "--limit", "0", "--data", fixture.path)
        #expect(Set(run.lines.compactMap { JSONTree(Array($0.utf8))?["event_id"]?.text }).count == 600)
        let table = CommandTests.run("events", "--limit", "0", "--data", fixture.path)
        #expect(table.lines.count == 601)
        #expect(CommandTests.run("events", "--data", fixture.path).lines.count == 51)
    }

    @Test("show prints every section, and what was redacted by whom and why", arguments: [true, false])
    func show(byShortID: Bool) throws {
        let fixture = try filled()
        let run = CommandTests.run("show", byShortID ? "CHECKOUT-1" : id.description, "--data", fixture.path)
        #expect(run.code == 0)
        for text in [
            "CHECKOUT-1  PaymentDeclined: card [redacted:pan] was declined", "shop@1.4.0", "telemetry.swift 0.1.0",
            "pay.submit  pay.py:41  in app", "raise X", "POST /pay  status_code=402", "step", "extra", "attempts.0",
            "device.name", "\\x1b[31mred", "/exception/values/0/value", "card number", "check digit, issuer range",
            "/extra/note", "e-mail address", "/extra/a~1b", "card verification code", "client", "relay",
            "shape, word nearby", "card authentication data, never kept",
        ] {
            #expect(run.output.contains(text), "\(text)")
        }
        #expect(!run.output.contains("\u{1B}"))
        let submit = try #require(run.output.range(of: "pay.submit")?.lowerBound)
        let main = try #require(run.output.range(of: "main  shop.py:3")?.lowerBound)
        #expect(submit < main)
    }

    @Test("show --json is one line with the document, event_id and findings")
    func showJSON() throws {
        let fixture = try filled()
        let dashed = UUID(uuidString: "00000000-0000-0000-0000-000000000000").map { _ in
            let hex = Array(id.description.uppercased())
            return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(hex[$0]) }.joined(separator: "-")
        }
        let run = CommandTests.run("show", "--json", try #require(dashed), "--data", fixture.path)
        #expect(run.code == 0)
        #expect(run.lines.count == 1)
        let tree = try #require(JSONTree(Array(run.lines[0].utf8)))
        #expect(tree["event_id"]?.text == id.description)
        #expect(tree["event"]?["platform"]?.text == "python")
        let findings = try #require(tree["findings"]?.elements)
        #expect(findings.map { $0["rule"]?.text } == ["pan", "email", "cvv"])
        #expect(findings.map { $0["stage"]?.text } == ["relay", "client", "client"])
        #expect(findings[0]["evidence"]?.elements.compactMap(\.text) == ["check digit", "issuer range"])
        #expect(findings[2]["method"]?.text == "remove")
    }

    @Test(
        "wrong usage exits 2 with one line",
        arguments: [
            [], ["frobnicate"], ["--frobnicate"], ["issues", "--frob"], ["issues", "extra"], ["issues", "--limit"],
            ["issues", "--limit", "-1"], ["issues", "--limit", "x"], ["issues", "--limit", "1", "--limit", "2"],
            ["issues", "--json=1"], ["issues", "--project", "0"], ["show"], ["show", "a", "b"], ["show", "xyz"],
            ["issues", "--url", "http://127.0.0.1:1", "--token", "t"], ["keys"], ["keys", "frob"],
            ["keys", "disable"], ["keys", "disable", "xyz"], ["keys", "list", "x"], ["verify", "--limit", "1"],
        ]
    )
    func usage(_ arguments: [String]) {
        let io = CommandIO(collecting: ())
        #expect(RelayCommandLine.run(arguments, extra: [], io) == 2)
        #expect(io.outputText.isEmpty)
        #expect(io.errorText.split(separator: "\n").count == 1)
    }

    @Test(
        "--help exits 0, whatever else is there",
        arguments: [
            ["--help"], ["issues", "--help"], ["events", "-h"], ["show", "--help"], ["keys", "--help"],
            ["keys", "create", "--help"], ["verify", "--help"], ["drops", "--help"], ["stats", "--help"],
        ]
    )
    func help(_ arguments: [String]) {
        let io = CommandIO(collecting: ())
        #expect(RelayCommandLine.run(arguments, extra: [], io) == 0)
        #expect(io.outputText.hasPrefix("usage: telemetry-relay"))
        #expect(io.errorText.isEmpty)
    }

    @Test("a missing directory, a directory without a store and a damaged store exit 1 with one line")
    func failures() throws {
        let missing = CommandTests.run("issues", "--data", "/nowhere/at/all")
        #expect(missing.code == 1)
        #expect(missing.errors == "telemetry-relay issues: /nowhere/at/all: no such directory\n")
        let fixture = try StoreFixture(open: false)
        try fixture.directory.create()
        #expect(CommandTests.run("verify", "--data", fixture.path).errors.contains("no store here"))
        #expect(CommandTests.run("keys", "disable", id.description, "--data", fixture.path).code == 1)
        try Data(repeating: 7, count: 4_096).write(to: URL(fileURLWithPath: fixture.directory.database))
        let damaged = CommandTests.run("show", id.description, "--data", fixture.path)
        #expect(damaged.code == 1)
        #expect(damaged.errors.contains("damaged"))
        let good = try filled()
        #expect(CommandTests.run("show", id.description, "--data", good.path).code == 0)
        #expect(CommandTests.run("show", EventID.random().description, "--data", good.path).code == 1)
    }

    @Test("verify attests a clean store, its notes of redactions included")
    func verifyClean() throws {
        let fixture = try filled()
        let clean =
            #"{"extra":{"a":"[redacted:password]"},"_meta":{"extra":{"a":{"":{"rem":[["@password:replace","s",0,19]]}}}}}"#
        _ = try fixture.insert(.of([.sample(payload: CommandTests.gzip(clean))]))
        let store = try fixture.reader()
        try #require(try store.integer("SELECT count(*) FROM payloads") == 4)
        let raw = try SQLiteConnection(path: fixture.directory.database, mode: .readWrite)
        try raw.execute("DELETE FROM payloads WHERE length(gzip) = 4")
        let run = CommandTests.run("verify", "--data", fixture.path)
        #expect(run.code == 0, "\(run.output)")
        #expect(run.output.hasPrefix("clean: "))
        let attestation = try #require(
            JSONTree(Array(CommandTests.run("verify", "--json", "--data", fixture.path).output.utf8))
        )
        #expect(attestation["clean"] == .bool(true))
        #expect(attestation["documents"]?.integer == 2)
    }

    @Test("the attestation names times, rules, files, rows and bytes, and what was not looked at")
    func attestation() throws {
        let fixture = try StoreFixture()
        _ = try fixture.insert(.of([.sample(payload: CommandTests.gzip("{\"message\":\"fine\"}"))]))
        for name in ["old copy.db", "admin-token"] {
            try Data("x".utf8).write(to: URL(fileURLWithPath: fixture.path + "/" + name))
        }
        let json = CommandTests.run("verify", "--json", "--data", fixture.path)
        #expect(json.code == 0 && json.lines.count == 1)
        let object = try #require(JSONTree(Array(json.output.utf8)))
        #expect(object["files_not_looked_at"] == .array([.string("old copy.db")]))
        #expect(object["policy"]?.text == "standard" && object["hits"]?.integer == 0)
        #expect(object["policy_version"]?.integer == Int64(Policy.builtInVersion))
        #expect(object["hits_by_rule"] == .object([]))
        #expect(try #require(object["started"]?.text) <= #require(object["finished"]?.text))
        #expect(object["document_bytes"]?.integer == 18)
        // The tables with texts or documents, each row once.
        let reader = try fixture.reader()
        let rows = try ["events", "issues", "payloads", "projects"].map {
            try reader.integer("SELECT count(*) FROM \($0)")
        }
        #expect(try #require(object["rows"]?.integer) >= rows.reduce(0) { $0 + ($1 ?? 0) })
        #expect(try #require(object["text_bytes"]?.integer) > 0 && object["texts"]?.integer ?? 0 > 0)
        let text = CommandTests.run("verify", "--data", fixture.path)
        #expect(text.output.hasPrefix("clean: ") && text.output.contains("\n  not looked at  old copy.db\n"))
        for name in ["started", "finished", "rules", "files", "rows", "bytes"] {
            #expect(text.output.contains("\n  \(name) "))
        }
    }

    @Test("verify takes pages by rows and by bytes, and misses nothing in tables with and without row numbers")
    func verifyPages() throws {
        let fixture = try StoreFixture()
        let noise = (0..<60_000).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }
        let large = try CommandTests.gzip("{\"extra\":\"\(noise.joined(separator: "z "))\"}")
        try #require(large.bytes.count > 300_000)
        let small = try CommandTests.gzip("{}")
        let many = (0..<700).map { Finding.sample(path: "/extra/\($0)") }
        _ = try fixture.insert(.of((0..<8).map { _ in .sample(payload: large) }))
        _ = try fixture.insert(.of([.sample(payload: small, findings: many)]))
        _ = try fixture.insert(.of((0..<600).map { _ in .sample(payload: small) }))
        var batch = IngestBatch.of([])
        batch.outcomes = DropReason.allCases.map {
            OutcomeCount(source: .relay, reason: $0, category: Sanitized(literal: "error"), quantity: 1)
        }
        _ = try fixture.insert(batch)
        let inspector = try fixture.directory.openInspector()
        var texts: [String: Int] = [:]
        try inspector.forEachText { texts["\($0.table).\($0.column)", default: 0] += 1 }
        #expect(texts["findings.path"] == 700)
        #expect(texts["events.message"] == 609)
        #expect(texts["outcomes.reason"] == DropReason.allCases.count)
        #expect(texts["projects.slug"] == 1)
        var documents: [Int64] = []
        try inspector.forEachDocument { documents.append($0.bytes == nil ? -1 : $0.row) }
        #expect(documents == Array(1...609))
    }

    @Test("show says where else an id is stored")
    func sameIDTwice() throws {
        let fixture = try filled()
        _ = try fixture.store?.createKey(project: ProjectID(2))
        _ = try fixture.store?.createKey(project: ProjectID(3))
        _ = try fixture.insert(.of([.sample(id: id, payload: CommandTests.gzip("{}"))], project: 3))
        let run = CommandTests.run("show", id.description, "--data", fixture.path)
        #expect(run.code == 0 && run.output.contains("PaymentDeclined"))
        #expect(run.errors == "telemetry-relay show: also stored in project 3 (--project N)\n")
        let other = CommandTests.run("show", "--json", id.description, "--project", "3", "--data", fixture.path)
        #expect(other.code == 0 && other.errors.isEmpty && other.output.contains(#""project":3"#))
    }

    @Test(
        "what shows nothing is shown in tables; joiners and emoji stay",
        arguments: [
            ("a\u{200B}b", "a\\u{200b}b"), ("a\u{E0041}b", "a\\u{e0041}b"), ("a\u{2060}b", "a\\u{2060}b"),
            ("a\u{00AD}b", "a\\xadb"), ("\u{0645}\u{200C}\u{06CC}", "\u{0645}\u{200C}\u{06CC}"),
            ("\u{2764}\u{FE0F}", "\u{2764}\u{FE0F}"), ("a\u{E0101}", "a\\u{e0101}"), ("بطاقة é 漢", "بطاقة é 漢"),
        ]
    )
    func invisible(_ text: String, _ shown: String) {
        #expect(Array(TerminalText.escaped(text).unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test("verify finds what is not clean in a column, a document and its notes, and names the place, not the value")
    func verifyHits() throws {
        let fixture = try StoreFixture()
        let card = "4111111111111111"
        _ = try fixture.insert(.of([.sample(payload: CommandTests.gzip("{\"message\":\"fine\"}"))]))
        _ = try fixture.insert(.of([.sample(message: "card \(card)", group: 8)]))
        _ = try fixture.insert(
            .of([
                .sample(payload: CommandTests.gzip("{\"extra\":{\"note\":\"\(card)\"}}")),
                .sample(payload: CommandTests.gzip("{\"_meta\":{\"\(card)\":{}}}")),
                .sample(payload: CommandTests.gzip("{\"_meta\":{\"a\":{\"\":{\"rem\":[[\"!x\",\"s\",\(card)]]}}}}")),
            ])
        )
        let run = CommandTests.run("verify", "--data", fixture.path)
        #expect(run.code == 1)
        #expect(
            Set(run.lines.prefix(6).map(String.init)) == [
                "events row 2 /message: pan", "issues row 2 /message: pan", "payloads row 2 /gzip: unreadable",
                "payloads row 3 /gzip/extra/note: pan", "payloads row 4 /gzip/_meta: pan",
                "payloads row 5 /gzip/_meta: pan",
            ]
        )
        #expect(run.lines[6].hasPrefix("6 hits: "))
        #expect(run.lines.contains("  by rule        pan 5, unreadable 1"))
        #expect(!run.output.contains(card))
    }

    @Test("verify looks at every column that holds text")
    func verifyColumns() throws {
        let fixture = try StoreFixture()
        let reader = try fixture.reader()
        let declared = try reader.integer(
            """
            SELECT count(*) FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
            WHERE m.type = 'table' AND c.type NOT IN ('INTEGER', 'TEXT')
            """
        )
        // BLOB columns: documents, which are scrubbed again; filters over hashed ids; checkout events in two parts, which
        // are put together and scrubbed again; and numbers of errors.
        #expect(declared == 5)
    }

    @Test("stats and drops count")
    func counts() throws {
        let fixture = try filled()
        var batch = IngestBatch.of([.sample(id: id)])
        batch.outcomes = [
            OutcomeCount(source: .client, reason: .queueOverflow, category: Sanitized(literal: "error"), quantity: 5)
        ]
        _ = try fixture.insert(batch)
        let drops = CommandTests.run("drops", "--json", "--data", fixture.path)
        let rows = try drops.lines.map { try #require(JSONTree(Array($0.utf8))) }
        #expect(rows.map { $0["reason"]?.text } == ["queue_overflow", "duplicate"])
        #expect(rows.map { $0["quantity"]?.integer } == [5, 1])
        let stats = try #require(
            JSONTree(Array(CommandTests.run("stats", "--json", "--data", fixture.path).output.utf8))
        )
        #expect(stats["events"]?.integer == 3)
        #expect(stats["issues"]?.integer == 2)
        #expect(stats["relay_findings"]?.integer == 1)
        #expect(stats["duplicates"]?.integer == 1)
        #expect(stats["dropped"]?.integer == 5)
    }
}
