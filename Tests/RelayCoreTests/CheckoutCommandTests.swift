import TelemetryWire
import Testing

@testable import RelayCore
@testable import Sanitizer

@Suite("commands about checkouts") struct CheckoutCommandTests {
    private func run(_ arguments: String...) -> (code: Int32, output: String, errors: String) {
        let io = CommandIO(collecting: ())
        let code = RelayCommandLine.run(arguments, extra: [], io)
        return (code, io.outputText, io.errorText)
    }

    private func objects(_ text: String) throws -> [JSONTree] {
        try text.split(separator: "\n").map { try #require(JSONTree(Array($0.utf8))) }
    }

    /// Forty checkouts of one release and forty of the next; half of the next fail.
    private func filled() throws -> StoreFixture {
        let fixture = try StoreFixture()
        var old = EntryMaker()
        var new = EntryMaker()
        new.version = "1.1.0"
        old.session = .flow(900)
        for number in UInt64(0)..<40 {
            _ = try fixture.insert(.checkouts(old.completed(.flow(number), ready: Int64(number) * 10 + 500)))
            var entries = new.completed(.flow(100 + number))
            if number % 2 == 0 {
                entries[3] = new.entry(.ended, .flow(100 + number), 4) {
                    $0[.outcome] = .failed
                    $0[.errorType] = .paymentDeclined
                }
                entries.append(
                    new.entry(.connectionFailed, .flow(100 + number), 5) {
                        $0[.errorType] = .timeout
                        $0[.sdkCode] = .timeout
                    }
                )
            }
            _ = try fixture.insert(.checkouts(entries))
        }
        return fixture
    }

    @Test("funnel: a line a group in the order of versions; what the SDK does not report is null, never 0")
    func funnel() throws {
        let fixture = try filled()
        let lines = try objects(run("funnel", "--json", "--data", fixture.path).output)
        #expect(lines.map { $0["version"]?.text } == ["1.0.0", "1.1.0"])
        #expect(lines[0]["flows"]?.integer == 40)
        #expect(lines[0]["attempted"] == .null)
        #expect(lines[0]["abandoned"] == .null)
        #expect(lines[0]["slow"]?.integer == 0)
        #expect(lines[0]["ready_p50_ms"]?.integer == 690)
        #expect(lines[1]["late"]?.integer == 20)
        let rates = try #require(lines[1]["rates"]).elements
        let completion = try #require(rates.first { $0["name"]?.text == "completion" })
        #expect(completion["numerator"]?.integer == 20)
        #expect(completion["rate"]?.text == "0.500000")
        #expect(rates.first { $0["name"]?.text == "attempt" }?["rate"] == .null)
        let table = run("funnel", "--data", fixture.path).output
        #expect(table.contains("glomo@1.1.0"))
        #expect(table.contains("n/a"))
    }

    @Test("funnel corrects counts for sampling and says what was seen")
    func sampled() throws {
        let fixture = try StoreFixture()
        var maker = EntryMaker()
        maker.sampleRate = 0.1
        _ = try fixture.insert(.checkouts(maker.completed(.flow(1)) + maker.completed(.flow(2))))
        let line = try #require(try objects(run("funnel", "--json", "--data", fixture.path).output).first)
        #expect(line["seen"]?.integer == 2)
        #expect(line["flows"]?.integer == 20)
        #expect(line["completed"]?.integer == 20)
    }

    @Test("--min-cell hides small counts, and rates made of them")
    func small() throws {
        let fixture = try filled()
        let line = try #require(
            try objects(run("funnel", "--json", "--min-cell", "21", "--data", fixture.path).output).last
        )
        #expect(line["flows"]?.integer == 40)
        #expect(line["failed"] == .null)
        #expect(line["expired"]?.integer == 0)
        #expect(line["rates"]?.elements.first { $0["name"]?.text == "failure" }?["rate"] == .null)
        let errors = try objects(run("errors", "--json", "--min-cell", "21", "--data", fixture.path).output)
        #expect(errors.allSatisfy { $0["flows"] == .null && $0["rate"] == .null })
    }

    @Test("errors: by SDK, type and code over all versions, rates of those presented")
    func errors() throws {
        let fixture = try filled()
        let lines = try objects(run("errors", "--json", "--data", fixture.path).output)
        let told = lines.map { "\($0["error_type"]?.text ?? "") \($0["code"]?.text ?? "*") \($0["flows"]?.text ?? "")" }
        #expect(told == ["payment_declined * 20", "timeout * 20", "timeout timeout 20"])
        #expect(lines[0]["denominator"]?.integer == 80)
        #expect(lines[0]["rate"]?.text == "0.250000")
    }

