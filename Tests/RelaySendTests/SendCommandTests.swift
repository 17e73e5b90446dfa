import Foundation
import Glibc
import TelemetryDelivery
import TelemetryTesting
import TelemetryWire
import Testing

@testable import RelaySend

@Suite(.timeLimit(.minutes(1))) struct SendCommandTests {
    private static let dsn = "http://0123456789abcdef0123456789abcdef@127.0.0.1:9/1"

    struct Result: Sendable {
        var code: Int32
        var output: String
        var notes: String
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// Runs `send` over one file with this text.
    static func send(
        _ text: String,
        _ options: [String] = [],
        timeout: String = "5",
        dsn: String = SendCommandTests.dsn,
        through transport: RecordingTransport
    ) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "send-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let input = folder.appending(path: "events.ndjson")
        try Data(text.utf8).write(to: input)
        let (results, notes) = (folder.appending(path: "results"), folder.appending(path: "notes"))
        let output = SendOutput(
            results: open(results.path, O_CREAT | O_WRONLY, 0o600),
            notes: open(notes.path, O_CREAT | O_WRONLY, 0o600)
        )
        let code = SendCommand.run(
            arguments: ["--dsn", dsn, "--timeout=\(timeout)"] + options + [input.path],
            output: output,
            transport: { transport }
        )
        close(output.results)
        close(output.notes)
        return Result(
            code: code,
            output: try String(contentsOf: results, encoding: .utf8),
            notes: try String(contentsOf: notes, encoding: .utf8)
        )
    }

    static func id(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    static func events(_ numbers: Range<Int>) -> String {
        numbers.map { "{\"event_id\":\"\(id($0))\",\"message\":\"event \($0)\"}\n" }.joined()
    }

    @Test("every event is delivered and printed in the order of the input")
    func order() throws {
        let result = try Self.send(Self.events(0..<300), through: RecordingTransport())
        #expect(result.code == 0)
        #expect(result.lines.count == 301 && result.lines.last == "300 events: 300 delivered")
        for (number, line) in result.lines.dropLast().enumerated() {
            #expect(line == "\(Self.id(number))  delivered")
        }
        #expect(result.notes.isEmpty)
    }

    @Test("a resent event in a batch of new ones is a duplicate, and so is one that goes alone")
    func duplicates() throws {
        let transport = RecordingTransport { request in
            request.eventCount == 1 ? .accepted(duplicates: [0]) : .accepted(duplicates: [1, 4])
        }
        let result = try Self.send(Self.events(0..<21), ["--json"], through: transport)
        #expect(result.code == 0)
        #expect(result.lines.count == 21)
        for number in [0, 2, 5] {
            #expect(
                result.lines[number] == "{\"event_id\":\"\(Self.id(number))\",\"fate\":\"duplicate\",\"reason\":null}"
            )
        }
        #expect(result.lines.count { $0.contains("\"delivered\"") } == 18)
        #expect(result.notes == "telemetry-relay send: 21 events: 18 delivered, 3 duplicate\n")
    }

    @Test("a line that is no event is named and skipped, the rest is sent, and the exit code tells")
    func invalidLines() throws {
        let text = Self.events(1..<2) + "not json\n\n[1]\n" + Self.events(2..<3)
        let result = try Self.send(text, through: RecordingTransport())
        #expect(result.code == 1)
        #expect(result.lines.last == "2 events: 2 delivered; 2 lines skipped")
        let notes = result.notes.split(separator: "\n")
        #expect(notes.count == 2)
        #expect(notes[0].hasSuffix("events.ndjson:2: not JSON; skipped"))
        #expect(notes[1].hasSuffix("events.ndjson:4: not an event; skipped"))
    }

    @Test("what the relay refuses is printed with its reason", arguments: [400, 403, 404])
    func refused(status: Int) throws {
        let result = try Self.send(Self.events(0..<2), through: RecordingTransport(.status(status)))
        #expect(result.code == 1)
        #expect(
            result.lines == [
                "\(Self.id(0))  dropped:send_error", "\(Self.id(1))  dropped:send_error", "2 events: 2 dropped",
            ]
        )
        #expect(result.notes == "telemetry-relay send: the relay answered \(status)\n")
    }

    @Test("an unreachable relay gets one line, soon")
    func unreachable() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let transport = RecordingTransport(.failure(.cannotConnect))
        let result = try Self.send(Self.events(0..<50), through: transport)
        #expect(result.code == 1 && result.output.isEmpty)
        #expect(result.notes == "telemetry-relay send: cannot reach the relay: cannot connect; 50 events not sent\n")
        #expect(clock.now - start < .seconds(5))
    }

    @Test("a relay that stops answering costs no more than the timeout, and what is open is pending")
    func timeout() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let transport = RecordingTransport([.accepted, .silence])
        let result = try Self.send(Self.events(0..<5), timeout: "1", through: transport)
        #expect(result.code == 1)
        #expect(result.lines.last == "5 events: 1 delivered, 4 pending")
        #expect(clock.now - start < .seconds(4))
    }

    @Test("reads no faster than the relay takes: more than the ring holds loses nothing")
    func backPressure() throws {
        let filler = String(repeating: "word ", count: 20_000)
        let text = (0..<200).map {
            "{\"event_id\":\"\(Self.id($0))\",\"message\":\"\(filler)\"}\n"
        }.joined()
        let result = try Self.send(text, through: RecordingTransport())
        #expect(result.code == 0)
        #expect(result.lines.last == "200 events: 200 delivered")
    }

    @Test("wrong usage ends with 2, a file that is not there with 1, and nothing is sent")
    func usage() throws {
        let transport = RecordingTransport()
        #expect(try Self.send("", ["--nonsense"], through: transport).code == 2)
        #expect(try Self.send("", timeout: "soon", through: transport).code == 2)
        #expect(try Self.send("", dsn: "nonsense", through: transport).code == 2)
        #expect(try Self.send("", dsn: "http://key@relay.example.com/1", through: transport).code == 2)
        let missing = try Self.send(Self.events(0..<1), ["no-such-file.ndjson"], through: transport)
        #expect(missing.code == 1 && missing.notes.contains("no-such-file.ndjson: "))
        #expect(transport.calls.submits == 0)
        let help = try Self.send("", ["--help"], through: transport)
        #expect(help.code == 0 && help.output.hasPrefix("usage: telemetry-relay send"))
    }

    private static func withSpool(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "send-spool-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appending(path: "spool").path)
    }

    @Test("with a spool, what an unreachable relay does not get is kept, and the next run sends it")
    func spool() throws {
        try Self.withSpool { spool in
            let first = try Self.send(
                Self.events(0..<300),
                ["--spool", spool],
                through: RecordingTransport(.failure(.cannotConnect))
            )
            #expect(first.code == 1)
            #expect(first.lines.count == 301 && first.lines.last == "300 events: 300 persisted")
            #expect(first.lines.first == "\(Self.id(0))  persisted")
            #expect(first.notes.contains("cannot reach the relay: cannot connect; 300 events kept in the spool"))

            let second = try Self.send(
                Self.events(300..<301),
                ["--spool", spool],
                through: RecordingTransport()
            )
            #expect(second.code == 0)
            #expect(second.lines.last == "1 event: 1 delivered; 300 events from earlier runs")
            #expect(try FileManager.default.contentsOfDirectory(atPath: spool).isEmpty)
        }
    }

    @Test("a run without events sends what an earlier one kept")
    func emptySpool() throws {
        try Self.withSpool { spool in
            _ = try Self.send(
                Self.events(0..<3),
                ["--spool", spool],
                timeout: "1",
                through: RecordingTransport(.status(503))
            )
            let result = try Self.send("", ["--spool", spool], through: RecordingTransport())
            #expect(result.code == 0)
            #expect(result.lines.last == "0 events; 3 events from earlier runs")
            #expect(try FileManager.default.contentsOfDirectory(atPath: spool).isEmpty)
        }
    }

    @Test("a spool that cannot be used is said to be, and what can be sent is")
    func unusableSpool() throws {
        try Self.withSpool { spool in
            let result = try Self.send(
                Self.events(0..<3),
                ["--spool", spool + "/not/there"],
                through: RecordingTransport()
            )
            #expect(result.code == 0 && result.lines.last == "3 events: 3 delivered")
            #expect(result.notes.contains("the spool cannot be used: open: No such file or directory"))
        }
    }
}
