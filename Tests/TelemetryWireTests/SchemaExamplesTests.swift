import Foundation
import Testing

@testable import TelemetryEnvelope
@testable import TelemetryWire

/// The strict decoders and the schemas agree on every example; `scripts/check-schemas` asks a stock validator the same.
@Suite struct SchemaExamplesTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Schemas")

    /// Policies and containers have readers in other modules, and tests beside them.
    static let readElsewhere: Set = ["policy", "checkout-container"]

    static func isAccepted(_ kind: String, _ document: Span<UInt8>) -> Bool? {
        do throws(DecodeError) {
            switch kind {
            case "envelope-header": _ = try EnvelopeHeader.decode(document)
            case "item-header": _ = try ItemHeader.decode(document)
            case "event": try EventValidator.validate(document)
            case "client-report": _ = try ClientReport.decode(document)
            case "batch-reply": _ = try BatchReply.decode(document)
            case "event-reply": _ = try EventReply.decode(document)
            // The schema says what may be written. What a reader leaves out and counts is not that.
            case "checkout-event": return try CheckoutEvent.decode(document).anomalies.isEmpty
            default: return nil
            }
            return true
        } catch {
            return false
        }
    }

    @Test("our decoders judge every example as the schemas do", arguments: ["valid", "invalid"])
    func examples(_ verdict: String) throws {
        let folder = Self.root.appending(path: "examples/\(verdict)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        var counts: [String: Int] = [:]
        for name in names
        where name.hasSuffix(".json") && !Self.readElsewhere.contains(String(name.prefix { $0 != "." })) {
            let kind = String(name.prefix { $0 != "." })
            let document = ContiguousArray(try Data(contentsOf: folder.appending(path: name)))
            #expect(Self.isAccepted(kind, document.span) == (verdict == "valid"), "\(name)")
            counts[kind, default: 0] += 1
        }
        let schemas = try FileManager.default.contentsOfDirectory(atPath: Self.root.path)
            .filter { $0.hasSuffix(".schema.json") && !Self.readElsewhere.contains(String($0.prefix { $0 != "." })) }
        #expect(schemas.count == 7)
        for schema in schemas {
            #expect(counts[String(schema.prefix { $0 != "." }), default: 0] >= 6, "\(schema)")
        }
    }
}
