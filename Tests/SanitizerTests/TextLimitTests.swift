import Testing

@testable import Sanitizer

/// Budgets fail closed, placeholders are transparent. What hostile texts cost is measured by `Tests/acceptance/cost.py`.
@Suite struct TextLimitTests {
    @Test("each layer of percent-encoding is opened, one too many is closed", arguments: 1...6)
    func layers(_ depth: Int) {
        var value = "%34111111111111111"
        for _ in 1..<depth { value = value.replacing("%", with: "%25") }
        let output = TextScan.redact("q=\(value)&x=1 y")
        #expect(!output.contains("111111"))
        #expect(output == (depth <= 4 ? "q=[redacted:pan]&x=1 y" : "[redacted:limit] y"))
    }

    @Test("without depth left, what is encoded goes unseen")
    func depthSpent() {
        var context = TextScanner.Context()
        context.decodeDepth = 0
        #expect(TextScan.redact("a b%20c d", context) == "a [redacted:limit] d")
        #expect(TextScan.redact("d=cGFuPTQxMTExMTExMTExMTExMTE= x", context) == "d=[redacted:limit] x")
        #expect(TextScan.redact("plain text, 12 words", context) == "plain text, 12 words")
    }

    @Test(
        "a placeholder of a known rule is no value, no label and no token",
        arguments: [
            "password=[redacted:password]", "Authorization: [redacted:authorization]", "[redacted:pan] 12/31 123",
            "Authorization: Bearer [redacted:authorization]", "Cookie: a=[redacted:cookie]; b=[redacted:cookie]",
            "\"cvv\":\"[redacted:cvv]\"", "<cvv>[redacted:cvv]</cvv>", "https://[redacted:password]@h.test/",
            "card [redacted:pan] and 501869969219",
        ]
    )
    func placeholders(_ text: String) {
        #expect(TextScan.redact(text) == text)
    }

    @Test("what is only shaped like one gets no pass")
    func lookalikes() {
        #expect(TextScan.redact("password=[redacted:nothing]x") != "password=[redacted:nothing]x")
        #expect(TextScan.redact("[redacted:4111111111111111]") == "[redacted:[redacted:pan]]")
        #expect(TextScan.redact("[redacted:pan 4111111111111111]") == "[redacted:pan [redacted:pan]]")
    }

    @Test("an identifier's key keeps its number, not the numbers of a sentence under it")
    func identifierKeys() {
        var context = TextScanner.Context()
        context.key = KeyVerdict(hints: .identifier)
        #expect(TextScan.redact("4006381333931", context) == "4006381333931")
        #expect(TextScan.redact("lost card 4111111111111111 here", context) == "lost card [redacted:pan] here")
        context.key = KeyVerdict(hints: .version)
        #expect(TextScan.redact("10.7.31.9", context) == "10.7.31.9")
        context.key = KeyVerdict(hints: .card)
        #expect(TextScan.redact("501869969219", context) == "[redacted:pan]")
    }

    @Test("a list of groups is no chain of numbers that bare each other")
    func chains() {
        let text = String(repeating: "4111 ", count: 40)
        #expect(TextScan.redact(text) == text)
        #expect(TextScan.redact("2345 6789 0124") == "[redacted:national-id]")
        #expect(TextScan.redact("1 2345 6789 0124") == "1 2345 6789 0124")
    }

    @Test(
        "in a hostile text every hit is a range of it",
        arguments: [
            "4", "4111 1111 1111 1111 ", "41 ", "4-1-4-1-", "4111111111111111a", "a=b&", "@", "a@", "cvv=", "cvv=\"",
            "\\\"", "%25", "//a:b@", "eyJ", "[redacted:", "\u{200B}", "4\u{200B}", "<cvv>", "name=\"cvv\" ", "-u a:",
            "QUFBQUFBQUFBQUFB ", "5A08", "::", "1.", "+4 ", "Password={", "-----BEGIN ", "&#52;",
        ]
    )
    func ranges(_ unit: String) {
        let text = String(repeating: unit, count: 6_000 / unit.utf8.count)
        let hits = TextScan.hits(Array(text.utf8))
        #expect(hits.allSatisfy { $0.start < $0.end && $0.end <= text.utf8.count })
    }
}
