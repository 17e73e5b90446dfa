import Foundation
import Testing

@testable import RelayCore

/// Containers of checkout events: the reader and the schema agree on every example.
@Suite struct ContainerSchemaTests {
    @Test("the reader judges every example as the schema does", arguments: ["valid", "invalid"])
    func examples(_ verdict: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Schemas/examples/\(verdict)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("checkout-container.") }
        #expect(names.count >= 6)
        for name in names {
            let document = ContiguousArray(try Data(contentsOf: folder.appending(path: name)))
            let entries = try? ContainerReader.entries(document.span, limit: 1_000)
            #expect((entries != nil) == (verdict == "valid"), "\(name)")
        }
    }
}
