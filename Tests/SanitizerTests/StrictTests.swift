import Testing

@testable import Sanitizer

@Suite struct StrictTests {
    @Test(
        "strict cuts URLs to scheme and host",
        arguments: [
            ("https://netbanking.examplebank.example/accounts/1?x=y#z", "https://examplebank.example"),
            ("https://user:p@ss@www.example.com.sa:8443/x", "https://example.com.sa"),
            ("http://a.b.example.co.uk", "http://example.co.uk"), ("https://example.com", "https://example.com"),
            ("https://EXAMPLE.com?x", "https://EXAMPLE.com"), ("http://localhost:3000/x", "http://localhost"),
            ("https://203.0.113.7/x", "https://[redacted:ip-address]"), ("javascript:alert(1)", "javascript:"),
            ("data:text/html;base64,AAAA", "data:"), ("file:///Users/alice/x", "file:"),
            ("myapp://checkout/return?x=1", "myapp:"),
            ("com.googleusercontent.apps.123:/oauth2redirect?code=4/0AX", "com.googleusercontent.apps.123:"),
            ("//evil.example/tok_9911", "//evil.example"), ("pay.x.example/s/tok_9911", "x.example"),
            ("x.example?password=d", "x.example"),
            ("mailto:rina@id.example", "mailto:"), ("wss://push.pay.example/s/1", "wss://pay.example"),
        ]
    )
    func urls(url: String, expected: String) throws {
        #expect(scrub(#"{"u":"\#(url)"}"#, .strict)?.output == #"{"u":"\#(expected)"}"#)
        #expect(scrub(#"{"u":"\#(expected)"}"#, .strict)?.output == #"{"u":"\#(expected)"}"#)
        #expect(scrub(#""see \#(url), then go""#, .strict)?.output.hasPrefix(#""see "#) == true)
    }

    @Test("a bare text keeps its words and loses what URLs carry")
    func bare() {
        let input = #""GET https://a.pay.example/s/ps_1?x=2 failed, see (http://c.example/z) or myapp://x/y.""#
        let expected = #""GET https://pay.example failed, see (http://c.example) or myapp:""#
        #expect(scrub(input, .strict)?.output == expected)
        #expect(scrub(expected, .strict)?.output == expected)
    }

    @Test("a host that the policy lists stays whole")
    func allowed() {
        var policy = Policy.strict
        policy.allowedHosts = ["checkout.pay.example"]
        #expect(
            scrub(#"["https://checkout.pay.example/session/x"]"#, policy)?.output
                == #"["https://checkout.pay.example"]"#
        )
        #expect(scrub(#"["https://other.pay.example/session/x"]"#, policy)?.output == #"["https://pay.example"]"#)
    }

