import Testing

@testable import Sanitizer

/// What fuzzers found (docs/FUZZING.md), made small: output is UTF-8 and a fixed point.
@Suite struct FuzzFindingTests {
    @Test("a walk that ends inside a character takes all of it", arguments: ["\u{FFFD}", "\u{E9}", "\u{1F600}"])
    func wholeCharacters(_ character: String) {
        for count in 14...34 {
            for behind in ["@b.example", "@b.example" + character] {
                let input = "x " + String(repeating: character, count: count) + "a" + behind
                let once = scrub(textBytes: ContiguousArray(input.utf8)).output
                #expect(!once.contains("@"), "\(input)")
                #expect(!once.contains("\u{FFFD}") || character == "\u{FFFD}", "\(once)")
                #expect(scrub(text: once).output == once)
            }
        }
    }

    @Test("bytes that are not UTF-8 become fixed points", arguments: [Policy.standard, .strict])
    func invalidBytes(_ policy: Policy) {
        for count in 1...80 {
            var bytes = ContiguousArray(repeating: UInt8(0xF7), count: count)
            bytes.append(contentsOf: "a@b.co".utf8)
            bytes.append(contentsOf: repeatElement(0xF7, count: count))
            let once = scrub(textBytes: bytes, policy).output
            #expect(scrub(text: once, policy).output == once)
        }
    }
}
