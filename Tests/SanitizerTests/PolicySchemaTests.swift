import Foundation
import Testing

@testable import Sanitizer

/// The examples of `Schemas/policy.schema.json`: the reader takes the valid ones and refuses the others. A stock validator
/// says the same of them (`scripts/check-schemas`), and of mutated ones (`Tests/acceptance/policy.py`).
@Suite struct PolicySchemaTests {
    private static let examples = GoldenCorpus.root.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Schemas/examples")

    @Test("every example is judged as the schema judges it", arguments: ["valid", "invalid"])
    func judged(verdict: String) throws {
        let folder = Self.examples.appendingPathComponent(verdict)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("policy.") }.sorted()
        #expect(names.count >= 14)
        for name in names {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            do throws(Policy.DocumentError) {
                let loaded = try policy(text, digest: MethodTests.FakeDigest())
                #expect(verdict == "valid", "\(name)")
                // What was read is written, and reads the same.
                #expect(
                    try policy(loaded.document, digest: MethodTests.FakeDigest()).document == loaded.document,
                    "\(name)"
                )
            } catch {
                #expect(verdict == "invalid", "\(name): \(error)")
                for fault in error.faults {
                    #expect(fault.line > 0 && fault.column > 0 && fault.path.hasPrefix("$") && !fault.reason.isEmpty)
                }
            }
        }
    }
}