    @Test(
        "strict drops human text inside objects and subtrees of persons and orders",
        arguments: [
            (#"{"a":"Order fetch returned"}"#, #"{"a":"[redacted:free-text]"}"#),
            (#"{"a":"token-like_1.0:x/y"}"#, #"{"a":"token-like_1.0:x/y"}"#),
            (#"{"message":"timeout"}"#, #"{"message":"[redacted:free-text]"}"#),
            (#"{"message":{"x":1}}"#, #"{"message":"[redacted:free-text]"}"#),
            (#"{"message":"4111111111111111"}"#, #"{"message":"[redacted:pan]"}"#),
            (#"{"message":null,"detail":5}"#, #"{"message":null,"detail":5}"#),
            (#"{"a":"pay-4111111111111111"}"#, #"{"a":"pay-[redacted:pan]"}"#),
            (#"{"a":"card 4111111111111111"}"#, #"{"a":"[redacted:free-text]"}"#),
            (#"["two words","one"]"#, #"["[redacted:free-text]","one"]"#), (#""two words""#, #""two words""#),
            (
                #"{"customer":{"name":"x"},"order":{"id":[1,{}]}}"#,
                #"{"customer":"[redacted:container]","order":"[redacted:container]"}"#
            ),
            (
                #"{"customer":null,"pending":true,"order":"ord_1"}"#,
                #"{"customer":null,"pending":true,"order":"[redacted:container]"}"#
            ),
            (#"{"token":{"type":"x"},"cvv":[1,2]}"#, #"{"token":"[redacted:secret]","cvv":"[redacted:cvv]"}"#),
            (
                #"{"nativeStackIOS":["0 App"],"domain":"NSURLErrorDomain"}"#,
                #"{"nativeStackIOS":"[redacted:free-text]","domain":"NSURLErrorDomain"}"#
            ),
            (#"{"نورة":1,"a b":2}"#, #"{"[redacted:free-text]":1,"[redacted:free-text]-2":2}"#),
            (
                #"{"p":"{\"type\":\"journey\",\"note\":\"hi\"}"}"#,
                #"{"p":"{\"type\":\"journey\",\"note\":\"[redacted:free-text]\"}"}"#
            ),
            (
                #"{"type":"change","value":"Kofi","previous":"x"}"#,
                #"{"type":"change","value":"[redacted:free-text]","previous":"[redacted:free-text]"}"#
            ),
            (
                #"{"exp":1764500000,"paymentURL":"https://pay.example/s/1"}"#,
                #"{"exp":"[redacted:expiry]","paymentURL":"[redacted:url]"}"#
            ),
            (#"{"a":"\#(String(repeating: "x", count: 64))"}"#, #"{"a":"\#(String(repeating: "x", count: 64))"}"#),
            (#"{"a":"\#(String(repeating: "x", count: 65))"}"#, #"{"a":"[redacted:free-text]"}"#),
        ]
    )
    func text(input: String, expected: String) throws {
        let result = try #require(scrub(input, .strict))
        #expect(result.output == expected)
        #expect(isJSON(result.output))
        #expect(scrub(expected, .strict)?.output == expected)
    }

    @Test("paths into somebody's folder go by their look, names of files by the name beside them")
    func files() {
        let paths = ["/Users/ann/x.txt", "/home/ann", "/var/mobile/C/1", "~/Desktop", "../x.log", #"C:\\Users\\ann"#]
        for path in paths {
            #expect(scrub(#"{"a":"\#(path)"}"#, .strict)?.output == #"{"a":"[redacted:path]"}"#, "\(path)")
        }
        for path in ["/v1/payments", "/var/log/x", "C:x", "a/b", "scan.pdf"] {
            #expect(scrub(#"{"a":"\#(path)"}"#, .strict)?.output == #"{"a":"\#(path)"}"#, "\(path)")
        }
        for file in ["scan.pdf", "a/b", "x.jpeg"] {
            #expect(
                scrub(#"{"attachment":"\#(file)"}"#, .strict)?.output == #"{"attachment":"[redacted:path]"}"#,
                "\(file)"
            )
            #expect(scrub(#"{"attachment":"\#(file)"}"#)?.output == #"{"attachment":"\#(file)"}"#, "\(file)")
        }
    }

    @Test("what goes with its surroundings is still told")
    func absorbed() throws {
        let result = try #require(
            scrub(#"{"u":"https://pay.example/p/4111111111111111/x","m":"mail a@b.example now"}"#, .strict)
        )
        #expect(result.output == #"{"u":"https://pay.example","m":"[redacted:free-text]"}"#)
        #expect(
            result.notes == [
                "pan remove /u 0-0", "url remove /u 19-19", "email remove /m 0-0", "free-text replace /m 0-20",
            ]
        )
        #expect(result.outcome.findings == 4)
    }

    @Test("a policy document chooses the profile and the hosts; what it cannot mean is refused")
    func documents() throws {
        func policy(_ json: String, _ profile: Policy.Profile? = nil) throws -> Policy {
            let bytes = ContiguousArray(json.utf8)
            return try Policy(document: bytes.span, profile: profile)
        }
        #expect(try policy(#"{"profile":"strict","allowed_hosts":["a.example"]}"#).allowedHosts == ["a.example"])
        #expect(try policy(#"{"profile":"strict"}"#).profile == .strict)
        #expect(try policy(#"{"profile":"strict"}"#, .standard).profile == .standard)
        #expect(try policy("{}").profile == .standard)
        for bad in [
            "", "[]", #"{"profile":"lax"}"#, #"{"profile":1}"#, #"{"hosts":[]}"#, #"{"allowed_hosts":[1]}"#, "{} x",
        ] {
            #expect(throws: Policy.DocumentError.self, "\(bad)") { try policy(bad) }
        }
    }
}
