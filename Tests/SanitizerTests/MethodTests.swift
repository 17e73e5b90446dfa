import Foundation
import Testing

@testable import Sanitizer

/// What stands in the place of a value under each method: legal in every syntax, a fixed point, and nothing to be found
/// in it.
@Suite struct MethodTests {
    /// A digest that tells what it was asked for: the sum of the message in every byte, so that equal messages agree.
    struct FakeDigest: KeyedDigest {
        var keyID = "k"

        func digest(of message: ContiguousArray<UInt8>) -> [UInt8]? {
            var sum: UInt64 = 0xcbf2_9ce4_8422_2325
            for byte in message { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
            return (0..<32).map { UInt8(truncatingIfNeeded: sum >> UInt64($0 % 8 * 8)) }
        }
    }

    private static func policy(
        _ profile: Policy.Profile = .standard,
        digest: (any KeyedDigest)? = FakeDigest(),
        _ change: (inout Methods) -> Void
    ) -> Policy {
        var methods = Methods()
        change(&methods)
        return Policy(profile: profile, methods: methods, digest: digest)
    }

    private static let truncating = policy { $0.card = .truncate }

    @Test(
        "a card number is truncated by its length",
        arguments: [
            ("4111111111111111", "411111******1111"), ("4111 1111 1111 1111", "411111******1111"),
            ("378282246310005", "378282*****0005"), ("3782-822463-10005", "378282*****0005"),
            ("30569309025904", "305693****5904"), ("4222222222222", "*********2222"),
            ("6304000000000000000", "630400*********0000"), ("٤١١١١١١١١١١١١١١١", "411111******1111"),
            ("%34111111111111111", "411111******1111"), ("４１１１　１１１１　１１１１　１１１１", "411111******1111"),
        ]
    )
    func truncation(card: String, truncated: String) throws {
        for text in [card, "card \(card), declined", "https://a.example/?pan=\(card)&x=1", "<n>\(card)</n>"] {
            guard scrub(text: text).outcome.findings > 0 else { continue }
            let result = scrub(text: text, Self.truncating)
            #expect(result.output == text.replacingOccurrences(of: card, with: truncated))
            #expect(result.findings.map(\.method) == [.truncate])
            #expect(result.findings.map { $0.range.count } == [truncated.utf8.count])
            for policy in [Self.truncating, .standard] {
                #expect(scrub(text: result.output, policy).outcome.findings == 0, "\(result.output)")
            }
        }
        for name in ["m", "card_number", "pan", "phone", "note"] {
            let document = #"{"\#(name)":"\#(truncated)"}"#
            #expect(scrub(document)?.output == document)
            #expect(scrub(document, .strict)?.output == document)
        }
    }

    @Test("what is no number by itself is replaced: in numbers with an exponent, in base64, with authentication data")
    func truncationFallsBack() {
        let policy = Self.truncating
        #expect(scrub(#"{"n":4111111111111111}"#, policy)?.output == #"{"n":"411111******1111"}"#)
        #expect(scrub(text: "t NDExMTExMTExMTExMTExMQ== t", policy).output.contains("1111") == false)
        #expect(scrub(#"{"n":"%B4111111111111111^DOE/J^2512101?"}"#, policy)?.output == #"{"n":"[redacted:track]"}"#)
        #expect(scrub(#"{"4111111111111111":1}"#, policy)?.output == #"{"[redacted:pan]":1}"#)
        #expect(scrub(#"["4111","1111","1111","1111"]"#, policy)?.output.contains("411111") == false)
    }

