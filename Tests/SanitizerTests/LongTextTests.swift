import Testing

@testable import Sanitizer

/// Texts and documents that are looked at in parts: nothing is lost at the seams, and memory stays.
@Suite struct LongTextTests {
    /// An observer that takes the output in pieces.
    struct Drain: LineObserver {
        static var watchesStructure: Bool { false }
        static var collectsFindings: Bool { false }
        static var drains: Bool { true }
        var bytes: [UInt8] = []
        var most = 0
        var calls = 0

        mutating func drain(_ output: inout SanitizedBuffer) {
            most = max(most, output.capacity)
            calls += 1
            bytes.append(contentsOf: output.bytes(in: 0..<output.count).value)
            output.removeAll()
        }
    }

    private static let filler = "order ok in 233 ms, "

    /// A text of some `size` bytes with `value` at `place`.
    private static func text(_ value: String, at place: Int, size: Int) -> String {
        let head = String(repeating: filler, count: place / filler.utf8.count + 1).prefix(place - 1) + " "
        return head + value + String(repeating: " " + filler, count: (size - place) / filler.utf8.count)
    }

    @Test(
        "a value is found whole wherever it lies at the edge of a window",
        arguments: [
            ("card 4111 1111 1111 1111 x", "card [redacted:pan] x"), ("cvv=737;", "cvv=[redacted:cvv];"),
            ("bob@example.com", "[redacted:email]"), ("a=1%26cvv%3D737%26b", "a=1%26cvv%3D[redacted:cvv]%26b"),
            ("Bearer abcdef1234567890abcdef1234567890", "Bearer [redacted:authorization]"),
        ]
    )
    func seams(value: String, redacted: String) {
        #expect(scrub(text: value).output == redacted)
        let seam = 64 << 10
        for shift in stride(from: -value.utf8.count - 2, through: 2, by: 3) {
            let input = Self.text(value, at: seam + shift, size: 129 << 10)
            let output = scrub(text: input)
            #expect(output.output == Self.text(redacted, at: seam + shift, size: 129 << 10), "\(shift)")
            // The same inside a JSON string, with an escape before it.
            guard shift % 5 == 0 else { continue }
            let json = scrub(quoted("\n" + input))
            #expect(json?.output == quoted("\n" + output.output), "\(shift)")
        }
    }

    @Test("a private key across the edge of a window goes whole")
    func key() {
        let lines = String(repeating: "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQabcdefghij123\n", count: 50)
        let value = "-----BEGIN RSA PRIVATE KEY-----\n\(lines)-----END RSA PRIVATE KEY-----"
        let output = scrub(text: Self.text(value, at: (64 << 10) - 1_000, size: 129 << 10)).output
        #expect(output.contains("[redacted:private-key]") && !output.contains("MIIE") && !output.contains("KEY-----"))
    }

    @Test("base64 is opened wherever a window cuts its token", arguments: [0, 1])
    func base64(shift: Int) {
        // `"card number": 4111111111111111, ` in base64, far inside a token that is longer than a window.
        let quiet = "b3JkZXIgb2sgaW4gMjMzIG1zLCBv"
        let card = "ImNhcmQgbnVtYmVyIjogNDExMTExMTExMTExMTExMSwg"
        let token = String(repeating: quiet, count: 7_000) + card + String(repeating: quiet, count: 1_500)
        let output = scrub(text: String(repeating: "x", count: shift) + " " + token + " y").output
        #expect(!output.contains("NDExMTExMTExMTEx"))
        let clean = String(repeating: "x", count: shift) + " " + String(repeating: quiet, count: 9_000) + " y"
        #expect(scrub(text: clean).output == clean)
    }

    @Test("a redaction whose end a window does not see goes on to the next blank")
    func openEnd() {
        let input = "x password=\"" + String(repeating: "Ab1", count: 80_000) + "\" y"
        let output = scrub(text: input).output
        #expect(output.utf8.count < 100 && output.hasSuffix(" y"), "\(output.prefix(200))")
    }

    @Test(
        "clean texts come out byte for byte, valid UTF-8 or with U+FFFD",
        arguments: [1 << 18, (1 << 18) + 1, 300_000]
    )
    func clean(size: Int) {
        let unit = "GET /a/b%20c?x=1 took 12 ms – ✓ \u{1F600}, "
        let input = String(repeating: unit, count: size / unit.utf8.count + 1)
        #expect(scrub(text: input).output == input)
        #expect(scrub(quoted(input + "\n"))?.output == quoted(input + "\n"))
        let nested = quoted("{\"a\":" + quoted(input + "\n") + "}")
        #expect(scrub(nested)?.output == nested)
        var broken = ContiguousArray(input.utf8)
        broken.append(contentsOf: [0xFF, 0x20])
        #expect(scrub(textBytes: broken).output == input + "\u{FFFD} ")
    }

    @Test("in broken UTF-8 values are found at the seams, too")
    func broken() {
        let bytes = ContiguousArray(String(repeating: "card 4111 1111 1111 1111 x ", count: 12_000).utf8) + [0xC3]
        let output = scrub(textBytes: bytes).output
        #expect(output == String(repeating: "card [redacted:pan] x ", count: 12_000) + "\u{FFFD}")
    }

    @Test("an observer that drains gets a long document in pieces, the same bytes in bounded memory")
    func drains() throws {
        let item = #"{"cvv":"737","m":"card 4111111111111111\n","ok":[1,2,3]},"#
        let clean = #"{"m":"order ok","n":[1,2,3]},"#
        for unit in [item, clean] {
            let document = "[" + String(repeating: unit, count: (500 << 10) / unit.utf8.count) + "0]"
            let whole = try #require(scrub(document)?.output)
            var stream = LineStream(format: .ndjson, policy: .standard, stage: .relay)
            var drain = Drain()
            var output = SanitizedBuffer()
            stream.feed(ContiguousArray((document + "\n").utf8).span, into: &output, observer: &drain)
            stream.finish(into: &output, observer: &drain)
            #expect(String(decoding: drain.bytes, as: UTF8.self) == whole + "\n")
            #expect(drain.calls > 1 && drain.most <= 1 << 20, "\(drain.most)")
        }
        // What ends as no JSON was not written in part.
        let broken = "[" + String(repeating: item, count: 3_000)
        var drain = Drain()
        var pass = Pass(stage: .relay)
        var output = SanitizedBuffer()
        #expect(throws: Pass.Failure.self) {
            try pass.run(
                input: ContiguousArray(broken.utf8).span,
                policy: .standard,
                into: &output,
                observer: &drain
            )
        }
        #expect(drain.calls == 0 && output.isEmpty)
    }

    @Test("names over 64 KiB are not examined and not kept")
    func names() {
        let name = String(repeating: "k", count: 70_000)
        #expect(scrub("{\"\(name)\":1,\"\\n\(name)\":2}")?.output == #"{"[redacted:limit]":1,"[redacted:limit]-2":2}"#)
    }

    @Test("strict keeps no long text inside an object, and cuts URLs in a bare one")
    func strict() {
        let input = String(repeating: "https://shop.pay.example/a/b ok ", count: 9_000)
        #expect(scrub("{\"a\":\(quoted(input))}", .strict)?.output == #"{"a":"[redacted:free-text]"}"#)
        let output = scrub(text: input, .strict).output
        #expect(output == String(repeating: "https://pay.example ok ", count: 9_000))
    }
}
