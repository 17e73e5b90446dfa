@testable import Sanitizer

/// Decisions of the pass, for tables of expectations.
enum Explained {
    /// What the pass decides about a JSON document, or about text where it is none; and what it writes.
    static func run(_ input: String, _ policy: Policy = .standard) -> (output: String, decisions: [Decision]) {
        var pass = Pass(stage: .relay)
        var output = SanitizedBuffer()
        var collector = DecisionCollector()
        let bytes = ContiguousArray(input.utf8)
        if (try? pass.run(input: bytes.span, policy: policy, into: &output, observer: &collector)) == nil {
            collector.removeAll()
            _ = pass.run(text: bytes.span, policy: policy, into: &output, observer: &collector)
        }
        return (text(of: output), collector.decisions)
    }

    /// As above, for text whatever it looks like.
    static func run(text line: String, _ policy: Policy = .standard) -> (output: String, decisions: [Decision]) {
        var pass = Pass(stage: .relay)
        var output = SanitizedBuffer()
        var collector = DecisionCollector()
        let bytes = ContiguousArray(line.utf8)
        _ = pass.run(text: bytes.span, policy: policy, into: &output, observer: &collector)
        return (text(of: output), collector.decisions)
    }

    /// A decision in one line: `rule taken` or `rule reason`, with its words in brackets.
    static func line(_ decision: Decision) -> String {
        let outcome = decision.reason?.rawValue ?? "taken"
        let words = decision.words.map { " [\($0.value)]" } ?? ""
        return "\(decision.rule.rawValue) \(outcome)\(words)"
    }

    /// Decisions in one line each.
    static func lines(_ input: String, _ policy: Policy = .standard) -> [String] {
        run(input, policy).decisions.map(line)
    }
}
