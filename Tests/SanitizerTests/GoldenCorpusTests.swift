import Foundation
import Testing

@testable import Sanitizer

/// Every case of `Tests/golden`, both ways: the input gives exactly that output and those findings, and the output
/// put in again comes out byte for byte, with nothing found.
@Suite struct GoldenCorpusTests {
    @Test("a case gives exactly what its file says", arguments: GoldenCorpus.names)
    func golden(_ name: String) throws {
        let url = GoldenCorpus.url(name)
        var golden: GoldenCase
        do {
            golden = try GoldenCase(contentsOf: url)
        } catch {
            Issue.record("\(name).json cannot be read: \(error)")
            return
        }
        if GoldenCorpus.isRewriting, try golden.rewrite(at: url) {
            Issue.record("\(name).json was rewritten: read the difference before it is committed")
        }
        for profile in [Policy.Profile.standard, .strict] {
            let place = "\(name).json, \(profile): \(golden.note)"
            let expected = golden.expectation(profile)
            guard let result = GoldenCorpus.run(golden.input, isText: golden.isText, profile) else {
                Issue.record("\(place): refused")
                continue
            }
            let output = String(decoding: expected.output, as: UTF8.self)
            #expect(result.output == output, "\(place)")
            let found = result.findings.map(GoldenFinding.init)
            let isCovered =
                found.count == expected.findings.count
                && zip(expected.findings, found).allSatisfy { $0.covers($1) }
            #expect(isCovered, "\(place)\nexpected \(expected.findings)\nfound    \(found)")
            #expect(result.outcome.findings == found.count, "\(place): counts what it reports")
            #expect(
                GoldenCorpus.unobserved(golden.input, isText: golden.isText, profile) == result.output,
                "\(place): nobody watching changes nothing"
            )
            if !golden.isText { #expect(isJSON(result.output), "\(place)") }
            try checkRanges(result, isText: golden.isText, place)

            guard let again = GoldenCorpus.run(expected.output, isText: golden.isText, profile) else {
                Issue.record("\(place): the output is refused")
                continue
            }
            #expect(again.output == output, "\(place): the output is a fixed point")
            #expect(again.findings.isEmpty, "\(place): \(again.findings.map(GoldenFinding.init))")
        }
    }

    @Test("nothing of the corpus is lost, and every trap is whole")
    func size() throws {
        let cases = try GoldenCorpus.names.map { try GoldenCase(contentsOf: GoldenCorpus.url($0)) }
        let traps = cases.filter(\.standard.findings.isEmpty)
        #expect(cases.count >= 900)
        #expect(traps.count * 2 >= cases.count)
        #expect(traps.allSatisfy { $0.standard.output == $0.input })
    }

    /// Every replacement is where its finding says: at the path, in the range, the placeholder of its rule.
    private func checkRanges(_ result: PassResult, isText: Bool, _ place: String) throws {
        let replacements = result.findings.filter { $0.method == .replace }
        guard !replacements.isEmpty else { return }
        let document: Any =
            isText
            ? result.output
            : try JSONSerialization.jsonObject(with: Data(result.output.utf8), options: .fragmentsAllowed)
        for finding in replacements {
            guard let text = Self.value(at: finding.path.value, in: document) as? String else {
                Issue.record("\(place): no text at \(finding.path.value)")
                continue
            }
            let bytes = Array(text.utf8)
            let isInside = finding.range.upperBound <= bytes.count
            let there = isInside ? String(decoding: bytes[finding.range], as: UTF8.self) : "nothing"
            // A number of a document in a string takes quotes with it.
            let placeholder = "[redacted:\(finding.rule.rawValue)]"
            #expect(
                [placeholder, quoted(placeholder)].contains(there),
                "\(place): \(finding.path.value) \(finding.range)"
            )
        }
    }

    private static func value(at pointer: String, in document: Any) -> Any? {
        var value: Any? = document
        for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let name = part.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
            if let list = value as? [Any] {
                value = Int(name).flatMap { list.indices.contains($0) ? list[$0] : nil }
            } else {
                value = (value as? [String: Any])?[name]
            }
        }
        return value
    }
}
