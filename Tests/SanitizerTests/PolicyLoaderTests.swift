import Testing

@testable import Sanitizer

/// Documents that do not load: where each fault is, and what it says.
@Suite struct PolicyLoaderTests {
    private func faults(_ json: String) -> [String] {
        do throws(Policy.DocumentError) {
            _ = try policy(json)
            return []
        } catch {
            return error.faults.map { "\($0.line):\($0.column) \($0.path): \($0.reason)" }
        }
    }

    @Test("every fault is told, with line, column and path")
    func places() {
        let document = """
            {"name": "x", "nmae": 1,
             "profile": "lax",
             "methods": {"cvv": "mask", "pan": {"mask": {}}, "url": "remove"},
             "suppress": [{"rule": "pan"}, {"rule": "e-mail"}],
             "rules": [{"rule": "device", "path": "a..b"}, {"rule": "device"}, {"rule": "cvv", "path": "x", "when": {}}]}
            """
        #expect(
            faults(document) == [
                "1:15 $: unknown member: nmae", "2:13 $.profile: is standard or strict",
                "3:21 $.methods.cvv: is remove or replace and nothing else",
                "3:36 $.methods.pan: is replace, truncate or hmac",
                "3:50 $.methods: no such rule or class, or one that has no methods",
                "4:24 $.suppress[0].rule: is about payment data, which nothing loosens",
                "4:41 $.suppress[1].rule: no such rule",
                "5:39 $.rules[0].path: a path with an empty step", "5:48 $.rules[1]: needs a path or a condition",
                "5:105 $.rules[2].when: has to have one member",
            ]
        )
    }

    @Test(
        "what cannot be meant is refused",
        arguments: [
            "", "[]", "{", "{} {}", "nul", #"{"a":}"#, #"{"profile":"strict","profile":"strict"}"#, #"{"version":0}"#,
            #"{"version":4096}"#, #"{"version":1.5}"#, #"{"version":"1"}"#, #"{"name":""}"#, #"{"allowed_hosts":"x"}"#,
            #"{"allowed_hosts":[1]}"#, #"{"words":{"nope":[]}}"#, #"{"words":{"secret":"x"}}"#,
            #"{"words":{"secret":["1234"]}}"#, #"{"words":{"secret":["a b c d e f g"]}}"#,
            #"{"words":{"secret":["cvv"]}}"#, #"{"words":{"name":["acme cvv"]}}"#, #"{"words":{"device":["card"]}}"#,
            #"{"words":{"device":["value"]}}"#, #"{"words":{"device":["number"]}}"#, #"{"words":{"url":["link"]}}"#,
            #"{"words":{"device":["unit x"],"secret":["unit_x"]}}"#, #"{"rules":[1]}"#, #"{"rules":[{"path":"a"}]}"#,
            #"{"rules":[{"rule":"device","path":""}]}"#, #"{"rules":[{"rule":"device","path":"a.'b"}]}"#,
            #"{"rules":[{"rule":"device","path":"a[x]"}]}"#, #"{"rules":[{"rule":"device","path":"$event"}]}"#,
            #"{"rules":[{"rule":"device","path":"(a"}]}"#, #"{"rules":[{"rule":"device","path":"a b"}]}"#,
            #"{"rules":[{"rule":"device","path":"a &&"}]}"#, #"{"rules":[{"rule":"url","path":"a"}]}"#,
            #"{"rules":[{"rule":"device","take":"word","path":"a"}]}"#,
            #"{"rules":[{"rule":"device","take":"token","path":"a"}]}"#,
            #"{"rules":[{"rule":"device","when":{"validator":"crc"}}]}"#,
            #"{"rules":[{"rule":"device","when":{"and":[]}}]}"#,
            #"{"rules":[{"rule":"device","when":{"length":{}}}]}"#,
            #"{"rules":[{"rule":"device","when":{"length":0}}]}"#,
            #"{"rules":[{"rule":"device","when":{"length":{"min":3,"max":2}}}]}"#,
            #"{"rules":[{"rule":"device","when":{"type":"date"}}]}"#, #"{"suppress":[{"path":"a"}]}"#,
            #"{"suppress":[{"rule":"cvv"}]}"#, #"{"suppress":[{"rule":"expiry"}]}"#,
            #"{"suppress":[{"rule":"encrypted-card"}]}"#, #"{"suppress":[{"rule":"limit"}]}"#,
            #"{"suppress":[{"rule":"email","when":{"prefix":"a"}}]}"#, #"{"allow":[{"rule":"email"}]}"#,
            #"{"allow":[{"rule":"pan","values":["x"]}]}"#, #"{"allow":[{"values":["4111111111111111"]}]}"#,
            #"{"allow":[{"values":["cvv=123"]}]}"#, #"{"allow":[{"values":["a*"]}]}"#, #"{"methods":{"pan":"mask"}}"#,
            #"{"methods":{"pan":"remove"}}"#, #"{"methods":{"pan":["truncate","hmac"]}}"#,
            #"{"methods":{"track":"truncate"}}"#, #"{"methods":{"pin":"hmac"}}"#,
            #"{"methods":{"three-ds":{"mask":{}}}}"#,
            #"{"methods":{"authentication":"mask"}}"#, #"{"methods":{"cardholder":"replace"}}"#,
            #"{"methods":{"limit":"remove"}}"#, #"{"methods":{"free-text":"mask"}}"#, #"{"methods":{"expiry":"mask"}}"#,
            #"{"methods":{"email":{"mask":{"keep_first":5}}}}"#, #"{"methods":{"email":{"keep":1}}}"#,
            #"{"methods":{"email":"truncate"}}"#, #"{"methods":{"email":"hmac"}}"#, #"{"methods":{"pan":"hmac"}}"#,
        ]
    )
    func refused(document: String) {
        #expect(!faults(document).isEmpty)
    }

    @Test("lists, nesting and the whole have their limits")
    func limits() {
        let letters = Array("abcdefghij")
        let word = (0...1_000).map { number in
            "\"w\(String(String(number).compactMap(\.wholeNumberValue).map { letters[$0] }))\""
        }
        #expect(!faults("{\"words\":{\"secret\":[\(word.joined(separator: ","))]}}").isEmpty)
        let rule = #"{"rule":"device","path":"a"}"#
        #expect(faults("{\"rules\":[\(Array(repeating: rule, count: 64).joined(separator: ","))]}").isEmpty)
        #expect(!faults("{\"rules\":[\(Array(repeating: rule, count: 65).joined(separator: ","))]}").isEmpty)
        let deep = String(repeating: #"{"not":"#, count: 9) + #"{"type":"string"}"# + String(repeating: "}", count: 9)
        #expect(!faults("{\"rules\":[{\"rule\":\"device\",\"when\":\(deep)}]}").isEmpty)
        let brackets = String(repeating: "(", count: 5_000)
        #expect(!faults("{\"rules\":[{\"rule\":\"device\",\"path\":\"\(brackets)\"}]}").isEmpty)
        #expect(faults(String(repeating: "[", count: 5_000)).count == 1)
        #expect(
            faults("{\"description\":\"\(String(repeating: "x", count: 256 << 10))\"}") == [
                "1:1 $: larger than 256 KiB"
            ]
        )
        let paths = (0..<129).map { #"{"rule":"email","path":"p\#($0)"}"# }
        #expect(
            !faults(
                "{\"suppress\":[\(paths[0..<64].joined(separator: ","))],\"rules\":[\(paths[64...].joined(separator: ","))]}"
            ).isEmpty
        )
    }

    @Test("no fault shows a value or a name that does not look like one of a format")
    func quiet() {
        for secret in ["4111111111111111", "hunter2 Zq!", "a.person@mail.example"] {
            for document in [
                "{\"\(secret)\":1}", "{\"profile\":\"\(secret)\"}", "{\"methods\":{\"\(secret)\":\"\(secret)\"}}",
                "{\"rules\":[{\"rule\":\"\(secret)\",\"path\":\"(\(secret)\"}]}", "{\"words\":{\"\(secret)\":[]}}",
                "{\"allow\":[{\"values\":[\"cvv=123 \(secret)\"]}]}", "{\"rules\":[{\"when\":{\"\(secret)\":1}}]}",
            ] {
                let told = faults(document)
                #expect(!told.isEmpty)
                #expect(!told.contains { $0.contains(secret) }, "\(told)")
            }
        }
    }

    @Test("mutated documents load or are refused, and never more than that", arguments: 1...6)
    func mutations(seed: UInt64) {
        let sample = Array(
            #"""
            {"name":"x","version":2,"profile":"strict","allowed_hosts":["a.example"],"words":{"secret":["acme token"]},
             "rules":[{"rule":"device","path":"a.**.'b c'[0] && !$number","when":{"or":[{"near":"acme"},{"length":3}]}}],
             "suppress":[{"rule":"email","path":"a.*"}],"allow":[{"values":["abc*"]}],"methods":{"pan":"truncate",
             "email":{"mask":{"keep_first":1}}}}
            """#.utf8
        )
        var state = seed
        func roll(_ sides: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % sides
        }
        var loaded = 0
        for _ in 0..<400 {
            var bytes = sample
            for _ in 0...roll(3) {
                switch roll(4) {
                case 0: bytes[roll(bytes.count)] = UInt8(0x20 + roll(95))
                case 1: bytes.remove(at: roll(bytes.count))
                case 2: bytes.insert(Array(#"{}[]",:*.'()!&|$0a"#.utf8)[roll(18)], at: roll(bytes.count))
                default: bytes.removeSubrange(roll(bytes.count)...)
                }
                if bytes.isEmpty { bytes = [0x7B] }
            }
            let document = ContiguousArray(bytes)
            if let policy = try? Policy(document: document.span) {
                loaded += 1
                #expect(
                    scrub(#"{"a":{"x":{"b c":["v"]},"m":"4111111111111111"}}"#, policy)?.output.contains("11111111")
                        == false
                )
            }
        }
        #expect(loaded > 0)
    }
}
