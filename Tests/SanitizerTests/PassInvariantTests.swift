import Foundation
import Testing

@testable import Sanitizer

/// What holds for every document, whatever is in it.
@Suite struct PassInvariantTests {
    /// Sees everything that can be seen, and keeps where it was.
    private struct Witness: PassObserver {
        var scalars: [Range<Int>] = []
        var containers: [Range<Int>] = []
        var findings = 0

        mutating func scalar(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {
            scalars.append(range)
        }
        mutating func containerEnded(at path: borrowing PassPath, range: Range<Int>) { containers.append(range) }
        mutating func finding(_ finding: Finding) { findings += 1 }
    }

    private static let names = [
        "note", "value", "ref", "card", "number", "message", "data", "step", "items", "cvv", "token", "headers", "n",
        "exp", "name", "url", "amount", "type",
    ]
    /// Under these a number is an identifier, whatever its digits say.
    private static let identifiers = ["trace_id", "span_id", "request_id", "imei", "merchant_account_id"]
    private static let words = [
        "declined", "code 51", "ord_771", "2026-11-30T12:45:07Z", "0f3c4917-1108-4395-9990-21140240071a", "p95=812 ms",
        "https://pay.example/v1", "رفض", "", "tok", "a=b&c=d", "{\"k\":[1,2]}", "sdk 4.2.0",
    ]

    @Test("JSON in is JSON out, and no card number of a known brand is left in one piece", arguments: 0..<12)
    func noCardLeft(_ seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed) &+ 31)
        for _ in 0..<60 {
            let document = Self.value(&random, depth: 3)
            for policy in [Policy.standard, .strict] {
                let result = try #require(scrub(document, policy), "\(document)")
                #expect(isJSON(result.output), "\(document)")
                let left = Self.cards(in: result.output)
                #expect(left.isEmpty, "\(left) in \(result.output) of \(document)")
                if result.outcome.findings == 0 { #expect(result.output == document) }
            }
        }
    }

    @Test("a witness changes nothing, and what it is told is where it says", arguments: 0..<12)
    func witness(_ seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed) &+ 32)
        for _ in 0..<60 {
            let bytes = ContiguousArray(Self.value(&random, depth: 3).utf8)
            for policy in [Policy.standard, .strict] {
                var pass = Pass(stage: .client)
                var output = SanitizedBuffer()
                var silent = NoObserver()
                let outcome = try pass.run(input: bytes.span, policy: policy, into: &output, observer: &silent)
                var watched = SanitizedBuffer()
                var witness = Witness()
                let seen = try pass.run(input: bytes.span, policy: policy, into: &watched, observer: &witness)
                let written = text(of: watched)
                #expect(text(of: output) == written)
                #expect(outcome.findings == seen.findings)
                #expect(witness.findings == seen.findings)
                let result = Array(written.utf8)
                for range in witness.scalars + witness.containers {
                    #expect(isJSON(String(decoding: result[range], as: UTF8.self)))
                }
                let containers = Self.structure(result)
                #expect(witness.containers.count == containers, "\(written)")
            }
        }
    }

    @Test("identifiers keep their digits, and clean documents their bytes", arguments: 0..<8)
    func clean(_ seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed) &+ 33)
        for _ in 0..<60 {
            let names = ["note", "step", "items", "amount", "kind"]
            let clean = Self.words.filter { !$0.isEmpty }
            var members: [String] = []
            for _ in 0..<(random.next() % 6 + 1) {
                let name = names[Int(random.next() % UInt64(names.count))]
                let word = clean[Int(random.next() % UInt64(clean.count))]
                members.append(
                    "\(quoted(name)) : \(random.next() % 3 == 0 ? "\(random.next() % 100_000)" : quoted(word))"
                )
            }
            let id = Self.identifiers[Int(random.next() % UInt64(Self.identifiers.count))]
            members.append("\(quoted(id)):\(quoted("a" + Self.hexadecimal(15, &random)))")
            let document = "{ " + members.joined(separator: " ,\n") + "}"
            let result = try #require(scrub(document))
            #expect(result.output == document)
            #expect(result.findings.isEmpty)
        }
    }

    // MARK: Looking

    /// Runs of 13 to 19 ASCII digits that stand by themselves and are a number of a listed brand.
    private static func cards(in output: String) -> [String] {
        let bytes = Array(output.utf8)
        var found: [String] = []
        var position = 0
        while position < bytes.count {
            guard bytes[position].isDigit else {
                position += 1
                continue
            }
            let start = position
            while position < bytes.count, bytes[position].isDigit { position += 1 }
            let isApart = { (byte: UInt8) in !byte.isAlphanumeric && byte != 0x2E && byte != 0x2D && byte < 0x80 }
            let before = start == 0 || isApart(bytes[start - 1])
            let after = position == bytes.count || isApart(bytes[position])
            guard before, after, 13...19 ~= position - start else { continue }
            let number = String(decoding: bytes[start..<position], as: UTF8.self)
            let prefix = Int(number.prefix(6)) ?? 0
            guard CardRange(prefix: prefix).holds(number.utf8.count, cued: false), CardMaker.passesLuhn(number) else {
                continue
            }
            found.append(number)
        }
        return found
    }

    /// How many objects and arrays a document has.
    private static func structure(_ bytes: [UInt8]) -> Int {
        var count = 0
        var isInString = false
        var position = 0
        while position < bytes.count {
            if isInString {
                if bytes[position] == 0x5C {
                    position += 1
                } else if bytes[position] == 0x22 {
                    isInString = false
                }
            } else if bytes[position] == 0x22 {
                isInString = true
            } else if bytes[position] == 0x7B || bytes[position] == 0x5B {
                count += 1
            }
            position += 1
        }
        return count
    }

    // MARK: Making

    private static func card(_ random: inout SplitMix) -> String {
        let (prefix, length) = random.pick(TextPropertyTests.brands)
        let rest = (0..<length - 1 - prefix.utf8.count).map { _ in String(random.below(10)) }
        return CardMaker.completed(prefix + rest.joined())
    }

    private static func hexadecimal(_ count: Int, _ random: inout SplitMix) -> String {
        (0..<count).map { _ in String(random.next() % 16, radix: 16) }.joined()
    }

    private static func string(_ random: inout SplitMix) -> String {
        var parts: [String] = []
        for _ in 0..<(random.next() % 3 + 1) {
            parts.append(
                random.next() % 3 == 0 ? card(&random) : words[Int(random.next() % UInt64(words.count))]
            )
        }
        return parts.joined(separator: [" ", ", ", "; ", "=", "\n", ": "][Int(random.next() % 6)])
    }

    private static func value(_ random: inout SplitMix, depth: Int) -> String {
        switch random.next() % (depth > 0 ? 8 : 4) {
        case 0: return card(&random)
        case 1: return "\(random.next() % 1_000_000)"
        case 2, 3: return quoted(string(&random))
        case 4: return quoted(value(&random, depth: depth - 1))
        case 5:
            let items = (0..<random.next() % 4).map { _ in value(&random, depth: depth - 1) }
            return "[" + items.joined(separator: ", ") + "]"
        default:
            let members = (0..<random.next() % 4).map { _ in
                let isCard = random.next() % 9 == 0
                let name = isCard ? card(&random) : names[Int(random.next() % UInt64(names.count))]
                return quoted(name) + ":" + value(&random, depth: depth - 1)
            }
            return "{" + members.joined(separator: ",") + "}"
        }
    }
}
