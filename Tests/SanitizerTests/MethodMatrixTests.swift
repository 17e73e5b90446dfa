import Testing

@testable import Sanitizer

/// Every rule with every method: legal and at work, or refused where the document is read.
@Suite struct MethodMatrixTests {
    private static let methods = [
        #""remove""#, #""replace""#, #""mask""#, #"{"mask":{"keep_first":2,"keep_last":3}}"#, #""truncate""#,
        #""hmac""#,
    ]

    /// What the table of docs/POLICY.md says.
    private static func isLegal(_ rule: Rule, _ method: String) -> Bool {
        switch rule.dataClass {
        case .cardholder where rule == .pan: [#""replace""#, #""truncate""#, #""hmac""#].contains(method)
        case .cardholder, .authentication: [#""remove""#, #""replace""#].contains(method)
        case .secret, .personal: !rule.isStructural && method != #""truncate""#
        case .limit: false
        }
    }

    /// A document in which the rule takes the value of `v`.
    private static func document(_ rule: Rule) -> String {
        switch rule {
        case .pan: #"{"v":"4111111111111111"}"#
        default: #"{"v":"Abcdefghijklmnopqrst"}"#
        }
    }

    @Test(
        "each rule has the methods of its class and no other, for single rules and for classes",
        arguments: Rule.allCases
    )
    func matrix(rule: Rule) throws {
        for method in Self.methods {
            let text =
                #"{"methods":{"\#(rule.rawValue)":\#(method)},"rules":[{"rule":"\#(rule.rawValue)","path":"v"}]}"#
            let digest = MethodTests.FakeDigest()
            guard Self.isLegal(rule, method) else {
                #expect(throws: Policy.DocumentError.self, "\(text)") { try policy(text, digest: digest) }
                continue
            }
            let loaded = try policy(text, digest: digest)
            let once = try #require(scrub(Self.document(rule), loaded))
            let finding = try #require(once.findings.first)
            #expect(finding.rule == rule && once.findings.count == 1, "\(once)")
            let expected =
                switch method {
                case #""remove""#: ""
                case #""replace""#: "[redacted:\(rule.rawValue)]"
                case #""mask""#: "****"
                case #""truncate""#: "411111******1111"
                case #""hmac""#: ""
                default: "Ab****rst"
                }
            if method == #""hmac""# {
                #expect(once.output.hasPrefix("{\"v\":\"[hmac:\(rule.rawValue):k:"), "\(once.output)")
                #expect(finding.method == .hmac)
            } else {
                #expect(once.output == "{\"v\":\"\(expected)\"}", "\(text)")
            }
            // A second gate, with the same policy or with any of the built-in ones, leaves what the first wrote. Names of
            // what was emptied are not asked for again.
            for gate in [loaded, .standard] {
                let again = try #require(scrub(once.output, gate))
                #expect(again.output == once.output && again.outcome.findings == 0, "\(text): \(again.output)")
            }
        }
    }

    @Test("classes have methods, too, and those without any are no classes", arguments: DataClass.allCases)
    func classes(dataClass: DataClass) {
        for method in Self.methods {
            let text = #"{"methods":{"\#(dataClass.rawValue)":\#(method)}}"#
            let isLegal =
                switch dataClass {
                case .authentication: [#""remove""#, #""replace""#].contains(method)
                case .secret, .personal: method != #""truncate""#
                case .cardholder, .limit: false
                }
            #expect(((try? policy(text, digest: MethodTests.FakeDigest())) != nil) == isLegal, "\(text)")
        }
    }

    @Test("a card number of any length keeps what FAQ 1091 allows and no more", arguments: 12...19)
    func truncation(length: Int) throws {
        var digits = CardDigits.none
        let number = String((0..<length).map { Character(String($0 % 10 == 0 ? 4 : $0 % 10)) })
        let text = ContiguousArray(number.utf8)
        unsafe text.withUnsafeBufferPointer { buffer in
            if let bytes = unsafe TextBytes(buffer) { digits = CardDigits(bytes, 0, length) }
        }
        #expect(digits.count == length)
        var written: ContiguousArray<UInt8> = []
        digits.appendTruncated(to: &written)
        let output = String(decoding: written, as: UTF8.self)
        let hidden = output.count { $0 == "*" }
        let first = output.prefix { $0 != "*" }
        let last = output.suffix(4)
        #expect(output.count == length && number.hasPrefix(first) && number.hasSuffix(last))
        // At least four digits of sixteen are gone, five of fifteen (Amex), six above sixteen; of shorter ones at most the
        // first six and four others stay, and never more than half.
        switch length {
        case 12, 13: #expect(first.isEmpty && hidden == length - 4)
        case 14: #expect(first.count == 6 && hidden == 4)
        case 15: #expect(first.count == 6 && hidden == 5)
        case 16: #expect(first.count == 6 && hidden == 6)
        default: #expect(first.count == 6 && hidden >= 7)
        }
        let document = "{\"card_number\":\"\(output)\"}"
        for gate in [Policy.standard, .strict, Policy(profile: .standard, methods: Methods())] {
            #expect(scrub(document, gate)?.output == document)
        }
    }

    @Test("digests of an old and a new key are told apart, each stays, and equal values have equal ones")
    func rotation() throws {
        let text = #"{"methods":{"pan":"hmac","email":"hmac"}}"#
        let old = try policy(text, digest: MethodTests.FakeDigest(keyID: "old"))
        let new = try policy(text, digest: MethodTests.FakeDigest(keyID: "new"))
        let document = #"{"m":"4111 1111 1111 1111","n":"4111-1111-1111-1111","e":"a.person@mail.example"}"#
        let first = try #require(scrub(document, old)?.output)
        let second = try #require(scrub(document, new)?.output)
        #expect(first.contains("[hmac:pan:old:") && second.contains("[hmac:pan:new:") && !second.contains(":old:"))
        #expect(scrub(document, old)?.output == first)
        // What the old key wrote stands under the new one, and the other way round.
        #expect(scrub(first, new)?.output == first && scrub(second, old)?.output == second)
        let digests = first.split(separator: "\"").filter { $0.hasPrefix("[hmac:pan:") }
        #expect(digests.count == 2 && digests[0] == digests[1])
        // The same bytes under two rules have nothing in common.
        let same = try policy(
            #"{"methods":{"personal":"hmac"},"rules":[{"rule":"device","path":"a"},{"rule":"name","path":"b"}]}"#,
            digest: MethodTests.FakeDigest()
        )
        let parts = try #require(scrub(#"{"a":"value","b":"value"}"#, same)?.output).split(separator: "\"")
        #expect(parts[3].dropFirst(15) != parts[7].dropFirst(13))
    }

    @Test("a mask shows no more than it may, whatever the value's length", arguments: 1...40)
    func masks(length: Int) throws {
        let value = String("AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGhIjKlMn".prefix(length))
        for (first, last) in [(0, 0), (1, 0), (0, 4), (4, 4), (2, 3)] {
            let loaded = try policy(
                #"{"methods":{"name":{"mask":{"keep_first":\#(first),"keep_last":\#(last)}}},"rules":[{"rule":"name","path":"v"}]}"#
            )
            let output = try #require(scrub("{\"v\":\"\(value)\"}", loaded)?.output)
            let shown = output.dropFirst(6).dropLast(2)
            let kept = shown.filter { $0 != "*" }
            #expect(kept.count <= min(first + last, length / 4) && shown.contains("****"), "\(output)")
            #expect(scrub(output, loaded)?.output == output)
        }
    }
}
