import Testing

@testable import Sanitizer

/// What containers, siblings and shapes say about values, and how far output may grow.
@Suite struct PassInheritanceTests {
    @Test(
        "an object under a secret's name hands the name down; words about the value keep theirs",
        arguments: [
            (#"{"cvv":{"a":"123","b":[456]}}"#, #"{"cvv":{"a":"[redacted:cvv]","b":["[redacted:cvv]"]}}"#),
            (#"{"password":{"a":"x"}}"#, #"{"password":{"a":"[redacted:password]"}}"#),
            (#"{"cvv":{"x":{"y":"123"}}}"#, #"{"cvv":{"x":{"y":"[redacted:cvv]"}}}"#),
            (#"{"token":{"type":"bearer","x":"abc123def"}}"#, #"{"token":{"type":"bearer","x":"[redacted:secret]"}}"#),
            (
                #"{"key":"cvv","value":{"stringValue":"737"}}"#,
                #"{"key":"cvv","value":{"stringValue":"[redacted:cvv]"}}"#
            ),
            (#"{"pair":["cvv","737"]}"#, #"{"pair":["cvv","[redacted:cvv]"]}"#),
            (#"{"object":"card","number":"6234567890123452"}"#, #"{"object":"card","number":"[redacted:pan]"}"#),
            (#"{"number":"6234567890123452","cvc":1}"#, #"{"number":"[redacted:pan]","cvc":1}"#),
            (#"{"timestamp":4111111111111111}"#, #"{"timestamp":"[redacted:pan]"}"#),
            (#"{"trace_id":"411111111111111"}"#, #"{"trace_id":"411111111111111"}"#),
            (#"{"203.0.113.7":1}"#, #"{"[redacted:ip-address]":1}"#),
        ]
    )
    func taken(input: String, expected: String) throws {
        let result = try #require(scrub(input))
        #expect(result.output == expected)
        #expect(scrub(result.output)?.output == result.output)
    }

    @Test(
        "what only speaks about a secret or looks like an identifier stays",
        arguments: [
            #"{"cvv":{"length":3}}"#, #"{"pin":{"required":true,"attempts":3,"max_attempts":10}}"#,
            #"{"missing":["cvv","pin"]}"#, #"{"fields":["accessToken","refreshToken"]}"#,
            #"{"request_id":"4111111111111111","span_id":"5105105105105100"}"#, #"{"parent_span_id":5105105105105100}"#,
            #"{"number":"6234567890123452","kind":"order"}"#, #"{"ts":1764500000005000,"at":"20261130120000"}"#,
        ]
    )
    func kept(input: String) {
        #expect(scrub(input)?.output == input)
    }

    @Test("strict excuses identifiers as strings only")
    func strictIdentifiers() {
        #expect(scrub(#"{"trace_id":4111111111111111}"#, .strict)?.output == #"{"trace_id":"[redacted:pan]"}"#)
        let id = #"{"trace_id":"4111111111111111"}"#
        #expect(scrub(id, .strict)?.output == id)
    }

    @Test("of a list under a key rule sixteen elements are replaced, the others left out and counted")
    func longList() throws {
        let input = #"{"pin":["# + String(repeating: "1234,", count: 40) + #"null,"missing",5678],"a":1}"#
        let result = try #require(scrub(input))
        let taken = Array(repeating: "\"[redacted:pin]\"", count: 16).joined(separator: ",")
        #expect(result.output == #"{"pin":["# + taken + #",null,"missing"],"a":1}"#)
        #expect(result.outcome.findings == 41)
        #expect(scrub(result.output)?.output == result.output)
        let nested = try #require(scrub(quoted(input)))
        #expect(nested.output == quoted(result.output))
    }

    @Test(
        "output never outgrows its bound, stays JSON and settles",
        arguments: [
            #"{"pin":12},"#, #"{"cvv":[123]},"#, #""Cookie: a=b;c=d;e=f;g=h","#, #""{\"pin\":12,\"otp\":12}","#,
            #"{"a@b.co":1},"#, #"[1,{"cvv":1234}],"#, #"{"headers":[["Cookie","a=b;c=d;e=f"]]},"#,
        ]
    )
    func growth(unit: String) throws {
        let input = "[" + String(repeating: unit, count: 40_000 / unit.utf8.count) + "0]"
        for document in [input, quoted(input), #"{"a":"# + input + #","b":[1]}"#] {
            for policy in [Policy.standard, .strict] {
                let result = try #require(scrub(document, policy))
                #expect(result.output.utf8.count <= 4 * document.utf8.count + (65 << 10))
                #expect(isJSON(result.output))
                #expect(scrub(result.output, policy)?.output == result.output)
            }
        }
    }

    @Test("a string and a line that outgrow the bound are replaced, and the rest is left out")
    func outgrown() throws {
        let cookies = "Cookie: " + String(repeating: "a=b;", count: 20_000)
        #expect(scrub(text: cookies).output == "[redacted:limit]")
        let result = try #require(scrub(#"{"x":{"m":\#(quoted(cookies)),"n":1},"y":[2]}"#))
        #expect(result.output == #"{"x":{"m":"[redacted:limit]"}}"#)
        #expect(result.findings.contains { $0.rule == .limit } || result.outcome.findings > 1_000)
    }
}
