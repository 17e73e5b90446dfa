import Testing

@testable import Sanitizer

/// `#expect` for what is said of values that cannot be copied, which the macro cannot take apart.
func expect(_ holds: Bool, at location: SourceLocation = #_sourceLocation) {
    #expect(holds, sourceLocation: location)
}

/// What a run of the pass came to, for tables of expectations.
struct PassResult: Equatable {
    var output: String
    var findings: [Finding] = []
    var outcome = Pass.Outcome()

    /// Findings in one line each: `rule method pointer start-end`.
    var notes: [String] {
        findings.map { finding in
            "\(finding.rule.rawValue) \(finding.method.rawValue) \(finding.path.value) "
                + "\(finding.range.lowerBound)-\(finding.range.upperBound)"
        }
    }
}

/// Runs the pass over a JSON document; nil when it refuses.
func scrub(
    _ json: String,
    _ policy: Policy = .standard,
    meta: Pass.MetaHandling = .keep
) -> PassResult? {
    scrub(bytes: ContiguousArray(json.utf8), policy, meta: meta)
}

/// As above, for bytes.
func scrub(
    bytes: ContiguousArray<UInt8>,
    _ policy: Policy = .standard,
    meta: Pass.MetaHandling = .keep
) -> PassResult? {
    var pass = Pass(stage: .client)
    var output = SanitizedBuffer()
    var collector = FindingCollector()
    do throws(Pass.Failure) {
        let outcome = try pass.run(
            input: bytes.span,
            policy: policy,
            meta: meta,
            into: &output,
            observer: &collector
        )
        let result = PassResult(output: text(of: output), findings: collector.findings, outcome: outcome)
        checkExplained(result) { pass, output, observer in
            (try? pass.run(input: bytes.span, policy: policy, meta: meta, into: &output, observer: &observer)) != nil
        }
        return result
    } catch {
        return nil
    }
}

/// Runs the pass over free text.
func scrub(text line: String, _ policy: Policy = .standard) -> PassResult {
    scrub(textBytes: ContiguousArray(line.utf8), policy)
}

/// As above, for bytes that need not be UTF-8.
func scrub(textBytes bytes: ContiguousArray<UInt8>, _ policy: Policy = .standard) -> PassResult {
    var pass = Pass(stage: .relay)
    var output = SanitizedBuffer()
    var collector = FindingCollector()
    let outcome = pass.run(text: bytes.span, policy: policy, into: &output, observer: &collector)
    let result = PassResult(output: text(of: output), findings: collector.findings, outcome: outcome)
    checkExplained(result) { pass, output, observer in
        _ = pass.run(text: bytes.span, policy: policy, into: &output, observer: &observer)
        return true
    }
    return result
}

/// Every case of every test runs once more while the pass explains itself: the same output, and decisions to take that
/// are the findings, one to one. What was left stands in the output where the decision says.
private func checkExplained(
    _ result: PassResult,
    _ run: (inout Pass, inout SanitizedBuffer, inout DecisionCollector) -> Bool
) {
    var pass = Pass(stage: .client)
    var output = SanitizedBuffer()
    var collector = DecisionCollector(limit: .max)
    #expect(run(&pass, &output, &collector))
    #expect(text(of: output) == result.output)
    let taken = collector.decisions.filter(\.isTaken)
    #expect(taken.count == result.outcome.findings)
    for (decision, finding) in zip(taken, result.findings) {
        #expect(decision.path == finding.path && decision.rule == finding.rule && decision.method == finding.method)
        #expect(decision.range == finding.range && decision.evidence == finding.evidence)
    }
}

/// The bytes of a buffer as a string.
func text(of buffer: borrowing SanitizedBuffer) -> String {
    String(decoding: buffer.bytes(in: 0..<buffer.count).value, as: UTF8.self)
}

/// Whether `json` is one JSON value, by the reader.
func isJSON(_ json: String) -> Bool {
    let bytes = ContiguousArray(json.utf8)
    var reader = JSONReader(bytes.span)
    do throws(Pass.Failure) {
        while try reader.next() != .end {}
        return true
    } catch {
        return false
    }
}

/// `string` as a JSON string.
func quoted(_ string: String) -> String {
    var buffer = SanitizedBuffer()
    buffer.append(quoted: Sanitized(trusted: string))
    return text(of: buffer)
}
