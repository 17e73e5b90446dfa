import Foundation
import Testing

@testable import Sanitizer

/// Properties over documents put together from the pieces that rules and decoders look at.
@Suite struct PassPropertyTests {
    private static let names = [
        "cvv", "card", "number", "name", "value", "token", "headers", "Cookie", "message", "url", "a", "exp_month",
        "expiry",
        "4111111111111111", "a@b.example", "[redacted:pan]", "[redacted:pan]-2", "trace_id", "customer", "type", "pan",
        "x y",
        "é", "k\"q", "set-cookie", "_meta", "field", "previous", "sid", "pass", "code",
    ]
    private static let pieces = [
        "4111111111111111", "4111 1111 1111 1111", "hello", "a@b.example",
        "https://u:p@a.b.example.co.uk/p?token=abc&x=1",
        "Bearer abcdef0123", "[redacted:pan]", "[redacted:nope]", "[redacted", "cvv: 123", "password=hunter2",
        "sid=1; theme=dark",
        "12/31", "%34111", "٤١١١", "１", "😀", "\n", "\"", "\\", "{", "}", "[", "]", ":", ",", "=", "&", " ", "-", "/",
        "@",
        "+966 50 123 4567", "203.0.113.7", "<cvv>123</cvv>", "mailto:", "myapp://x/y", "change", "--password",
        "exp 03/30",
        "1764500000005", ";4111111111111111=3012?", "4111", "Set-Cookie: a=b",
    ]
    private static let numbers = [
        "0", "12", "123", "4111111111111111", "-4111111111111111", "4.111111111111111e15", "2031", "null", "true",
    ]

    private static func string(_ dice: inout SplitMix) -> String {
        var text = dice.pick(pieces)
        for _ in 0..<dice.below(5) { text += dice.pick([" ", "", ", ", "; ", "=", "&"]) + dice.pick(pieces) }
        return text
    }

    private static func value(_ dice: inout SplitMix, _ depth: Int) -> String {
        switch dice.below(depth > 0 ? 10 : 5) {
        case 0...3: return quoted(string(&dice))
        case 4: return dice.pick(numbers)
        case 5: return quoted(value(&dice, depth - 1))
        case 6, 7: return "[" + (0..<dice.below(4)).map { _ in value(&dice, depth - 1) }.joined(separator: " , ") + "]"
        default:
            let members = (0..<dice.below(5)).map { _ in quoted(dice.pick(names)) + ":" + value(&dice, depth - 1) }
            return "{" + members.joined(separator: ",") + "}"
        }
    }

    @Test("any document settles in one run, stays JSON, and is untouched where nothing is found", arguments: 1...8)
    func documents(seed: Int) throws {
        var dice = SplitMix(seed: UInt64(seed))
        for _ in 0..<120 {
            let document = Self.value(&dice, 5)
            for policy in [Policy.standard, .strict] {
                let once = try #require(scrub(document, policy), "\(document)")
                #expect(isJSON(once.output), "\(document)")
                #expect(scrub(once.output, policy)?.output == once.output, "\(document)")
                if once.outcome.findings == 0, !document.contains("[redacted:") { #expect(once.output == document) }
                for finding in once.findings { #expect(finding.range.upperBound <= once.output.utf8.count) }
            }
        }
    }

    @Test("any text settles in one run", arguments: 1...4)
    func texts(seed: Int) {
        var dice = SplitMix(seed: UInt64(seed) << 32)
        for _ in 0..<120 {
            let line = Self.string(&dice)
            for policy in [Policy.standard, .strict] {
                let once = scrub(text: line, policy)
                #expect(scrub(text: once.output, policy).output == once.output, "\(line)")
                if once.outcome.findings == 0 { #expect(once.output == line) }
            }
        }
    }

    @Test("bytes of any kind are answered: refused as JSON, written as UTF-8 as text", arguments: 1...4)
    func bytes(seed: Int) {
        var dice = SplitMix(seed: UInt64(seed) << 40)
        for _ in 0..<500 {
            let bytes = ContiguousArray(
                (0..<dice.below(40)).map { _ in UInt8(dice.below(3) == 0 ? dice.below(256) : 0x20 + dice.below(95)) }
            )
            if let result = scrub(bytes: bytes) { #expect(isJSON(result.output)) }
            let text = scrub(textBytes: bytes)
            #expect(Array(text.output.utf8).allSatisfy { $0 != 0xFF })
        }
    }

    @Test("a document that is cut anywhere is refused, and as text it gives nothing away")
    func truncation() {
        let document = #"{"card":{"number":"4111111111111111","cvv":"737"},"n":4111111111111111,"x":"\u00e9"}"#
        for length in 0..<document.utf8.count {
            let part = String(document.prefix(length))
            #expect(scrub(part) == nil)
            #expect(!scrub(text: part).output.contains("4111111111111111"))
        }
    }

    @Test(
        "hostile input comes out as JSON",
        arguments: [
            "4111111111111111a", "4111 ", "1", "a=b&", "@", "{\\\"", "https://a.b/", "exp_month", "[", "\\u0034", ": ",
            "x@", "a.",
        ]
    )
    func hostile(unit: String) {
        // What it costs is counted in instructions, by Tests/acceptance/cost.py.
        let count = 4_096
        let text = String(repeating: unit, count: count / unit.utf8.count)
        let list = "[" + (0..<count / 32).map { _ in quoted(unit) }.joined(separator: ",") + "]"
        let object = "{" + (0..<count / 32).map { _ in "\"exp_month\":\(quoted(unit))" }.joined(separator: ",") + "}"
        for policy in [Policy.standard, .strict] {
            _ = scrub(text: text, policy)
            for document in [quoted(text), list, object] {
                let once = scrub(document, policy)
                #expect(once.map { isJSON($0.output) } == true)
            }
        }
    }
}
