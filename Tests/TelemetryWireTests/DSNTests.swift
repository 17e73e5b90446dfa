import Testing

@testable import TelemetryEnvelope
@testable import TelemetryWire

@Suite struct DSNTests {
    @Test(
        "a DSN is read and written in its shortest form",
        arguments: [
            (
                "https://abc@errors.example/42", "https://abc@errors.example/42",
                "https://errors.example/api/42/envelope/"
            ),
            (
                "https://abc:secret@errors.example/42", "https://abc@errors.example/42",
                "https://errors.example/api/42/envelope/"
            ),
            (
                "https://abc:@errors.example/42/", "https://abc@errors.example/42",
                "https://errors.example/api/42/envelope/"
            ),
            ("http://abc@LOCALHOST:8787/1", "http://abc@localhost:8787/1", "http://localhost:8787/api/1/envelope/"),
            (
                "HTTPS://a_b-C@errors.example:9000/in/side/42", "https://a_b-C@errors.example:9000/in/side/42",
                "https://errors.example:9000/in/side/api/42/envelope/"
            ),
            ("http://abc@[::1]:8787/1", "http://abc@[::1]:8787/1", "http://[::1]:8787/api/1/envelope/"),
            ("http://abc@127.0.0.1/p", "http://abc@127.0.0.1/p", "http://127.0.0.1/api/p/envelope/"),
            ("https://abc@h.example//x//42", "https://abc@h.example//x/42", "https://h.example//x/api/42/envelope/"),
        ]
    )
    func valid(_ text: String, _ shortest: String, _ url: String) throws {
        let dsn = try DSN(text)
        #expect(dsn.description == shortest)
        #expect(dsn.envelopeURL == url)
        #expect(try DSN(dsn.description) == dsn)
        #expect(!"\(dsn)".contains("secret"))
    }

    @Test(
        "what is wrong is named, and never repeated",
        arguments: [
            ("", .empty), ("errors.example", .scheme), ("ftp://abc@errors.example/42", .scheme),
            ("https:/abc@errors.example/42", .scheme), ("https://errors.example/42", .publicKey),
            ("https://@errors.example/42", .publicKey), ("https://a b@errors.example/42", .publicKey),
            ("https://a%20b@errors.example/42", .publicKey),
            ("https://\(String(repeating: "a", count: 65))@h.example/1", .publicKey),
            ("https://abc@/42", .host), ("https://abc@exa mple/42", .host),
            ("https://abc@h.example@i.example/42", .host),
            ("https://abc@[::1/42", .host), ("https://abc@[::1]x/42", .host), ("https://abc@h\u{E9}.example/42", .host),
            ("https://abc@h.example:/42", .port), ("https://abc@h.example:0/42", .port),
            ("https://abc@h.example:65536/42", .port), ("https://abc@h.example:80a/42", .port),
            ("https://abc@h.example", .project), ("https://abc@h.example/", .project),
            ("https://abc@h.example//", .project),
            ("https://abc@h.example/42?x=1", .project), ("https://abc@h.example/4.2", .project),
            ("https://abc@h.example/a/../42", .prefix), ("https://abc@h.example/a b/42", .prefix),
            ("https://abc@h.example/\(String(repeating: "a", count: 1_024))", .tooLong),
        ] as [(String, DSNError)]
    )
    func invalid(_ text: String, _ expected: DSNError) {
        #expect(throws: expected) { try DSN(text) }
    }

    @Test(
        "loopback is told by the host alone",
        arguments: [
            ("http://a@localhost/1", true), ("http://a@sub.localhost/1", true), ("http://a@127.0.0.1/1", true),
            ("http://a@127.255.0.9/1", true), ("http://a@[::1]/1", true), ("http://a@127.0.0.1.example/1", false),
            ("http://a@128.0.0.1/1", false), ("http://a@127.0.0/1", false), ("http://a@localhost.example/1", false),
            ("http://a@[::2]/1", false),
        ]
    )
    func loopback(_ text: String, _ expected: Bool) throws {
        #expect(try DSN(text).isLoopback == expected)
    }
}