    @Test("a digest is one of the digits, whatever they were written with, and its own fixed point")
    func digests() throws {
        let policy = Self.policy {
            $0.card = .hmac
            $0.personal = .hmac
            $0.secret = .hmac
        }
        var seen: Set<String> = []
        for card in ["4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111", "%34111111111111111"] {
            let result = scrub(text: "card \(card) declined", policy)
            #expect(result.findings.map(\.method) == [.hmac])
            seen.insert(result.output)
        }
        #expect(seen.count == 1)
        let text = try #require(seen.first)
        let digest = text.dropFirst(5).dropLast(9)
        #expect(digest.hasPrefix("[hmac:pan:k:") && digest.hasSuffix("]") && digest.utf8.count == 12 + 65)
        #expect(!digest.utf8.contains { (0x30...0x39).contains($0) })
        let mail = scrub(text: "from a.person@mail.example today", policy).output
        #expect(mail.hasPrefix("from [hmac:email:k:"))
        for output in [text, mail] {
            for again in [policy, Self.policy { $0.personal = .mask }, .standard] {
                #expect(scrub(text: output, again).output == output)
            }
            for name in ["password", "cvv", "card_number", "message", "authorization", "email"] {
                let document = #"{"\#(name)":"\#(digest)"}"#
                for again in [policy, .standard, .strict] { #expect(scrub(document, again)?.output == document) }
            }
        }
        // Exactly, not roughly.
        for wrong in ["[hmac:pan:k:aa]", "[hmac:nope:k:\(digest.dropFirst(12))", "[hmac:pan:K:\(digest.dropFirst(12))"]
        {
            #expect(scrub(#"{"password":"\#(wrong)"}"#)?.output == #"{"password":"[redacted:password]"}"#)
        }
    }

    @Test("without a key a digest is a placeholder")
    func digestWithoutKey() {
        struct Broken: KeyedDigest {
            var keyID = "k"
            func digest(of message: ContiguousArray<UInt8>) -> [UInt8]? { nil }
        }
        for digest in [nil, Broken(), FakeDigest(keyID: "K1"), FakeDigest(keyID: "")] as [(any KeyedDigest)?] {
            let policy = Self.policy(digest: digest) { $0.card = .hmac }
            #expect(scrub(text: "card 4111111111111111", policy).output == "card [redacted:pan]")
        }
    }

    @Test("a mask keeps a quarter at most, letters and digits only, and settles")
    func masks() {
        let policy = Self.policy { $0.personal = .mask(keepingFirst: 2, last: 4) }
        #expect(scrub(text: "from a.person@mail.example today", policy).output == "from a****mple today")
        #expect(scrub(#"{"first_name":"Kim"}"#, policy)?.output == #"{"first_name":"****"}"#)
        #expect(scrub(#"{"first_name":"Maximilian"}"#, policy)?.output == #"{"first_name":"Ma****"}"#)
        for document in [#"{"first_name":"Ma****"}"#, #"{"first_name":"****"}"#] {
            let again = scrub(document, policy)
            #expect(again?.output == document && again?.outcome.findings == 0)
        }
        // Payment data under another name keeps nothing.
        let card = scrub(#"{"first_name":"4111 1111 1111 1111 with more words"}"#, policy)
        #expect(card?.output == #"{"first_name":"[redacted:name]"}"#)
        let code = Self.policy { $0.secret = .mask(keepingFirst: 4, last: 4) }
        #expect(scrub(text: "token=\"abcdefghijkl cvv=123\"", code).output.contains("123") == false)
    }

    @Test("what is removed leaves nothing of a value, and a mark in a longer text")
    func removal() {
        let policy = Self.policy {
            $0.authentication = .remove
            $0.expiry = .remove
            $0.secret = .remove
        }
        #expect(
            scrub(#"{"cvv":"123","pin":1234,"o":{"track2":"x=1"}}"#, policy)?.output
                == #"{"cvv":"","pin":"","o":{"track2":""}}"#
        )
        let text = scrub(text: "cvv: 123 then more, password=hunter2 ok", policy)
        #expect(text.output == "cvv: [redacted] then more, password=[redacted] ok")
        #expect(text.findings.map(\.method) == [.remove, .remove])
        #expect(scrub(text: text.output, policy).outcome.findings == 0)
        #expect(scrub(text: text.output).outcome.findings == 0)
    }
}
