import Testing

@testable import Sanitizer

@Suite struct PassTests {
    @Test(
        "replaces what keys and detectors take and leaves the rest byte for byte",
        arguments: [
            // Strings by key, and by what they hold.
            (#"{ "cvv" : "123" , "step":"confirm" }"#, #"{ "cvv" : "[redacted:cvv]" , "step":"confirm" }"#),
            (#"{"message":"card 4111111111111111 declined"}"#, #"{"message":"card [redacted:pan] declined"}"#),
            (#"{"password":{"value":"hunter2","at":1}}"#, #"{"password":{"value":"[redacted:password]","at":1}}"#),
            (
                #"{"password":["a1","b2",null,true]}"#,
                #"{"password":["[redacted:password]","[redacted:password]",null,true]}"#
            ),
            (
                #"{"user.email":{"value":"none of it","type":"string"}}"#,
                #"{"user.email":{"value":"[redacted:email]","type":"string"}}"#
            ),
            // Numbers, in every spelling.
            (#"{"n":4111111111111111}"#, #"{"n":"[redacted:pan]"}"#),
            (#"{"n":-4111111111111111}"#, #"{"n":"[redacted:pan]"}"#),
            (#"{"n":4111111111111111.0}"#, #"{"n":"[redacted:pan]"}"#),
            (#"{"n":4.111111111111111E+15}"#, #"{"n":"[redacted:pan]"}"#),
            (#"{"n":41111111111111110e-1}"#, #"{"n":"[redacted:pan]"}"#),
            (#"{"n":6205500000000000004}"#, #"{"n":"[redacted:pan]"}"#),
            (
                #"{"cvv":123,"pin":4821,"otp":123456}"#,
                #"{"cvv":"[redacted:cvv]","pin":"[redacted:pin]","otp":"[redacted:pin]"}"#
            ),
            ("4111111111111111", #""[redacted:pan]""#),
            // Names.
            (#"{"4111111111111111":{"attempts":2}}"#, #"{"[redacted:pan]":{"attempts":2}}"#),
            (
                #"{"4111111111111111":1,"a@example.org":2,"x":3,"5555555555554444":4}"#,
                #"{"[redacted:pan]":1,"[redacted:email]-2":2,"x":3,"[redacted:pan]-3":4}"#
            ),
            (#"{"[redacted:pan]":1,"4111111111111111":2}"#, #"{"[redacted:pan]":1,"[redacted:pan]-2":2}"#),
            (#"{"4111111111111111":1,"[redacted:pan]":2}"#, #"{"[redacted:pan]":1,"[redacted:pan]-2":2}"#),
            (#"{"\u0034111111111111111":1}"#, #"{"[redacted:pan]":1}"#),
            (#"{"\u0063vv":"123"}"#, #"{"\u0063vv":"[redacted:cvv]"}"#),
            // Escapes in values.
            (#"{"a":"\u0034111\u00201111 1111 1111\n"}"#, #"{"a":"[redacted:pan]\n"}"#),
            (#"{"a":"\"4111111111111111\" \ud83d\ude00"}"#, #"{"a":"\"[redacted:pan]\" \ud83d\ude00"}"#),
            // Names beside values.
            (
                #"[["Authorization","Bearer abcdef0123"],["Accept","x"]]"#,
                #"[["Authorization","[redacted:authorization]"],["Accept","x"]]"#
            ),
            (#"[["password","hunter2","x"]]"#, #"[["password","hunter2","x"]]"#),
            (#"["password","hunter2"]"#, #"["password","[redacted:password]"]"#),
            (#"["password","email"]"#, #"["password","email"]"#),
            (
                #"{"argv":["pay","--password","hunter2","--verbose"]}"#,
                #"{"argv":["pay","--password","[redacted:password]","--verbose"]}"#
            ),
            (
                #"{"rawHeaders":["Host","a","X-Api-Key","kkk"]}"#,
                #"{"rawHeaders":["Host","a","X-Api-Key","[redacted:api-key]"]}"#
            ),
            (#"[{"name":"X-Api-Key","value":"kkk"}]"#, #"[{"name":"X-Api-Key","value":"[redacted:api-key]"}]"#),
            (#"[{"value":"kkk","name":"X-Api-Key"}]"#, #"[{"value":"[redacted:api-key]","name":"X-Api-Key"}]"#),
            (#"[{"value":"kkk","n":{"name":"X-Api-Key"}}]"#, #"[{"value":"kkk","n":{"name":"X-Api-Key"}}]"#),
            // Cookies: names and attributes stay.
            (#"{"Cookie":"theme=dark; sid=1"}"#, #"{"Cookie":"theme=[redacted:cookie]; sid=[redacted:cookie]"}"#),
            (#"{"cookies":{"theme":"dark"}}"#, #"{"cookies":{"theme":"[redacted:cookie]"}}"#),
            (
                #"{"cookies":[{"name":"theme","value":"dark","path":"/","httpOnly":true}]}"#,
                #"{"cookies":[{"name":"theme","value":"[redacted:cookie]","path":"/","httpOnly":true}]}"#
            ),
            // Card objects.
            (
                #"{"card":{"number":"6234567890123452","code":"123","brand":"x"}}"#,
                #"{"card":{"number":"[redacted:pan]","code":"[redacted:cvv]","brand":"x"}}"#
            ),
            (
                #"{"exp_month":1,"exp_year":2031,"number":"4111111111111111"}"#,
                #"{"exp_month":"[redacted:expiry]","exp_year":"[redacted:expiry]","number":"[redacted:pan]"}"#
            ),
            (#"{"exp_month":12,"exp_year":2031,"number":"x"}"#, #"{"exp_month":12,"exp_year":2031,"number":"x"}"#),
            // Split forms.
            (
                #"["4111","1111","1111","1111",true]"#,
                #"["[redacted:pan]","[redacted:pan]","[redacted:pan]","[redacted:pan]",true]"#
            ),
            (#"["x","3782","822463","10005"]"#, #"["x","[redacted:pan]","[redacted:pan]","[redacted:pan]"]"#),
            (
                #"{"card":[4111,1111,1111,1111]}"#,
                #"{"card":["[redacted:pan]","[redacted:pan]","[redacted:pan]","[redacted:pan]"]}"#
            ),
        ]
    )
    func golden(input: String, expected: String) throws {
        let result = try #require(scrub(input))
        #expect(result.output == expected)
        #expect(result.outcome.findings == result.findings.count)
        #expect(isJSON(result.output))
        #expect(scrub(result.output)?.output == expected)
    }

    @Test(
        "scrubs JSON inside strings, four deep, and keeps every level valid",
        arguments: [
            (#"{"a":1}"#, #"{"a":1}"#), (#"{"cvv":123}"#, #"{"cvv":"[redacted:cvv]"}"#),
            (
                #"{"pan":"4111111111111111","x":[1,{"pin":"4821"}]}"#,
                #"{"pan":"[redacted:pan]","x":[1,{"pin":"[redacted:pin]"}]}"#
            ),
            (#"[4111111111111111]"#, #"["[redacted:pan]"]"#), (#""4111111111111111""#, #""[redacted:pan]""#),
            (#"{"4111111111111111":"é\n"}"#, #"{"[redacted:pan]":"é\n"}"#),
        ]
    )
    func nested(inner: String, expected: String) {
        var input = inner
        var output = expected
        for _ in 0..<4 {
            input = #"{"body":\#(quoted(input))}"#
            output = #"{"body":\#(quoted(output))}"#
            #expect(scrub(input)?.output == output)
            #expect(scrub(output)?.output == output)
        }
    }

    @Test("replaces JSON that is nested deeper than it is followed")
    func nestedTooDeep() throws {
        var input = #"{"cvv":"123"}"#
        for _ in 0..<6 { input = #"{"body":\#(quoted(input))}"# }
        let result = try #require(scrub(input))
        #expect(!result.output.contains("123"))
        #expect(result.output.contains("[redacted:limit]"))
        #expect(isJSON(result.output))
        #expect(scrub(result.output)?.output == result.output)
    }

    @Test(
        "clean documents come out byte for byte",
        arguments: [
            "0", "null", #""""#, " [ ] ", "\t{\r\n}\n", #"{"a":[1,2.50,-0,1e5,true,false,null,"x\/y\u00e9"]}"#,
            #"{"token_count":9,"tokens":512,"cvv_result":"M","pinned":true,"secretary":"Dana","card_id":"card_9f3"}"#,
            #"{"password":null,"pin":true,"cvv":"","token":"missing","secret":"***"}"#,
            #"{"at":1548138160707,"ts_ns":1764500000000000005,"event_id":"41111111111111114242424242424242"}"#,
            #"{"ratio":0.4111111111111111,"imei":"356938035643809","ean":"4006381333931","lat":24.7135517}"#,
            #"{"card":{"brand":"visa","last4":"1111","bin":"411111"},"prices":[1299,1499,1999,2499]}"#,
            #"{"a":1,"a":2,"":3," ":4}"#, #"{"x":"\ud83d"}"#, #"{"nested":"{\"a\":1}","not":"{a}","[":"]"}"#,
            #"{"version":"10.7.31.9","trace_id":"4111111111111111"}"#,
        ]
    )
    func clean(json: String) {
        #expect(scrub(json) == PassResult(output: json))
    }

    @Test("a reused pass forgets the document before")
    func reuse() throws {
        var pass = Pass(stage: .client)
        var observer = NoObserver()
        var output = SanitizedBuffer()
        for _ in 0..<3 {
            for (policy, expected) in [
                (Policy.standard, "{\"publicKey\":\"k9\"}"), (.strict, "{\"publicKey\":\"[redacted:api-key]\"}"),
            ] {
                output.removeAll()
                let input = ContiguousArray(#"{"publicKey":"k9"}"#.utf8)
                _ = try pass.run(input: input.span, policy: policy, into: &output, observer: &observer)
                #expect(String(decoding: output.bytes(in: 0..<output.count).value, as: UTF8.self) == expected)
                let broken = ContiguousArray(#"{"a":{"b":["4111111111111111",}"#.utf8)
                #expect(throws: Pass.Failure.self) {
                    try pass.run(input: broken.span, policy: policy, into: &output, observer: &observer)
                }
                #expect(output.count == expected.utf8.count)
            }
        }
    }

    @Test("refuses what is not JSON and leaves the output as it was")
    func refusals() {
        for text in ["", "{", #"{"a":1"#, #"{"cvv":"123"} x"#, "[1,]", "\"\u{1}\"", "nul"] {
            #expect(scrub(text) == nil, "\(text)")
        }
        #expect(scrub(bytes: [0x22, 0xFF, 0x22]) == nil)
    }

    @Test("a value below a hundred levels is replaced, whatever it holds")
    func depth() throws {
        let open = String(repeating: "[", count: 100)
        let close = String(repeating: "]", count: 100)
        #expect(scrub(open + #"{"cvv":"123"}"# + close)?.output == open + #""[redacted:limit]""# + close)
        #expect(scrub(open + "1" + close)?.output == open + "1" + close)
        let deep = String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)
        let result = try #require(scrub(deep))
        #expect(result.notes == ["limit replace " + String(repeating: "/0", count: 100) + " 0-16"])
    }
}
