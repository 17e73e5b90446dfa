import Testing

@testable import Sanitizer

/// A stream of lines gives the same output and findings however its bytes arrive, and lines say about one another
/// what the rest of their text says.
@Suite struct LineStreamTests {
    /// Findings by line.
    struct Recorder: LineObserver {
        static var watchesStructure: Bool { false }
        var notes: [String] = []
        private var line = 0
        private var marked = 0

        mutating func lineBegan() {
            line += 1
            marked = notes.count
        }
        mutating func lineIsText() { notes.removeSubrange(marked...) }
        mutating func finding(_ finding: Finding) {
            notes.append("\(line) \(finding.rule.rawValue) \(finding.path.value) \(finding.range)")
        }
    }

    struct Run: Equatable {
        var output: String
        var notes: [String]
        var lines = 0
        var overLimit = 0
    }

    /// Feeds `bytes` in chunks of the sizes that `size` tells one after the other.
    static func run(
        _ bytes: ContiguousArray<UInt8>,
        _ format: LineStream.Format = .text,
        policy: Policy = .standard,
        limit: Int = LineStream.defaultLimit,
        chunks size: () -> Int
    ) -> Run {
        var stream = LineStream(format: format, policy: policy, stage: .relay, limit: limit)
        var output = SanitizedBuffer()
        var recorder = Recorder()
        var position = 0
        while position < bytes.count {
            let end = min(bytes.count, position + max(1, size()))
            stream.feed(bytes.span.extracting(position..<end), into: &output, observer: &recorder)
            position = end
        }
        stream.finish(into: &output, observer: &recorder)
        return Run(
            output: text(of: output),
            notes: recorder.notes,
            lines: stream.lines,
            overLimit: stream.linesOverLimit
        )
    }

    static func run(_ text: String, _ format: LineStream.Format = .text, limit: Int = 1 << 20) -> Run {
        run(ContiguousArray(text.utf8), format, limit: limit) { 1 << 20 }
    }

    /// Lines, and parts of lines, that mean something to the stream.
    static let pieces: [String] = [
        "2026-11-30T12:00:00Z INFO gateway answered in 233 ms\n", "card 4111 1111 1111 1111 declined", "\n", "\r\n",
        "\n\n", " ", "cvv:\n", "cvv: 737\n", "123\n", "{\"cvv\":\"737\",\"a\":[1,2]}\n", "{\"cvv\":\n 737}\n", "[1,",
        "Cookie: a=b1;\r\n", " c=d234567890\r\n", "\tSet-Cookie: x=1\n", "Set-Cookie: sid=a1b2c3d4e5\r\n",
        "-----BEGIN RSA PRIVATE KEY-----\n", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ\n", "qw==\n",
        "-----END RSA PRIVATE KEY-----\n", "a@b.co ", "رقم ٤١١١١١١١١١١١١١١١ ", "\u{1F600}", "\0", "<cvv>\n", "</cvv>\n",
        "name=\"cvv\"\r\n", "password=hunter2x ", "https://u:secret9@h.example/p?cvv=123 ", "%34111111111111111 ",
        String(repeating: "x", count: 300), String(repeating: "9", count: 70),
    ]

    static func sample(_ random: inout SplitMix, pieces count: Int) -> ContiguousArray<UInt8> {
        var bytes = ContiguousArray<UInt8>()
        for _ in 0..<count {
            let number = Int(random.next() % UInt64(pieces.count + 2))
            if number < pieces.count {
                bytes.append(contentsOf: pieces[number].utf8)
            } else {
                // Bytes that are not UTF-8, or half of a scalar.
                bytes.append(UInt8(truncatingIfNeeded: random.next() | 0x80))
            }
        }
        return bytes
    }

    @Test("the same bytes in any chunks give the same output and findings", arguments: 0..<16)
    func chunks(seed: Int) {
        var random = SplitMix(seed: UInt64(seed) &+ 77)
        let bytes = Self.sample(&random, pieces: 30)
        for (format, limit) in [(LineStream.Format.text, 1 << 20), (.ndjson, 1 << 20), (.text, 90), (.ndjson, 200)] {
            let whole = Self.run(bytes, format, limit: limit) { bytes.count }
            #expect(whole == Self.run(bytes, format, limit: limit) { 1 })
            for most in [3, 256] as [UInt64] {
                let cut = Self.run(bytes, format, limit: limit) { Int(random.next() % most) + 1 }
                #expect(whole == cut, "seed \(seed), chunks up to \(most)")
            }
            let feeds = bytes.count { $0 == 0x0A }
            #expect(whole.output.utf8.count { $0 == 0x0A } == feeds, "a line for every line")
            #expect(whole.lines == feeds + (bytes.last == 0x0A || bytes.isEmpty ? 0 : 1))
        }
    }