    @Test("compare: a real difference is one, and what may be chance is not called so")
    func compare() throws {
        let fixture = try filled()
        let lines = try objects(
            run("compare", "1.0.0", "1.1.0", "--sdk", "glomo", "--json", "--data", fixture.path).output
        )
        func verdict(_ rate: String) -> String? { lines.first { $0["rate"]?.text == rate }?["verdict"]?.text }
        #expect(verdict("completion") == "differs")
        #expect(verdict("open") == "no_clear_difference")
        #expect(verdict("device_forbidden") == "n_too_small")
        #expect(verdict("attempt") == "n/a")
        let table = run("compare", "glomo@1.1.0", "glomo@1.0.0", "--data", fixture.path)
        #expect(table.output.hasPrefix("glomo@1.1.0 is the later release of the two\n"))
        #expect(run("compare", "glomo@1.0.0", "glomo@9.0.0", "--data", fixture.path).code == 1)
        #expect(run("compare", "1.0.0", "1.1.0", "--data", fixture.path).code == 2)
    }

    @Test("flows narrows by SDK, release and state; show tells a flow from its first event to its last, gaps included")
    func flows() throws {
        let fixture = try filled()
        let failed = try objects(
            run("flows", "--json", "--release", "1.1.0", "--state", "failed", "--limit", "3", "--data", fixture.path)
                .output
        )
        #expect(failed.map { $0["flow_id"]?.text } == [138, 136, 134].map { EventID.flow($0).description })
        #expect(run("flows", "--state", "gone", "--data", fixture.path).code == 2)
        _ = try fixture.insert(.checkouts([EntryMaker().entry(.changed, .flow(0), 9)]))
        let shown = run("show", "flow:\(EventID.flow(0))", "--data", fixture.path)
        #expect(shown.code == 0)
        #expect(shown.output.contains("(4 lost)"))
        #expect(shown.output.contains("checkout.ended"))
        #expect(shown.output.contains("1 late"))
        let json = try #require(
            try objects(run("show", "flow:\(EventID.flow(0))", "--json", "--data", fixture.path).output).first
        )
        #expect(json["entries"]?.elements.count == 5)
        #expect(json["entries"]?.elements[0]["event"]?["name"]?.text == "checkout.flow.started")
        #expect(run("show", "flow:\(EventID.flow(5_000))", "--data", fixture.path).code == 1)
        #expect(run("show", "flow:soon", "--data", fixture.path).code == 2)
    }

    @Test("stats counts checkouts; drops says what was left out of their events, by SDK and version")
    func statsAndDrops() throws {
        let fixture = try filled()
        var batch = IngestBatch.checkouts([])
        batch.anomalies = [
            CheckoutAnomaly(
                sdk: Sanitized(literal: "glomo"),
                version: Sanitized(literal: "1.0.0"),
                kind: .redacted,
                rule: .pan,
                quantity: 3
            )
        ]
        _ = try fixture.insert(batch)
        let stats = try #require(try objects(run("stats", "--json", "--data", fixture.path).output).first)
        #expect(stats["flows"]?.integer == 80)
        #expect(stats["checkout_events"]?.integer == 340)
        let drops = try objects(run("drops", "--json", "--data", fixture.path).output)
        #expect(drops.map { $0["reason"]?.text } == ["redacted"])
        #expect(drops[0]["rule"]?.text == "pan")
        #expect(run("drops", "--data", fixture.path).output.contains("redacted"))
    }

    @Test("verify puts checkout events together and scrubs them: a card number in a word or in an entry is a hit")
    func verify() throws {
        let fixture = try filled()
        #expect(run("verify", "--data", fixture.path).code == 0)
        let card = "4111111111111111"
        let bad = EntryMaker().entry(.error, .flow(700), 1) {
            $0[.exceptionType] = CheckoutToken(card)
            $0[.orderReference] = CheckoutToken("5555555555554444")
        }
        _ = try fixture.insert(.checkouts([bad]))
        let verified = run("verify", "--data", fixture.path)
        #expect(verified.code == 1)
        #expect(verified.output.contains("checkout_words row "))
        #expect(verified.output.contains("/attributes/attributes/exception.type: pan"))
        #expect(verified.output.contains("/attributes/attributes/checkout.order.ref: pan"))
        #expect(!verified.output.contains(card))
    }
}
