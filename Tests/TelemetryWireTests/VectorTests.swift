import Foundation
import Sanitizer
import Testing

@testable import TelemetryEnvelope
@testable import TelemetryWire

/// `Schemas/vectors`: what goes in and what comes out, for reporters in any language.
@Suite struct VectorTests {
    static var names: [String] {
        let folder = SchemaExamplesTests.root.appending(path: "vectors").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix("event.") && $0.hasSuffix(".json") }.sorted()
    }

    @Test("there are vectors")
    func some() {
        #expect(Self.names.count >= 10)
    }

    @Test("events come out as the vector says, at both ends, and stay so", arguments: names)
    func event(_ name: String) throws {
        let data = try Data(contentsOf: SchemaExamplesTests.root.appending(path: "vectors/\(name)"))
        let vector = try #require(try JSONSerialization.jsonObject(with: data) as? [String: String])
        let input = try #require(vector["input"])
        let expected = try #require(vector["sanitized"])
        #expect(try sanitize(input, stage: .client).text == expected)
        #expect(try sanitize(input, stage: .relay).text == expected)
        #expect(try sanitize(expected, stage: .relay).text == expected)
    }
}
