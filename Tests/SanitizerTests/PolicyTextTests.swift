import Testing

@testable import Sanitizer

/// Policies as documents that say all they are: they load, and take and leave the same.
@Suite struct PolicyTextTests {
    private static let layered = #"""
        {"name": "shop", "version": 7, "profile": "strict", "allowed_hosts": ["pay.shop.example"],
         "words": {"secret": ["acme voucher", {"name": "slip", "takes": "token", "whole": true, "profile": "standard"}]},
         "rules": [{"rule": "device", "path": "a.'x y'[2] && !$number", "description": "\u0000\"\\/é\n"},
          {"rule": "phone", "take": "token", "when": {"and": [{"prefix": "AC"}, {"not": {"near": "club no"}},
           {"length": {"min": 4}}, {"or": [{"type": "string"}, {"validator": "luhn"}]}]}}],
         "suppress": [{"rule": "email", "path": "user.**"}], "allow": [{"values": ["pk_test_*"]}],
         "methods": {"pan": "truncate", "email": {"mask": {"keep_first": 1}}, "cvv": "remove", "secret": "mask"}}
        """#

    /// What a pass writes and finds of a golden input under a policy.
    private static func result(_ golden: GoldenCase, _ policy: Policy) -> PassResult? {
        let bytes = ContiguousArray(golden.input)
        return golden.isText ? scrub(textBytes: bytes, policy) : scrub(bytes: bytes, policy)
    }

    @Test("what is built in is a policy like any other", arguments: Policy.Profile.allCases)
    func builtIn(profile: Policy.Profile) throws {
        let built = profile == .strict ? Policy.strict : .standard
        let document = built.document
        let loaded = try policy(document)
        #expect(loaded.profile == profile && loaded.documents.map(\.name) == [profile.rawValue])
        // All of the vocabulary is in there, and adding it changes none of it.
        #expect(document.contains("\"clientsecret\"") && document.contains("\"cvv\"") && document.contains("\"zip"))
        #expect(loaded.rules?.table.slots == KeyTable.builtIn.slots)
        // Written again it is the same.
        #expect(try policy(loaded.document).document == loaded.document)
        for name in GoldenCorpus.names {
            let golden = try GoldenCase(contentsOf: GoldenCorpus.url(name))
            let (old, new) = (Self.result(golden, built), Self.result(golden, loaded))
            #expect(new?.output == old?.output, "\(name)")
            #expect(new?.findings.map(\.rule) == old?.findings.map(\.rule), "\(name)")
        }
    }

    @Test("what documents add is written with them, of two as their sum")
    func documents() throws {
        let deployment = try policy(Self.layered)
        let project = try policy(
            #"{"version": 2, "words": {"device": ["till"]}, "rules": [{"rule": "name", "path": "b"}]}"#,
            over: deployment
        )
        for written in [deployment, project] {
            let again = try policy(written.document)
            #expect(again.document == written.document)
            #expect(again.profile == .strict && again.allowedHosts == ["pay.shop.example"])
            let definition = try #require(written.rules?.definition)
            let loaded = try #require(again.rules?.definition)
            #expect(loaded.words == definition.words && loaded.methods == definition.methods)
            #expect(loaded.rules.map(\.source) == definition.rules.map(\.source))
            #expect(loaded.suppressionSources == definition.suppressionSources)
            #expect(loaded.allowances == definition.allowances && Set(loaded.paths) == Set(definition.paths))
            for document in [
                #"{"a":{"x y":[1,2,"q",3]},"b":"x","user":{"email":"a.person@mail.example"},"slip":"abc123def456"}"#,
                #"{"till":"9","acme_voucher":"v","card":"4111111111111111","cvv":"123","m":"club no 12 ACME1234"}"#,
            ] {
                for profile in Policy.Profile.allCases {
                    #expect(
                        scrub(document, again.under(profile))?.output == scrub(document, written.under(profile))?.output
                    )
                }
            }
        }
    }

    @Test("a word says which values it takes, whether it is the whole name, and under which profile")
    func words() throws {
        let policy = try policy(
            #"""
            {"words": {"secret": [{"name": "slip", "takes": "token"}, {"name": "chit", "whole": true},
             {"name": "stub", "profile": "strict"}], "pan": [{"name": "ticket"}]}}
            """#
        )
        let document =
            #"{"slip":"none","my_slip":"abc123def456","chit":"x","my_chit":"x","stub":"y1","ticket":"400000000000000"}"#
        #expect(
            scrub(document, policy)?.output
                == #"{"slip":"none","my_slip":"[redacted:secret]","chit":"[redacted:secret]","my_chit":"x","stub":"y1","ticket":"[redacted:pan]"}"#
        )
        #expect(scrub(#"{"stub":"y1"}"#, policy.under(.strict))?.output == #"{"stub":"[redacted:secret]"}"#)
    }

    @Test(
        "a word listed again takes no less than before",
        arguments: [
            (#"{"pan":["pan"]}"#, #"{"pan":"abc"}"#), (#"{"cvv":[{"name":"cvv","takes":"token"}]}"#, #"{"cvv":"123"}"#),
            (#"{"cvv":[{"name":"cvv","whole":true,"profile":"standard"}]}"#, #"{"card_cvv":"abc","my_cvv":"123"}"#),
            (#"{"password":[{"name":"password","takes":"digits"}]}"#, #"{"password":"hunter2"}"#),
            (#"{"phone":["phone"]}"#, #"{"phone":"call 555 010 0199"}"#),
            (#"{"secret":["tokens"]}"#, #"{"tokens":12}"#),
        ]
    )
    func listedAgain(words: String, document: String) throws {
        for profile in [Policy.standard, .strict] {
            let policy = try policy("{\"words\":\(words)}").under(profile.profile)
            let before = try #require(scrub(document, profile)?.outcome.findings)
            #expect(try #require(scrub(document, policy)?.outcome.findings) >= before)
        }
    }
}
