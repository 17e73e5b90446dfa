import Testing

@testable import Sanitizer

@Suite struct SanitizedPrefixTests {
    private func cut(_ text: String, _ count: Int) -> String {
        Sanitized(trusted: text).prefix(utf8: count).value
    }

    @Test(
        "a cut ends at a scalar and before a word with a digit that it would split",
        arguments: [
            ("hello", 10, "hello"), ("hello", 5, "hello"), ("hello", 3, "hel"), ("hello", 0, ""), ("hello", -1, ""),
            ("aé", 2, "a"), ("a😀b", 4, "a"), ("order 12345 x", 9, "order "), ("order 12345 x", 11, "order 12345"),
            ("id dead01beef x", 7, "id "), ("résumé", 3, "ré"), ("x1y2", 2, ""),
        ]
    )
    func places(_ text: String, _ count: Int, _ expected: String) {
        #expect(cut(text, count) == expected)
    }

    @Test("a word of any length without digits is cut where it is, and a very long one with digits too")
    func long() {
        #expect(cut(String(repeating: "x", count: 9_000), 200).utf8.count == 200)
        #expect(cut(String(repeating: "a1", count: 9_000), 200).utf8.count == 200)
    }

    static let innocent = [
        String(repeating: "w ", count: 20) + "4111111111111111987654321098765432 tail",
        "[redacted:password] password=[redacted:password] and then some",
        #"{"password":"[redacted:password]","cvv":"[redacted:cvv]"} and then some"#,
        "seen at 192.168.1.1.1.1.1 and 10.0.0.1.5.5.5.5 later",
        "sent by a@b and 2001:db8:85a3:0:0:8a2e:370:7334:1:2:3:4 later",
    ]

    @Test("no cut of a text that a search finds nothing in makes something", arguments: innocent)
    func makesNothing(_ text: String) throws {
        try #require(TextScan.hits(Array(text.utf8)).isEmpty)
        for count in 0...text.utf8.count {
            let part = cut(text, count)
            #expect(part.utf8.count <= count)
            #expect(TextScan.hits(Array(part.utf8)).isEmpty, "\(count): \(part)")
        }
    }
}
