import Testing

@testable import Sanitizer

/// Of a text over 4 KiB only parts are searched a second time: around escapes, and around what was replaced.
@Suite struct TextPartTests {
    private static let filler = String(repeating: "order ok in 233 ms, ", count: 600)

    @Test(
        "what an escape hides is found in a long text as in a short one",
        arguments: [
            "a=1%26cvv%3D737%26b", "card \\u0034111 1111 1111 1111 x", "&lt;cvv&gt;737&lt;/cvv&gt; x",
            "{\\\"password\\\":\\\"abc123\\\"} x", "bob%40example.com x", "card%253D4111111111111111 x",
            "X: y\\r\\nCookie: a=b1; c=d2; e=f3\\r\\nHost: z",
        ]
    )
    func escapes(value: String) {
        let short = scrub(text: value).output
        #expect(short.contains("[redacted:"))
        for place in [0, 1, 7] {
            let head = String(Self.filler.dropFirst(place))
            #expect(scrub(text: head + value + " " + Self.filler).output == head + short + " " + Self.filler)
        }
    }

    @Test("a value that goes beyond the part goes to its end, however long", arguments: [100, 700, 3_000, 20_000])
    func longValue(length: Int) {
        let value = String(repeating: "Ab1", count: length / 3)
        let input = Self.filler + #"{\"password\":\""# + value + #"\"} "# + Self.filler
        let output = scrub(text: input).output
        #expect(output == Self.filler + #"{\"password\":\"[redacted:password]\"} "# + Self.filler)
    }

    @Test("cookies behind an escaped line break go to the last one", arguments: [3, 60, 500])
    func cookies(count: Int) {
        let cookies = (0..<count).map { "name\($0)=value\($0)x" }
        let clean = (0..<count).map { "name\($0)=[redacted:cookie]" }
        let input = Self.filler + #"x\r\nCookie: "# + cookies.joined(separator: "; ") + #"\r\nHost: a "# + Self.filler
        let output = scrub(text: input).output
        #expect(
            output == Self.filler + #"x\r\nCookie: "# + clean.joined(separator: "; ") + #"\r\nHost: a "# + Self.filler
        )
    }

    @Test("a long text full of values settles in one run")
    func settles() {
        let values = [
            "token=a1b2c3d4e5;", "card 4111 1111 1111 1111 12/29 123", "bob@example.com", "cvv: 737,",
            "password: hunter22x", "::1 10.0.0.1", "-u a:b1c2d3e4 x", #"\"key\":\"v1\""#, "%22cvv%22%3A737",
        ]
        var random = SplitMix(seed: 7)
        var input = ""
        for _ in 0..<900 {
            input += values[Int(random.next() % UInt64(values.count))]
            input += [" ", "; ", ", ", "\\n"][Int(random.next() % 4)]
        }
        let once = scrub(text: input).output
        #expect(!once.contains("4111") && !once.contains("hunter22x") && !once.contains("bob@"))
        #expect(scrub(text: once).output == once)
    }

    @Test("paths of findings take no more than a bounded multiple of the document")
    func paths() throws {
        let name = String(repeating: "n", count: 60_000)
        let count = 900
        let cards = Array(repeating: "\"bob@example.com\"", count: count).joined(separator: ",")
        let document = "{\"a\":{\"\(name)\":[\(cards)]}}"
        let result = try #require(scrub(document))
        #expect(result.findings.count == count)
        #expect(result.findings.first?.path.value == "/a/\(name)/0")
        #expect(result.findings.last?.path.value == "/a")
        let total = result.findings.reduce(0) { $0 + $1.path.value.utf8.count }
        #expect(total <= 8 * document.utf8.count + (128 << 10))
    }

    @Test("the placeholder of every rule is told, whole and in a text", arguments: Rule.allCases)
    func placeholders(rule: Rule) throws {
        let text = "[redacted:\(rule.rawValue)]"
        #expect(scrub(text: text).output == text)
        let bytes = ContiguousArray("a \(text) b".utf8)
        unsafe bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe TextBytes(buffer)
            #expect(view.flatMap { Placeholder.end(at: 2, in: $0) } == 2 + text.utf8.count)
            #expect(view.map { Placeholder.covers(12, 1 + text.utf8.count, in: $0) } == true)
        }
    }

    @Test("characters above ASCII are told by the table as without it")
    func table() {
        for scalar in UInt32(0x80)..<0x1_0000 {
            let seen = ForeignElements.element(scalar)
            let judged = ForeignElements.judge(scalar)
            guard seen.kind != judged.kind || seen.value != judged.value else { continue }
            Issue.record("\(scalar)")
        }
    }
}
