import Testing

@testable import Sanitizer

/// A policy of documents, read and put to work.
func policy(
    _ json: String,
    over base: Policy = .standard,
    digest: (any KeyedDigest)? = nil
) throws(Policy.DocumentError) -> Policy {
    let bytes = ContiguousArray(json.utf8)
    return try Policy(document: bytes.span, over: base, digest: digest)
}

@Suite struct PolicyTests {
    /// Scrubs and asserts that the output is a fixed point.
    private func scrubbed(_ document: String, _ policy: Policy) throws -> String {
        let result = try #require(scrub(document, policy))
        #expect(isJSON(result.output))
        #expect(scrub(result.output, policy)?.output == result.output, "\(result.output)")
        return result.output
    }

    @Test(
        "paths lead where they say",
        arguments: [
            ("extra.note", #"{"extra":{"note":"x","other":"x"},"note":"x"}"#, ["/extra/note"]),
            ("EXTRA.Note", #"{"Extra":{"nOTE":"x"}}"#, ["/Extra/nOTE"]),
            ("extra.*", #"{"extra":{"a":"x","b":{"c":"x"}},"a":"x"}"#, ["/extra/a", "/extra/b"]),
            ("extra.**", #"{"extra":{"a":"x","b":1}}"#, ["/extra/a", "/extra/b"]),
            ("**.note", #"{"note":"x","a":{"b":[{"note":"x"}]},"notes":"x"}"#, ["/note", "/a/b/0/note"]),
            ("a.**.z", #"{"a":{"z":"x","b":{"c":{"z":"x"}}},"z":"x"}"#, ["/a/z", "/a/b/c/z"]),
            ("a[1]", #"{"a":["x","x","x"]}"#, ["/a/1"]), ("a.1.b", #"{"a":[{"b":"x"},{"b":"x"}]}"#, ["/a/1/b"]),
            ("*[0]", #"{"a":["x","y"],"b":["x"]}"#, ["/a/0", "/b/0"]),
            ("'a b'.'it''s'", #"{"a b":{"it's":"x"}}"#, ["/a b/it's"]), ("[0]", #"["x","x"]"#, ["/0"]),
            ("extra.$string", #"{"extra":{"a":"x","b":1,"c":true}}"#, ["/extra/a"]),
            ("a.* && $number", #"{"a":{"b":"x","c":12}}"#, ["/a/c"]),
            ("a.* && !($number || a.b)", #"{"a":{"b":"x","c":12,"d":"x","e":true}}"#, ["/a/d", "/a/e"]),
            ("a || c && $string", #"{"a":1,"c":1,"d":"x"}"#, ["/a"]),
            ("**.note", #"{"\u006eote":"x"}"#, ["/note"]), ("a.'4'", #"{"a":{"4":"x"}}"#, ["/a/4"]),
            ("contexts.*.$object", #"{"contexts":{"app":{"o":{"k":"x"},"s":"x"}}}"#, ["/contexts/app/o"]),
        ]
    )
    func paths(selector: String, document: String, expected: [String]) throws {
        let escaped = quoted(selector)
        let policy = try policy(#"{"rules":[{"rule":"device","path":\#(escaped)}]}"#)
        let result = try #require(scrub(document, policy))
        #expect(result.findings.map(\.path.value) == expected)
        #expect(result.findings.allSatisfy { $0.rule == .device && $0.evidence == .policy })
        #expect(scrub(result.output, policy)?.findings.isEmpty == true)
    }

    @Test("conditions look at names, values and what stands near")
    func conditions() throws {
        let words = try policy(#"{"words":{"secret":["acme voucher"],"cvv":["acme code"]}}"#)
        #expect(
            try scrubbed(#"{"acmeVoucher":"q1","my_acme_voucher":"q2","voucher":"q3","ACME-CODE":"1"}"#, words)
                == #"{"acmeVoucher":"[redacted:secret]","my_acme_voucher":"[redacted:secret]","voucher":"q3","ACME-CODE":"[redacted:cvv]"}"#
        )
        #expect(scrub(text: "acme_voucher=abc123def and acme voucher count", words).outcome.findings == 1)
        let tokens = try policy(
            #"""
            {"rules":[{"rule":"device","take":"token","when":{"and":[{"prefix":"AC-"},{"length":{"min":6,"max":12}},
             {"or":[{"near":"acme member"},{"key":"member"}]},{"not":{"validator":"letters"}}]}}]}
            """#
        )
        #expect(
            scrub(text: "acme member AC-12345 left AC-99", tokens).output == "acme member [redacted:device] left AC-99"
        )
        #expect(scrub(text: "order AC-12345", tokens).outcome.findings == 0)
        #expect(
            try scrubbed(#"{"member":"is AC-12345","x":"AC-12345"}"#, tokens)
                == #"{"member":"is [redacted:device]","x":"AC-12345"}"#
        )
        let checks = try policy(
            #"{"rules":[{"rule":"national-id","when":{"and":[{"key":"club no"},{"validator":"luhn"}]}}]}"#
        )
        #expect(
            try scrubbed(#"{"club_no":"79927398713","clubNo":79927398713}"#, checks)
                == #"{"club_no":"[redacted:national-id]","clubNo":"[redacted:national-id]"}"#
        )
        #expect(scrub(#"{"club_no":"79927398710","other_no":"79927398713"}"#, checks)?.outcome.findings == 0)
    }

    @Test(
        "validators accept what they should",
        arguments: [
            (Validator.luhn, "79927398713", true), (.luhn, "79927398710", false), (.luhn, "7x", false),
            (.mod97, "GB82WEST12345698765432", true), (.mod97, "GB82WEST12345698765433", false),
            (.verhoeff, "2363", true), (.verhoeff, "2364", false), (.hex, "09afAF", true), (.hex, "g", false),
            (.uuid, "0b1f0b5e-6f0e-4a53-9a5e-1f2b3c4d5e6f", true), (.uuid, "0b1f0b5e", false),
            (.digits, "123", true), (.digits, "12a", false), (.letters, "ab", true), (.letters, "a1", false),
            (.alphanumeric, "a1", true), (.alphanumeric, "a-1", false), (.digits, "", false),
        ]
    )
    func validators(validator: Validator, value: String, isAccepted: Bool) {
        let bytes = ContiguousArray(value.utf8)
        #expect(unsafe bytes.withUnsafeBufferPointer { unsafe validator.accepts($0) } == isAccepted)
    }

    @Test("a suppressed rule takes nothing at its place, and hides nothing that stands there")
    func suppressions() throws {
        let policy = try policy(#"{"suppress":[{"rule":"email","path":"user.**"},{"rule":"password"}]}"#)
        let mail = "a.person@mail.example"
        #expect(
            try scrubbed(#"{"user":{"email":"\#(mail)","note":"to \#(mail)"},"m":"\#(mail)"}"#, policy)
                == #"{"user":{"email":"\#(mail)","note":"to \#(mail)"},"m":"[redacted:email]"}"#
        )
        #expect(
            try scrubbed(#"{"password":"hunter2","m":"password=hunter2"}"#, policy)
                == #"{"password":"hunter2","m":"password=hunter2"}"#
        )
        for hidden in ["password=cvv=123", "password: 4111111111111111", "password=\"cvv: 123\""] {
            let output = scrub(text: hidden, policy).output
            #expect(!output.contains("123") && !output.contains("4111"), "\(output)")
        }
        #expect(scrub(#"{"password":{"cvv":"123","x":"4111111111111111"}}"#, policy)?.outcome.findings == 2)
        let strict = try Sanitizer.Policy(
            document: ContiguousArray(
                #"{"suppress":[{"rule":"free-text","path":"extra.**"},{"rule":"container","path":"order"}]}"#.utf8
            ).span,
            over: .strict
        )
        #expect(
            try scrubbed(#"{"extra":{"a":"plain words stay"},"a":"plain words go","order":{"id":7}}"#, strict)
                == #"{"extra":{"a":"plain words stay"},"a":"[redacted:free-text]","order":{"id":7}}"#
        )
    }

    @Test("allowed values stay, whole or by their beginning, and nothing rides on them")
    func allowances() throws {
        let policy = try policy(
            #"{"allow":[{"rule":"email","values":["support@shop.example"]},{"values":["pk_test_*"],"path":"**.key"}]}"#
        )
        #expect(
            scrub(text: "ask support@shop.example or me@shop.example", policy).output
                == "ask support@shop.example or [redacted:email]"
        )
        let key = "pk_test_EXAMPLE0EXAMPLE0"
        #expect(
            try scrubbed(#"{"key":"\#(key)","m":"\#(key)"}"#, policy) == #"{"key":"\#(key)","m":"[redacted:api-key]"}"#
        )
        #expect(scrub(#"{"key":"pk_test_4111111111111111"}"#, policy)?.output.contains("4111") == false)
    }

    @Test("a project adds to what the deployment says and loosens none of it; the version tells both")
    func layers() throws {
        let deployment = try policy(
            #"{"name":"d","version":12,"methods":{"pan":"truncate","email":"remove"},"words":{"secret":["acme voucher"]}}"#
        )
        #expect(deployment.version == 1 | 12 << 8)
        let project = try policy(
            #"{"version":3,"rules":[{"rule":"device","path":"d"}],"methods":{"phone":"mask"}}"#,
            over: deployment
        )
        #expect(project.version == 1 | 12 << 8 | 3 << 20)
        #expect(project.documents.map(\.version) == [12, 3])
        let output = scrub(#"{"d":"x","acme_voucher":"v","m":"4111111111111111","email":"a@b.example"}"#, project)?
            .output
        #expect(
            output == #"{"d":"[redacted:device]","acme_voucher":"[redacted:secret]","m":"411111******1111","email":""}"#
        )
        for loosening in [
            #"{"suppress":[{"rule":"secret"}]}"#, #"{"methods":{"email":"mask"}}"#, #"{"methods":{"pan":"replace"}}"#,
            #"{"allow":[{"rule":"email","values":["a@b.example"]}]}"#, #"{"words":{"device":["acme voucher"]}}"#,
        ] {
            #expect(throws: Policy.DocumentError.self, "\(loosening)") { try policy(loosening, over: deployment) }
        }
        #expect(throws: Policy.DocumentError.self) { try policy("{}", over: project) }
        let strict = try policy(#"{"profile":"strict","allowed_hosts":["a.example"]}"#)
        #expect(throws: Policy.DocumentError.self) { try policy(#"{"profile":"standard"}"#, over: strict) }
        #expect(throws: Policy.DocumentError.self) { try policy(#"{"allowed_hosts":["b.example"]}"#, over: strict) }
        #expect(try policy("{}", over: strict).profile == .strict)
    }

    @Test("policies that take turns in one pass do not mix")
    func turns() throws {
        let words = try policy(#"{"words":{"secret":["acme voucher"]}}"#)
        var pass = Pass(stage: .relay)
        let bytes = ContiguousArray(#"{"acme_voucher":"v"}"#.utf8)
        var outputs: [String] = []
        for policy in [Policy.standard, words, .strict, words, .standard] {
            var output = SanitizedBuffer()
            var observer = NoObserver()
            _ = try pass.run(input: bytes.span, policy: policy, into: &output, observer: &observer)
            outputs.append(text(of: output))
        }
        let taken = #"{"acme_voucher":"[redacted:secret]"}"#
        #expect(
            outputs == [#"{"acme_voucher":"v"}"#, taken, #"{"acme_voucher":"v"}"#, taken, #"{"acme_voucher":"v"}"#]
        )
    }
}
