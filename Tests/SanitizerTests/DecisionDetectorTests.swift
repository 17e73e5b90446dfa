import Testing

@testable import Sanitizer

/// What each detector of secrets and of personal data says about what it takes and what it leaves.
@Suite struct DecisionDetectorTests {
    @Test(
        "labels in text: the value goes or stays for a reason, and the words of the label are named",
        arguments: [
            ("password=hunter22x", ["password taken [password]"]),
            ("password=${DB_PASSWORD}", ["password reference [password]"]),
            ("password=config.password", ["password reference [password]"]),
            ("password=****", ["password masked [password]"]),
            ("password=missing", ["password plain-word [password]"]),
            ("x token=abc", ["secret taken [token]"]),
            ("Token: oops", ["secret not-token-shaped [token]"]),
            ("cvv=12345", ["cvv wrong-digits [cvv]"]),
            ("token_count=5", ["secret qualified-name [count]"]),
            ("address: unreachable", []),
            ("dob=tomorrow", ["birth-date wrong-digits [dob]"]),
            ("<cvv>737</cvv>", ["cvv taken [cvv]"]),
            ("--password hunter2", ["password taken [password]"]),
            ("['X-Api-Key', 'abc123']", ["api-key taken [x api key]"]),
        ] as [(String, [String])]
    )
    func labels(input: String, expected: [String]) {
        #expect(Explained.run(text: input).decisions.map(Explained.line) == expected)
    }

    @Test(
        "secrets by shape and by a word before them",
        arguments: [
            ("Bearer a1b2c3d4", ["authorization taken"]),
            ("Bearer nothing in 3", ["authorization not-token-shaped"]),
            ("Bearer realm=\"api\"", ["authorization challenge"]),
            ("sk_live_a1b2c3d4e5f6", ["api-key taken"]),
            ("key sk_live_ab1", ["api-key not-token-shaped"]),
            ("pi_abc_secret_a1b2c3", ["secret taken"]),
            ("an eyJhbGciOiJub25lIn0 alone", ["jwt not-token-shaped"]),
            ("cvv2 code 987", ["cvv taken"]),
            ("cvv is 98765", ["cvv wrong-digits"]),
        ] as [(String, [String])]
    )
    func secrets(input: String, expected: [String]) {
        #expect(Explained.run(text: input).decisions.map(Explained.line) == expected)
    }

    @Test(
        "addresses of persons and machines, telephone numbers",
        arguments: [
            ("mail a@b.example", ["email taken"]),
            ("icon@2x.png here", ["email version-number"]),
            ("sdk@4.2.1 here", ["email version-number"]),
            ("look at main@file.swift now", ["email file-name"]),
            ("thread@worker stopped", ["email not-a-domain"]),
            ("git@host.example:team/repo", ["email repository"]),
            ("from 10.1.2.3 to", ["ip-address taken"]),
            ("app 10.1.2.3-beta", ["ip-address version-number"]),
            ("version 10.1.2.3 of it", ["ip-address version-number"]),
            ("route 10.0.0.0 up", ["ip-address reserved-address"]),
            ("call +1 555 123 4567", ["phone taken"]),
            ("item 555 123 4567 sold", ["phone no-telling-word"]),
        ] as [(String, [String])]
    )
    func addresses(input: String, expected: [String]) {
        #expect(Explained.run(text: input).decisions.map(Explained.line) == expected)
    }

    @Test(
        "numbers of accounts and of persons",
        arguments: [
            ("to DE89370400440532013000 today", ["bank-account taken"]),
            ("to DE88370400440532013000 today", ["bank-account check-digit-fails"]),
            ("to DE8937040044053201300 today", ["bank-account length-not-issued"]),
            ("id 123-45-6789", ["national-id taken"]),
            ("id 666-45-6789", ["national-id never-issued"]),
            ("id 123 45 6789", ["national-id no-telling-word"]),
            ("of ABCPE1234F here", ["national-id no-telling-word"]),
            ("pan ABCPE1234F here", ["national-id taken"]),
        ] as [(String, [String])]
    )
    func identifiers(input: String, expected: [String]) {
        let decisions = Explained.run(text: input).decisions.map(Explained.line)
        #expect(decisions.filter { $0.hasPrefix("bank") || $0.hasPrefix("national") } == expected)
    }

    @Test("strict tells what it cuts, and that a bare line keeps its words")
    func strict() {
        let bare = Explained.lines(#""two words""#, .strict)
        #expect(bare == ["free-text bare-text"])
        #expect(Explained.lines(#"{"a":"two words"}"#, .strict) == ["free-text taken"])
        #expect(Explained.lines(#"{"u":"https://a.pay.example/s/1"}"#, .strict) == ["url taken", "url taken"])
    }

    @Test("a version's name excuses its value")
    func versions() {
        #expect(Explained.lines(#"{"app_version":"10.1.2.3"}"#) == ["ip-address version-number"])
    }

    @Test("what was taken hides what was left within it")
    func hidden() {
        // The number in the password fails its check digit; nobody can look at it any more.
        let decisions = Explained.lines(#"{"m":"password=4111111111111112x"}"#)
        #expect(decisions == ["password taken [password]"])
    }
}
