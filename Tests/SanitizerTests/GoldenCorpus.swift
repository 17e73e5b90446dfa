import Foundation

@testable import Sanitizer

/// The files of the golden corpus, and what the engine makes of their inputs.
enum GoldenCorpus {
    /// `Tests/golden` of this package.
    static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("golden")

    /// `family/name` of every case, sorted.
    static let names: [String] = {
        let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }()

    /// The file of a case.
    static func url(_ name: String) -> URL {
        root.appendingPathComponent(name + ".json")
    }

    /// Whether expectations are written anew instead of compared: `scripts/golden`.
    static var isRewriting: Bool { ProcessInfo.processInfo.environment["TELEMETRY_GOLDEN"] == "rewrite" }

    /// What the engine makes of the input; nil when it refuses a document.
    static func run(_ input: [UInt8], isText: Bool, _ profile: Policy.Profile) -> PassResult? {
        let policy = profile == .strict ? Policy.strict : .standard
        let bytes = ContiguousArray(input)
        return isText ? scrub(textBytes: bytes, policy) : scrub(bytes: bytes, policy)
    }

    /// The same with nobody watching.
    static func unobserved(_ input: [UInt8], isText: Bool, _ profile: Policy.Profile) -> String? {
        let policy = profile == .strict ? Policy.strict : .standard
        let bytes = ContiguousArray(input)
        var pass = Pass(stage: .relay)
        var output = SanitizedBuffer()
        var observer = NoObserver()
        if isText {
            _ = pass.run(text: bytes.span, policy: policy, into: &output, observer: &observer)
        } else {
            do throws(Pass.Failure) {
                _ = try pass.run(input: bytes.span, policy: policy, into: &output, observer: &observer)
            } catch {
                return nil
            }
        }
        return text(of: output)
    }
}

extension GoldenFinding {
    /// The finding as a case states it, with its evidence.
    init(_ finding: Finding) {
        path = finding.path.value
        rule = finding.rule.rawValue
        method = finding.method.rawValue
        evidence = Self.words.filter { finding.evidence.contains($0.0) }.map(\.1)
    }

    /// Whether a found one is this one, which may leave the evidence open.
    func covers(_ found: GoldenFinding) -> Bool {
        path == found.path && rule == found.rule && method == found.method
            && (evidence == nil || evidence == found.evidence)
    }

    private static let words: [(Finding.Evidence, String)] = [
        (.key, "key"), (.shape, "shape"), (.checkDigit, "check-digit"), (.issuerRange, "issuer-range"),
        (.grouping, "grouping"), (.proximity, "proximity"), (.decoded, "decoded"), (.profile, "profile"),
        (.limit, "limit"),
    ]
}

extension GoldenCase {
    /// Takes over what the engine makes of the input, in the file at `url`; false when the file says that already.
    /// Evidence is stated again where it was stated.
    mutating func rewrite(at url: URL) throws -> Bool {
        func made(_ profile: Policy.Profile) throws -> Expectation {
            guard let result = GoldenCorpus.run(input, isText: isText, profile) else { throw GoldenFault("refused") }
            let old = expectation(profile)
            let keepsEvidence = old.findings.contains { $0.evidence != nil }
            let findings = result.findings.map { finding in
                var finding = GoldenFinding(finding)
                if !keepsEvidence { finding.evidence = nil }
                return finding
            }
            return Expectation(output: Array(result.output.utf8), findings: findings)
        }
        let new = (try made(.standard), try made(.strict))
        guard new.0 != expectation(.standard) || new.1 != expectation(.strict) else { return false }
        standard = new.0
        strict = new.1 == new.0 ? nil : new.1
        try Data(file().utf8).write(to: url)
        return true
    }

    /// The case as its file has it.
    private func file() throws -> String {
        func value(_ bytes: [UInt8]) -> String {
            let string = String(decoding: bytes, as: UTF8.self)
            return isText ? quoted(string) : string
        }
        func lines(_ expectation: Expectation, _ indent: String) throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let list = try expectation.findings.map {
                "\n\(indent)  " + String(decoding: try encoder.encode($0), as: UTF8.self)
            }
            return "\(indent)\"output\": \(value(expectation.output)),\n\(indent)\"findings\": ["
                + list.joined(separator: ",") + (list.isEmpty ? "]" : "\n\(indent)]")
        }
        var text = """
            {
              "note": \(quoted(note)),
              "profile": "\(strict == nil ? "both" : "standard")",
              "format": "\(isText ? "text" : "json")",
              "input": \(value(input)),
            \(try lines(standard, "  "))
            """
        if let strict { text += ",\n  \"strict\": {\n\(try lines(strict, "    "))\n  }" }
        return text + "\n}\n"
    }
}
