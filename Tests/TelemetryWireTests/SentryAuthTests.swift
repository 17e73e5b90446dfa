import Testing

@testable import TelemetryEnvelope
@testable import TelemetryWire

@Suite struct SentryAuthTests {
    static let key = "0123456789abcdef0123456789abcdef"

    @Test(
        "the key is found whatever the order, blanks and quotes",
        arguments: [
            "Sentry sentry_version=7, sentry_client=sentry.python/2.75.0, sentry_key=\(key)",
            "Sentry sentry_key=\(key), sentry_version=7, sentry_client=sentry.native/0.7",
            "Sentry sentry_version=7,sentry_key=\(key),sentry_client=x/1",
            "sentry  sentry_key = \(key) , sentry_secret=abc",
            "Sentry sentry_version=5, sentry_timestamp=1796028769, sentry_key=\"\(key)\"",
            "Sentry sentry_key=\(key), sentry_key=\(key)",
            "Sentry , ,sentry_key=\(key),",
        ]
    )
    func header(_ text: String) {
        let bytes = ContiguousArray(text.utf8)
        #expect(SentryAuth.parse(header: bytes.span) == .key(SentryAuth(publicKey: Self.key)))
    }

    @Test(
        "headers without a key, or with a bad or doubtful one",
        arguments: [
            ("", .absent), ("Bearer abc", .absent), ("Sentry", .absent), ("Sentry sentry_version=7", .absent),
            ("Sentryx sentry_key=a", .absent), ("Sentry sentry_keys=a", .absent), ("Sentry sentry_key", .absent),
            ("Sentry sentry_key=", .invalid), ("Sentry sentry_key=a b", .invalid), ("Sentry sentry_key=a'--", .invalid),
            ("Sentry sentry_key=a, sentry_key=b", .invalid),
        ] as [(String, SentryAuth.Result)]
    )
    func badHeader(_ text: String, _ expected: SentryAuth.Result) {
        let bytes = ContiguousArray(text.utf8)
        #expect(SentryAuth.parse(header: bytes.span) == expected)
    }

    @Test(
        "query strings, encoded or not",
        arguments: [
            (
                "sentry_version=7&sentry_key=\(key)&sentry_client=sentry.javascript.browser%2F8.0.0",
                .key(SentryAuth(publicKey: key))
            ),
            ("sentry_key=\(key)", .key(SentryAuth(publicKey: key))),
            ("%73entry_key=a%62c", .key(SentryAuth(publicKey: "abc"))),
            ("", .absent), ("&&", .absent), ("xsentry_key=a", .absent), ("sentry_key=", .invalid),
            ("sentry_key=%", .invalid),
            ("sentry_key=a%2", .invalid), ("sentry_key=a&sentry_key=b", .invalid), ("sentry_key=a%00", .invalid),
        ] as [(String, SentryAuth.Result)]
    )
    func query(_ text: String, _ expected: SentryAuth.Result) {
        let bytes = ContiguousArray(text.utf8)
        #expect(SentryAuth.parse(query: bytes.span) == expected)
    }

    @Test("all places of one request must agree")
    func agreement() {
        let one = SentryAuth.Result.key(SentryAuth(publicKey: "a"))
        let other = SentryAuth.Result.key(SentryAuth(publicKey: "b"))
        #expect(one.agreeing(with: .absent) == one)
        #expect(SentryAuth.Result.absent.agreeing(with: one) == one)
        #expect(one.agreeing(with: one) == one)
        #expect(one.agreeing(with: other) == .invalid)
        #expect(one.agreeing(with: .invalid) == .invalid)
        #expect(SentryAuth.Result.absent.agreeing(with: .absent) == .absent)
    }
}
