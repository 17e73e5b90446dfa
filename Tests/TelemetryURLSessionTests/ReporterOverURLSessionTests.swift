import Telemetry
import TelemetryTestSupport
import TelemetryTesting
import TelemetryURLSession
import Testing

/// The whole reporter over a session.
@Suite(.timeLimit(.minutes(1))) struct ReporterOverURLSessionTests {
    @Test("events arrive, negotiated into batches, and a failure comes again")
    func delivery() async throws {
        let server = try LoopbackServer { number in
            number == 1 ? .reply(503) : .reply(200, headers: ["X-Telemetry-Batch: 1"])
        }
        defer { server.stop() }
        let transport = RecordingTransport(forwardingTo: URLSessionTransport())
        let reporter = try Reporter(recordingTo: transport) { $0.mode = .deliver(server.dsn) }
        for number in 0..<100 { reporter.capture("event \(number)", level: .error) }
        #expect(await reporter.flush(timeout: .seconds(30)) == .finished)
        #expect(reporter.stats.ledger.delivered == 100 && reporter.stats.ledger.isBalanced)
        #expect(reporter.stats.delivery.usesBatches && server.requests.count < 20)
        #expect(server.requests.map(\.body) == transport.requests.map(\.body))
        // A turn for each capture at most, and a few for each request.
        #expect(transport.calls.polls < 100 + 8 * server.requests.count)
        #expect(await reporter.close(timeout: .seconds(10)) == .finished)
    }

    @Test("a flush and a close against a server that never answers end at their deadline")
    func silence() async throws {
        let server = try LoopbackServer([.hang])
        defer { server.stop() }
        let reporter = try Reporter(Configuration(mode: .deliver(server.dsn)), transport: URLSessionTransport())
        reporter.capture("x", level: .error)
        #expect(await reporter.flush(timeout: .milliseconds(100)) == .timedOut(pending: 1))
        #expect(await reporter.close(timeout: .milliseconds(100)) == .timedOut(pending: 1))
        #expect(reporter.stats.ledger.isBalanced)
    }
}
