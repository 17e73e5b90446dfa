import Testing

@testable import Sanitizer

/// Documents that try to let payment data through, or a project what its deployment forbids: refused, or without effect.
@Suite struct PolicyLooseningTests {
    @Test(
        "a name that ends in one of payment data, split some way, is taken by no other rule",
        arguments: [
            "ocvv", "o cvv", "oCvv", "xcvvvalue", "xpan", "x_pan", "xpan2", "storedcvc2", "apinblock", "acard",
            "mycardnumber", "zcavv", "qtrack2",
        ]
    )
    func names(word: String) {
        for rule in ["device", "secret", "email"] {
            let document = #"{"words":{"\#(rule)":["\#(word)"]},"suppress":[{"rule":"\#(rule)"}]}"#
            #expect(throws: Policy.DocumentError.self) { try policy(document) }
        }
    }

    @Test("a rule that takes a card number whole leaves nothing of it, nor the date and the code beside it")
    func rules() throws {
        for method in [#""mask""#, #"{"mask":{"keep_first":4,"keep_last":4}}"#, #""remove""#, #""replace""#] {
            let policy = try policy(
                #"{"rules":[{"rule":"device","path":"**.n"},{"rule":"device","take":"token","when":{"length":16}}],"methods":{"device":\#(method)}}"#
            )
            for document in [
                #"{"n":"4111111111111111","exp":"12/27","cvc":"123"}"#, #"{"n":4111111111111111,"exp":"12/27"}"#,
                #"{"m":"4111111111111111","exp":"12/27"}"#, #"{"exp":"12/27","n":"4111111111111111"}"#,
                #"{"n":"paid 4111 1111 1111 1111 today","exp":"12/27"}"#,
            ] {
                let output = try #require(scrub(document, policy)?.output)
                #expect(!output.contains("4111") && !output.contains("1111"), "\(method) \(output)")
                #expect(!output.contains("12/27") && !output.contains("123"), "\(method) \(output)")
            }
        }
    }

    @Test("what is suppressed in one place is taken in another of the same document")
    func suppressionEndsThere() throws {
        let policy = try policy(#"{"suppress":[{"rule":"password","path":"user.**"}]}"#)
        let text = "login failed, password=hunter2 rejected"
        let output = scrub(#"{"user":{"m":"\#(text)"},"m":"\#(text)","n":["\#(text)"]}"#, policy)?.output
        let taken = "login failed, password=[redacted:password] rejected"
        #expect(output == #"{"user":{"m":"\#(text)"},"m":"\#(taken)","n":["\#(taken)"]}"#)
    }

    @Test("a suppressed rule lets no part of a number through that stands behind another part of it")
    func partsBeside() throws {
        let policy = try policy(
            #"{"suppress":[{"rule":"secret"},{"rule":"phone"},{"rule":"name"},{"rule":"national-id"},{"rule":"bank-account"}]}"#
        )
        for document in [
            #"["4111","1111","1111","1111"]"#, #"{"card":["4111","1111","1111","1111"]}"#,
            #"{"card":{"d1":"4111","d2":"1111","d3":"1111","d4":"1111"}}"#,
            #"{"card":{"number":"4111111111111111","parts":[4111,1111,1111,1111],"cvv":"123"}}"#,
            #"["4111111111111111","12/27","123"]"#, #"[["cvv","123"],["card","4111 1111 1111 1111"]]"#,
            #"{"token":"4111111111111111","phone":"4111111111111111","name":"4111 1111 1111 1111"}"#,
        ] {
            for profile in Policy.Profile.allCases {
                let built = try #require(scrub(document, profile == .strict ? .strict : .standard))
                let loosened = try #require(scrub(document, policy.under(profile)))
                for part in ["4111", "1111", "123", "12/27"] where !built.output.contains(part) {
                    #expect(!loosened.output.contains(part), "\(part): \(loosened.output)")
                }
            }
        }
    }

    @Test("a code in a slot goes by its own name, whatever the object around it is called or left for")
    func slots() throws {
        let left = try policy(#"{"suppress":[{"rule":"email","path":"email.*"},{"rule":"session"}]}"#)
        for document in [
            #"{"card_number":{"name":"cvv","value":"7375"}}"#, #"{"pan":[{"value":"7375","name":"cvv"}]}"#,
            #"{"auth":{"name":"cvv","value":"7375"}}"#, #"{"email":{"name":"cvv","value":"7375"}}"#,
            #"{"session":{"name":"cvv","value":"7375"}}"#,
        ] {
            for policy in [Policy.standard, left] {
                let output = try #require(scrub(document, policy)?.output)
                #expect(!output.contains("7375"), "\(output)")
                #expect(scrub(output, policy)?.output == output)
            }
        }
    }

    @Test("a rule that asks for length or beginning does not judge what was left of a value")
    func judgedOnce() throws {
        let short = try policy(
            #"{"rules":[{"rule":"name","when":{"length":{"max":18}}},{"rule":"device","when":{"length":{"min":40}}}],"methods":{"secret":"remove","pan":"truncate"}}"#
        )
        for document in [
            #""token=5500005555555559""#, #""pay 5500 0055 5555 5559 now""#,
            #""x password=hunter2 and 4111111111111111""#,
        ] {
            let once = try #require(scrub(document, short)?.output)
            #expect(scrub(once, short)?.output == once)
        }
    }

    @Test("a project's rules leave nothing of what the deployment says is replaced")
    func projects() throws {
        let deployment = try policy(#"{"methods":{"email":"replace","secret":"remove"}}"#)
        let project = try policy(
            #"{"rules":[{"rule":"device","path":"user.*"}],"methods":{"device":{"mask":{"keep_first":4,"keep_last":4}}}}"#,
            over: deployment
        )
        let output = scrub(
            #"{"user":{"email":"somebody.long@mail.example","x":"to somebody.long@mail.example","y":"abcdefghijklmnopqrstuvwxyz"}}"#,
            project
        )?.output
        #expect(
            output == #"{"user":{"email":"[redacted:email]","x":"[redacted:device]","y":"abcd****yz"}}"#
        )
        for document in [
            #"{"words":{"device":["client secret"]}}"#, #"{"words":{"session":["access token"]}}"#,
            #"{"words":{"pan":["client secret"]}}"#,
        ] {
            #expect(throws: Policy.DocumentError.self) { try policy(document, over: deployment) }
        }
    }

    @Test("nothing that an allowed value begins with or holds lets payment data through")
    func allowances() throws {
        let policy = try policy(
            #"{"allow":[{"values":["411*","4111*","pk_*","123","cvv*","card","B4111*","eyJ*"]}],"allowed_hosts":["4111111111111111","4111111111111111.shop.example"]}"#
        )
        for document in [
            #"{"m":"4111111111111111","card":"4111111111111111","cvv":"123","password":"4111111111111111"}"#,
            #"{"u":"https://4111111111111111.shop.example/a?cvv=123","v":"http://4111111111111111/"}"#,
            #"{"m":"cvv=123","n":"B4111111111111111^A/B^2712101123456789","token":"pk_4111111111111111"}"#,
        ] {
            for profile in Policy.Profile.allCases {
                let output = try #require(scrub(document, policy.under(profile))?.output)
                #expect(!output.contains("4111111111111111"), "\(output)")
                #expect(!output.contains("123"), "\(output)")
            }
        }
    }
}
