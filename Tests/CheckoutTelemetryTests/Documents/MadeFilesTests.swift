import Foundation
import Testing

/// Files that are made from the code are as the code is now (`scripts/documents`).
@Suite struct MadeFilesTests {
    @Test("the schema of checkout events is the vocabulary's")
    func schema() throws {
        #expect(try MadeFile.isCurrent("Schemas/checkout-event.schema.json", CheckoutSchema.file.file))
    }

    @Test("the inventory of data is the code's")
    func inventory() throws {
        #expect(try MadeFile.isCurrent("Schemas/data-inventory.json", Inventory.file.file))
        #expect(try MadeFile.isCurrent("docs/DATA.md", Inventory.page))
    }

    @Test("the examples of checkout events are the vocabulary's, and there are no others")
    func examples() throws {
        for (verdict, files) in [("valid", CheckoutExamples.valid), ("invalid", CheckoutExamples.invalid)] {
            let folder = "Schemas/examples/\(verdict)"
            for file in files { #expect(try MadeFile.isCurrent("\(folder)/\(file.name)", file.text), "\(file.name)") }
            let there = try FileManager.default.contentsOfDirectory(atPath: MadeFile.root.appending(path: folder).path)
            #expect(Set(there.filter { $0.hasPrefix("checkout-event.") }) == Set(files.map(\.name)))
        }
    }
}
