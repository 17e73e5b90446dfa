import Testing

@testable import Sanitizer

/// What the pass says about candidates, taken or left. That every decision to take is a finding, and that asking changes
/// no output, is checked for every case of every test by the harness.
@Suite struct DecisionTests {
    @Test(
        "card numbers: each objection has its reason",
        arguments: [
            ("4111 1111 1111 1111", "pan taken"),
            ("4111 1111 1111 1112", "pan check-digit-fails"),
            ("order 1234567890123456", "pan leading-one"),
            ("order 9911111111111111", "pan unknown-issuer"),
            ("order 41111111111111", "pan length-not-issued"),
            ("order 41111111111111111", "pan length-not-issued"),
            ("order 55555555555555555555", "pan too-long"),
            ("order 4444444444444444", "pan one-digit"),
            ("order 501869969219", "pan no-telling-word"),
            ("0.4111111111111111", "pan decimal-fraction"),
            ("sha 4111111111111111aaaaaaaaaaaaaaaa", "pan inside-hex-token"),
            ("4111111111111111aaaaaaaaaaaaaaaa", "pan inside-hex-token"),
            ("id 0d41b354-4242-4242-4242-4242aaaaaaaa end", "pan inside-uuid"),
            ("0d41b354-4242-4242-4242-4242aaaaaaaa", "pan inside-uuid"),
            ("id 4111-1111-1111-1112-1111-1111 end", "pan check-digit-fails"),
            ("&#4111111111111111;", "pan character-reference"),
            ("41 11 11 11 11 11 11 11", "pan unusual-grouping"),
        ]
    )
    func cards(input: String, expected: String) {
        #expect(Explained.run(text: input).decisions.map(Explained.line) == [expected])
    }

