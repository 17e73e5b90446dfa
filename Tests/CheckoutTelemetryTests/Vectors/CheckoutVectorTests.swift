import CheckoutTelemetry
import Foundation
import Sanitizer
import TelemetryWire
import Testing

/// `Schemas/vectors/checkout.*`: calls of an SDK, and the events that leave.
@Suite struct CheckoutVectorTests {
    static let folder = "Schemas/vectors"

    static var names: [String] {
        let there =
            (try? FileManager.default.contentsOfDirectory(atPath: MadeFile.root.appending(path: folder).path)) ?? []
        let calls = there.filter { $0.hasPrefix("checkout.") && $0.hasSuffix(".calls.json") }
        return calls.map { String($0.dropLast(11)) }.sorted()
    }

    static func script(_ name: String) throws -> CheckoutScript {
        let file = MadeFile.root.appending(path: "\(folder)/\(name).calls.json")
        return try JSONDecoder().decode(CheckoutScript.self, from: Data(contentsOf: file))
    }

    /// Random ids by the order in which they come.
    static func named(_ entries: [String]) -> String {
        var names: [String: String] = [:]
        let lines = entries.map { entry in
            var entry = entry
            for (key, name) in [("session.id", "session"), ("checkout.flow.id", "flow")] {
                let start = "\"\(key)\":\""
                guard let range = entry.range(of: start) else { continue }
                let id = String(entry[range.upperBound...].prefix(32))
                let known = names[id] ?? "\(name)-\(names.values.filter { $0.hasPrefix(name) }.count + 1)"
                names[id] = known
                entry = entry.replacingOccurrences(of: start + id, with: start + "$" + known)
            }
            return entry
        }
        return "[\n" + lines.joined(separator: ",\n") + "\n]\n"
    }

    @Test("there are vectors of every SDK")
    func some() {
        for sdk in ["glomo", "qasimha", "inttegro", "dodo"] {
            #expect(Self.names.filter { $0.hasPrefix("checkout.\(sdk)-") }.count >= 4, "\(sdk)")
        }
    }

    @Test("calls become the events that the vector says", arguments: names)
    func vector(_ name: String) throws {
        let script = try Self.script(name)
        let events = Self.named(try script.run())
        #expect(try MadeFile.isCurrent("\(Self.folder)/\(name).events.json", events), "\(events)")
    }

    @Test("toward other servers the same events are the log entries that the vector says")
    func log() throws {
        var entries: [String] = []
        for text in try Self.script("checkout.glomo-paid").run() {
            var clean = SanitizedBuffer()
            var log = SanitizedBuffer()
            var observer = NoObserver()
            var pass = Pass(stage: .client)
            let bytes = ContiguousArray(text.utf8)
            _ = try pass.run(input: bytes.span, policy: .checkout, into: &clean, observer: &observer)
            #expect(CheckoutLog.append(clean, to: &log))
            entries.append(String(decoding: log.bytes(in: 0..<log.count).value, as: UTF8.self))
        }
        var text = "[\n" + entries.joined(separator: ",\n") + "\n]\n"
        for (name, prefix) in [("flow", #""trace_id":""#), ("session", #""session.id":{"value":""#)] {
            let range = try #require(text.range(of: prefix))
            let id = String(text[range.upperBound...].prefix(32))
            text = text.replacingOccurrences(of: id, with: "$\(name)-1")
        }
        #expect(try MadeFile.isCurrent("\(Self.folder)/checkout.glomo-paid.log.json", text))
    }

    @Test("no flow has two ends, and its numbers rise", arguments: names)
    func flows(_ name: String) throws {
        var flows: [EventID: [CheckoutEvent]] = [:]
        for event in try Self.script(name).events() {
            if let flow = event[.flow] { flows[flow, default: []].append(event) }
        }
        for events in flows.values {
            let numbers = events.compactMap { $0[.sequence] }
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
            // A later process knows only its own end.
            let segments = Dictionary(grouping: events) { ($0[.sequence] ?? 0) >> 20 }
            for segment in segments.values { #expect(segment.filter { $0.name == .ended }.count <= 1) }
        }
    }
}