    @Test("planted values go and clean lines stay, wherever the chunks end", arguments: 0..<10)
    func planted(seed: Int) {
        var random = SplitMix(seed: UInt64(seed) &+ 7_000)
        var input = ""
        var clean: [String] = []
        for number in 0..<60 {
            if random.next() % 3 == 0 {
                input += "E\(number) card 4111 1111 1111 1111 cvv=737 mail bob@example.com\n"
                clean.append("E\(number) card [redacted:pan] cvv=[redacted:cvv] mail [redacted:email]")
            } else {
                input += "I\(number) order-\(random.next() % 100_000) ok in \(random.next() % 900) ms – ✓\n"
                clean.append(String(input.split(separator: "\n").last ?? ""))
            }
        }
        let bytes = ContiguousArray(input.utf8)
        let run = Self.run(bytes) { Int(random.next() % 40) + 1 }
        #expect(run.output == clean.joined(separator: "\n") + "\n")
    }

    @Test("line endings stay as they are; empty input is empty; NUL is a byte; half a scalar is replaced")
    func endings() {
        for input in ["", "\n", "a", "a\n", "a\r\nb\r\n", "\r\n\r\n", "a\n\nb", "x\0y\n\0", "é\nż"] {
            #expect(Self.run(input).output == input)
            #expect(Self.run(input, .ndjson).output == input)
        }
        let half = ContiguousArray<UInt8>([0x61, 0xC3, 0x0A, 0x62, 0xE2, 0x82])
        #expect(Self.run(half) { 1 }.output == "a\u{FFFD}\nb\u{FFFD}")
        let euro = ContiguousArray("€4111111111111111€\n".utf8)
        #expect(Self.run(euro) { 1 }.output == "€[redacted:pan]€\n")
    }

    @Test("a line over the limit is replaced and counted, also when it never ends; the limit itself is allowed")
    func limit() {
        let nines = String(repeating: "x", count: 100)
        for size in [1, 7, 1_000] {
            let run = Self.run(ContiguousArray("a\n\(nines)x\nb\n\(nines)\n\(nines)yy".utf8), limit: 100) { size }
            #expect(run.output == "a\n[redacted:limit]\nb\n\(nines)\n[redacted:limit]")
            #expect(run.overLimit == 2 && run.lines == 5)
        }
        #expect(Self.run("{\"a\":\"\(nines)\"}\n", .ndjson, limit: 64).output == "\"[redacted:limit]\"\n")
    }

    @Test(
        "a label at the end of a line names the value in the next; a folded header goes on",
        arguments: [
            ("cvv:\n737\n", "cvv:\n[redacted:cvv]\n"),
            ("cvv:\n\n737\n", "cvv:\n\n[redacted:cvv]\n"),
            ("{\n \"cvv\":\n 737,\n \"a\": 1\n}", "{\n \"cvv\":\n [redacted:cvv],\n \"a\": 1\n}"),
            ("<cvv>\n737\n</cvv>\n", "<cvv>\n[redacted:cvv]\n</cvv>\n"),
            ("form-data; name=\"cvv\"\r\n\r\n737\r\n--x", "form-data; name=\"cvv\"\r\n\r\n[redacted:cvv]\r\n--x"),
            (
                "Cookie: a=b1;\r\n c=d2345\r\nHost: x\r\n",
                "Cookie: a=[redacted:cookie];\r\n c=[redacted:cookie]\r\nHost: x\r\n"
            ),
            ("status:\n737\n", "status:\n737\n"), ("cvv\n737\n", "cvv\n737\n"),
            ("cvv: 1 of 2\n737\n", "cvv: 1 of 2\n737\n"),
            ("Host: x\r\n c=d2345\r\n", "Host: x\r\n c=d2345\r\n"), ("cvv:\na\n737\n", "cvv:\na\n737\n"),
            ("took:\n2026-11-30T12:00:00Z INFO x", "took:\n2026-11-30T12:00:00Z INFO x"),
            ("token:\n2026-11-30T12:00:00Z INFO x", "token:\n2026-11-30T12:00:00Z INFO x"),
        ]
    )
    func carry(input: String, output: String) {
        for size in [1, 5, 1_000] {
            #expect(Self.run(ContiguousArray(input.utf8)) { size }.output == output)
        }
        #expect(Self.run(output).output == output)
    }

    @Test("JSON between lines of text ends what they carry; text after JSON is text again")
    func formats() {
        let input = "cvv:\n[1]\n737\n{\"cvv\":737}\nnot json cvv=737\n"
        let run = Self.run(input, .ndjson)
        #expect(run.output == "cvv:\n[1]\n737\n{\"cvv\":\"[redacted:cvv]\"}\nnot json cvv=[redacted:cvv]\n")
        #expect(run.notes == ["4 cvv /cvv 0..<14", "5 cvv  13..<27"])
        // Findings of what turned out not to be JSON are void.
        #expect(Self.run("{\"cvv\":737,\n", .ndjson).notes.count == 1)
    }

    @Test("a stream that has ended begins anew")
    func reuse() {
        var stream = LineStream(format: .text, policy: .standard, stage: .relay)
        var output = SanitizedBuffer()
        var observer = NoObserver()
        for _ in 0..<2 {
            stream.feed(ContiguousArray("737\ncvv:".utf8).span, into: &output, observer: &observer)
            stream.finish(into: &output, observer: &observer)
        }
        #expect(text(of: output) == "737\ncvv:737\ncvv:")
    }
}