    @Test(
        "card numbers under names, as numbers, and inside encodings",
        arguments: [
            (#"{"trace_id":"4111111111111111"}"#, ["/trace_id: pan identifier-name"]),
            (#"{"expires_at":1764500000000}"#, ["/expires_at: pan leading-one"]),
            (#"{"x":1234567890123456}"#, ["/x: pan leading-one"]),
            (#"{"x":0.4111111111111111}"#, ["/x: pan decimal-fraction"]),
            (#"{"x":4111111111111112}"#, ["/x: pan check-digit-fails"]),
            (#"{"x":4111111111111111}"#, ["/x: pan taken"]),
            (#"{"x":"a%204111111111111112"}"#, ["/x: pan check-digit-fails"]),
            (#"{"b":"{\"c\":\"4111111111111112\"}"}"#, ["/b: pan check-digit-fails"]),
            (#"{"a":["4111 1111 1111 1111",4111111111111112]}"#, ["/a/0: pan taken", "/a/1: pan check-digit-fails"]),
        ]
    )
    func places(input: String, expected: [String]) {
        #expect(Explained.run(input).decisions.map { "\($0.path.value): \(Explained.line($0))" } == expected)
    }

    @Test(
        "key rules name the words that decided",
        arguments: [
            (#"{"token_count":3}"#, ["secret qualified-name [count]"]),
            (#"{"cookie_policy":"x"}"#, ["cookie qualified-name [policy]"]),
            (#"{"unexpectedToken":"a1b2c3d4"}"#, ["secret qualified-name [unexpected token]"]),
            (#"{"token_vault":"eu"}"#, ["secret not-last-word [vault]"]),
            (#"{"x_card_number":"4111"}"#, ["pan wrong-digits [card number]"]),
            (#"{"awsSecretAccessKey":"abc"}"#, ["api-key taken [aws secret access key]"]),
            (#"{"password":null}"#, ["password flag [password]"]),
            (#"{"password":true}"#, ["password flag [password]"]),
            (#"{"pin":7}"#, ["pin flag [pin]"]),
            (#"{"cvv":"missing"}"#, ["cvv reports-only [cvv]"]),
            (#"{"cvv":"[redacted:cvv]"}"#, ["cvv already-redacted"]),
            (#"{"session":"on hold"}"#, ["session not-token-shaped [session]"]),
            (#"{"exp":"12/30"}"#, ["expiry no-card-beside [exp]"]),
            (#"{"exp":"12/30","pan":"4111111111111111"}"#, ["expiry taken [exp]", "pan taken [pan]"]),
            (#"{"cvv":{"entered":"123"}}"#, ["cvv taken [cvv]"]),
            (#"{"cvv":{"length":3}}"#, []),
            (#"{"b":"{\"token_count\":3,\"pin\":\"4821\"}"}"#, ["secret qualified-name [count]", "pin taken [pin]"]),
            (#"{"discardNumber":"1","mid":"2","name":"x"}"#, []),
        ]
    )
    func names(input: String, expected: [String]) {
        #expect(Explained.lines(input) == expected)
    }

    @Test("what was left stands in the output where the decision says")
    func ranges() throws {
        let input = #"{"m":"4111 1111 1111 1111 é 4111111111111112 {\"a\"} 4242424242424242 4111111111111113"}"#
        let (output, decisions) = Explained.run(input)
        let left = decisions.filter { !$0.isTaken }
        try #require(output.contains("[redacted:pan] é 4111111111111112") && left.count == 2)
        // Past the quote and the name; the range counts the decoded string.
        let text = Array(#"[redacted:pan] é 4111111111111112 {"a"} [redacted:pan] 4111111111111113"#.utf8)
        let seen = try left.map { String(decoding: text[try #require($0.range)], as: UTF8.self) }
        #expect(seen == ["4111111111111112", "4111111111111113"])
    }

    @Test("nothing is noted when nobody asks, and a pass can be asked now and then")
    func switching() throws {
        var pass = Pass(stage: .relay)
        var output = SanitizedBuffer()
        let input = ContiguousArray(#"{"m":"4111111111111112"}"#.utf8)
        for _ in 0..<2 {
            var collector = DecisionCollector()
            _ = try pass.run(input: input.span, policy: .standard, into: &output, observer: &collector)
            #expect(collector.decisions.count == 1 && pass.scanner.trace != nil)
            var silent = NoObserver()
            _ = try pass.run(input: input.span, policy: .standard, into: &output, observer: &silent)
            #expect(pass.scanner.trace == nil)
        }
    }

    @Test("a collector keeps a limited number and counts the rest")
    func limit() throws {
        var pass = Pass(stage: .relay)
        var output = SanitizedBuffer()
        var collector = DecisionCollector(limit: 1)
        let input = ContiguousArray(#"["4111111111111112","4111111111111111"]"#.utf8)
        _ = try pass.run(input: input.span, policy: .standard, into: &output, observer: &collector)
        #expect(collector.decisions.count == 1 && collector.overflow == 1)
    }

    @Test("counting tells rules without a path")
    func counting() throws {
        var pass = Pass(stage: .relay)
        var output = SanitizedBuffer()
        var counter = FindingCounter()
        let input = ContiguousArray(#"{"cvv":"123","a@example.org":"4111111111111111 a@example.org"}"#.utf8)
        let outcome = try pass.run(input: input.span, policy: .standard, into: &output, observer: &counter)
        #expect(counter.count(of: .cvv) == 1 && counter.count(of: .pan) == 1 && counter.count(of: .email) == 2)
        #expect(counter.total == 4 && outcome.findings == 4)
    }

    @Test("every reason has a sentence of its own and an id of lower-case words")
    func sentences() {
        let reasons = Decision.Reason.allCases
        #expect(Set(reasons.map(\.sentence)).count == reasons.count)
        for reason in reasons {
            #expect(reason.rawValue.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) })
            #expect(!reason.sentence.hasSuffix(".") && reason.sentence.count < 80)
        }
    }
}
