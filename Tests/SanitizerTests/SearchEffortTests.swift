import Testing

@testable import Sanitizer

/// Texts that would have to be searched again and again: what is not looked at goes, and ordinary texts never get there.
@Suite struct SearchEffortTests {
    /// Values, what escapes others, and what makes detectors look.
    private static let pieces = [
        "1.", "2", "::", "ab:", "10.0.0.1", " ", "%", "fe80", "-", "/", ":", "%25", "\\u0034", "&#52;", "token=",
        "4111 ",
        "cvv 123 ", "a@b.co",
    ]

    private static func soup(_ count: Int, seed: UInt64) -> String {
        var random = SplitMix(seed: seed)
        var text = ""
        while text.utf8.count < count { text += pieces[Int(random.next() % UInt64(pieces.count))] }
        return text
    }

    @Test("values in a soup that is not searched to its end are gone", arguments: [1_000, 10_000, 200_000])
    func closes(count: Int) {
        for seed: UInt64 in 1...3 {
            let soup = Self.soup(count, seed: seed)
            let text =
                soup + " card%253D4111111111111111 hunter22 " + soup + " password%3Dhunter22 4111 1111 1111 1111 "
                + soup
            for form in [text, "{\"message\":\"" + text.replacing("\\", with: "\\\\") + "\"}"] {
                let output = clean(form)
                #expect(!output.contains("4111111111111111"))
                #expect(!output.contains("4111 1111 1111 1111"))
                #expect(!output.contains("Dhunter22"))
                #expect(output == clean(form))
            }
        }
    }

    @Test("a short text of which something is not looked at goes as a whole", arguments: ["", "\n", "\n\u{FFFD}\n"])
    func closesShortTexts(_ end: String) {
        // A value of no code's length, as long as it goes on; too many escapes for what a short text may cost.
        let junk = String(repeating: "\u{FFFD}", count: 60)
        let text =
            "one line\n{\"cvv\":\"misSing" + junk + "1" + end + junk
            + "ke_\"checkoutoken\u{0C}\u{0C}\u{0C}\u{0C} realm=sk_live_Gp_month\":4x[red----f3a9-d\""
            + #"\\\\\\\\"}"#
        let output = scrub(text: text).output
        #expect(output == "[redacted:api-key]")
        #expect(scrub(text: output).output == output)
    }

    @Test("the same values in a list of short strings are gone")
    func closesLists() {
        let soup = Array(Self.soup(60_000, seed: 4))
        var strings: [String] = []
        for start in stride(from: 0, to: soup.count, by: 90) {
            strings.append(String(soup[start..<min(start + 90, soup.count)]) + " card%253D4111111111111111")
        }
        let list = "[" + strings.map { "\"" + $0.replacing("\\", with: "\\\\") + "\"" }.joined(separator: ",") + "]"
        #expect(!clean(list).contains("4111111111111111"))
    }

    @Test("a log of some kilobytes, escaped and with an address in every line, keeps the rest", arguments: [1, 8, 40])
    func keepsLogs(count: Int) {
        let lines = (0..<count).map {
            "level=info msg=\\\"request done\\\" item=\($0) path=/v1/items/\($0) status=200 dur=0.\($0)1 to=a\($0)@b.co\\n"
        }
        let kept = (0..<count).map {
            "level=info msg=\\\"request done\\\" item=\($0) path=/v1/items/\($0) status=200 dur=0.\($0)1 to=[redacted:email]\\n"
        }
        #expect(clean(lines.joined()) == kept.joined())
    }

    @Test("a long list of labelled card numbers keeps the labels")
    func keepsLabels() {
        let list = String(repeating: "card 4111 1111 1111 1111 x ", count: 8_000)
        #expect(clean(list) == list.replacing("4111 1111 1111 1111", with: "[redacted:pan]"))
    }

    @Test("what earlier documents cost counts for nothing")
    func forgets() throws {
        var pass = Pass(stage: .relay)
        var observer = NoObserver()
        let text = ContiguousArray(("card%253D4111111111111111 " + Self.soup(600, seed: 9)).utf8)
        var outputs: [String] = []
        for _ in 0..<4 {
            var buffer = SanitizedBuffer(capacity: 1 << 12)
            _ = pass.run(text: text.span, policy: .standard, into: &buffer, observer: &observer)
            outputs.append(buffer.span.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
        }
        #expect(Set(outputs).count == 1)
    }

    private func clean(_ text: String) -> String {
        var pass = Pass(stage: .relay)
        var observer = NoObserver()
        var buffer = SanitizedBuffer(capacity: 1 << 12)
        let bytes = ContiguousArray(text.utf8)
        if (try? pass.run(input: bytes.span, policy: .standard, into: &buffer, observer: &observer)) == nil {
            buffer.removeAll()
            _ = pass.run(text: bytes.span, policy: .standard, into: &buffer, observer: &observer)
        }
        return buffer.span.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}
