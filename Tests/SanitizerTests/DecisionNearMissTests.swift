import Testing

@testable import Sanitizer

/// What resembles a value and is none is told with its reason, wherever a detector looks: in names, beside values that
/// are names, in addresses, telephone numbers, tracks, chip data.
@Suite struct DecisionNearMissTests {
    @Test(
        "names of members: what is in them is told of the name, not of the value",
        arguments: [
            (#"{"4111111111111112":1}"#, "/4111111111111112", "pan check-digit-fails"),
            (#"{"order 4111 1111 1111 1112":1}"#, "/order 4111 1111 1111 1112", "pan check-digit-fails"),
            (#"{"a@b":1}"#, "/a@b", "email not-a-domain"),
            (#"{"icon@2x.png":1}"#, "/icon@2x.png", "email version-number"),
            (#"{"key sk_live_ab1":1}"#, "/key sk_live_ab1", "api-key not-token-shaped"),
            (#"{"at 12:30:45":1}"#, "/at 12:30:45", "ip-address time-of-day"),
            (#"{"a\u0040b":1}"#, "/a@b", "email not-a-domain"),
            (#"{"x":{"y":[{"a@b":1}]}}"#, "/x/y/0/a@b", "email not-a-domain"),
            (#"{"[redacted:pan]":1}"#, "/[redacted:pan]", "pan already-redacted"),
            (#"{"4111111111111111":1}"#, "/[redacted:pan]", "pan taken"),
            (#"{"a.person@mail.example":1}"#, "/[redacted:email]", "email taken"),
        ]
    )
    func names(input: String, path: String, expected: String) throws {
        let decisions = Explained.run(input).decisions
        let decision = try #require(decisions.first)
        #expect(decisions.count == 1 && decision.isAboutName && decision.path.value == path)
        #expect(Explained.line(decision) == expected)
    }

    @Test("a decision about a value is not about its name")
    func values() throws {
        let decision = try #require(Explained.run(#"{"m":"4111111111111112"}"#).decisions.first)
        #expect(!decision.isAboutName)
    }

    @Test(
        "a value that names the one beside it gives the deciding words",
        arguments: [
            (#"[["cvv","737"]]"#, ["cvv taken [cvv]"]),
            (#"[["X-Api-Key","abc123"]]"#, ["api-key taken [x api key]"]),
            (#"{"name":"cvv","value":"737"}"#, ["cvv taken [cvv]"]),
            (#"{"value":"737","name":"cvv"}"#, ["cvv taken [cvv]"]),
            (#"[["password","true"]]"#, ["password reports-only [password]"]),
            (#"{"name":"password","value":"missing"}"#, ["password reports-only [password]"]),
            (#"[["cvv_count","123"]]"#, ["cvv qualified-name [count]"]),
            (#"{"key":"token_count","value":"12"}"#, ["secret qualified-name [count]"]),
            (#"[["a","cvv"],["b","1"]]"#, []),
            (#"[{"name":"cvv","value":"737"},{"name":"x","value":"5"}]"#, ["cvv taken [cvv]"]),
        ] as [(String, [String])]
    )
    func pairs(input: String, expected: [String]) {
        #expect(Explained.lines(input) == expected)
    }

    @Test(
        "network addresses and what looks like them",
        arguments: [
            ("at 12:30:45 it stopped", ["ip-address time-of-day"]),
            ("from 12:30:45.123 on", ["ip-address time-of-day"]),
            ("in Outer::inner::run", ["ip-address scope-operator"]),
            ("in a::b of it", ["ip-address scope-operator"]),
            ("bind :: failed", ["ip-address reserved-address"]),
            ("peer 2001:db8:1:2:3:4:5 left", ["ip-address wrong-groups"]),
            ("link 00:1A:2B:3C:4D up", ["mac-address wrong-groups"]),
            ("link 00-1A-2B-3C-4D-5E-6F up", ["mac-address wrong-groups"]),
            ("peer fe80::1 left", ["ip-address taken"]),
            ("link 00:1A:2B:3C:4D:5E up", ["mac-address taken"]),
            ("ratio 16:9 here", []),
            ("on 2026-11-30 at 12:30", []),
        ] as [(String, [String])]
    )
    func addresses(input: String, expected: [String]) {
        let decisions = Explained.run(text: input).decisions.map(Explained.line)
        #expect(decisions.filter { $0.hasPrefix("ip-") || $0.hasPrefix("mac-") } == expected)
    }

    @Test(
        "telephone numbers: too long, too short, of no country, of no number at all",
        arguments: [
            ("call +1 555 123 now", ["phone length-not-issued"]),
            ("value +12345678901234567 here", ["phone length-not-issued"]),
            ("call +0123456789 now", ["phone unknown-country"]),
            ("gain +24.713552 here", ["phone decimal-fraction"]),
            ("call +44207946095x now", ["phone inside-word"]),
            ("phone: 1234567890123456", ["phone wrong-digits [phone]"]),
            ("sms to 12345678901234567890", ["phone length-not-issued"]),
            ("call +44 20 7946 0958 now", ["phone taken"]),
        ] as [(String, [String])]
    )
    func phones(input: String, expected: [String]) {
        let decisions = Explained.run(text: input).decisions.map(Explained.line)
        #expect(decisions.filter { $0.hasPrefix("phone") } == expected)
    }

    @Test(
        "tracks and chip data that do not come out even",
        arguments: [
            ("swipe %B41111111^DOE/JANE^3012", ["track not-a-track"]),
            ("swipe ;411111111=30121010000?", ["track not-a-track"]),
            ("swipe ;4111111111111112=3012", ["track not-a-track"]),
            ("swipe ;4111111111111111=30121010000?", ["track taken"]),
            ("tlv 5A084111111111111112", ["emv check-digit-fails"]),
            ("tlv 5F2A0208405A0841111111111111125F340101", ["emv check-digit-fails"]),
            ("tlv 57119911111111111112D25122010000000000", ["emv unknown-issuer"]),
            ("tlv 5F2A02084099081122334455667788A1", ["emv not-chip-data"]),
            ("tlv 5F 2A 02 08 40 5A 08 41 11 11 11 11 11 11 12 5F 34", ["emv check-digit-fails"]),
            ("tlv 5F2A0208405A0841111111111111115F340101", ["emv taken"]),
        ] as [(String, [String])]
    )
    func tracks(input: String, expected: [String]) {
        let decisions = Explained.run(text: input).decisions.map(Explained.line)
        #expect(decisions.filter { $0.hasPrefix("track") || $0.hasPrefix("emv") } == expected)
    }

    @Test(
        "what is announced and has not the shape of it",
        arguments: [
            ("the password is changeme, 3 times", ["password not-token-shaped"]),
            ("see https://x.example/token/refresh2after-logout", ["secret not-token-shaped"]),
            ("see https://x.example/long-callback-path-1?code=declined", ["secret not-token-shaped"]),
            ("headers ('X-Api-Key', 'missing') 1234", ["api-key not-token-shaped [x api key]"]),
            ("CPF 529.982.247 here", ["phone no-telling-word", "national-id wrong-digits"]),
            ("-----BEGIN PUBLIC KEY-----MFkwEwYHKoZI", ["private-key public"]),
            ("card1=4111&card2=1111&card3=1111&card4=1112", ["pan check-digit-fails"]),
        ] as [(String, [String])]
    )
    func shapeless(input: String, expected: [String]) {
        #expect(Explained.run(text: input).decisions.map(Explained.line) == expected)
    }

    @Test("words of a name are told of the value beside it, and of nothing that follows")
    func scope() {
        let decisions = Explained.run(text: "cvv=737, order 1234567890123456").decisions.map(Explained.line)
        #expect(decisions == ["cvv taken [cvv]", "pan leading-one"])
    }

    @Test("every reason has a name and a sentence of its own")
    func reasons() {
        let all = Decision.Reason.allCases
        #expect(Set(all.map(\.sentence)).count == all.count)
        #expect(all.allSatisfy { !$0.sentence.hasSuffix(".") && !$0.rawValue.contains(" ") })
    }
}
