import Glibc
import TelemetryTestSupport
import TelemetryTesting
import Testing

@testable import Telemetry
@testable import TelemetryCurl
@testable import TelemetryDelivery

@Suite(.timeLimit(.minutes(1))) struct ConsentTests {
    @Test("while consent is pending nothing is sent; once it is granted, all of it is")
    func pending() async throws {
        let transport = RecordingTransport()
        let reporter = try Reporter(recordingTo: transport) { $0.consent = .pending }
        for number in 0..<20 { reporter.capture("event \(number)", level: .error) }
        #expect(await reporter.flush(timeout: .seconds(5)) == .disabled)
        #expect(transport.requests.isEmpty)
        #expect(reporter.stats.ledger.pending == 20)
        reporter.updateConsent(.granted)
        #expect(await reporter.flush(timeout: .seconds(10)) == .finished)
        #expect(transport.events.count == 20)
        #expect(reporter.stats.ledger.delivered == 20 && reporter.stats.ledger.isBalanced)
    }

    @Test("denied consent drops what is held, breadcrumbs too, and counts what comes; granted again, it delivers")
    func denied() async throws {
        let transport = RecordingTransport()
        let reporter = try Reporter(recordingTo: transport) { $0.consent = .pending }
        reporter.addBreadcrumb("from before")
        for _ in 0..<5 { reporter.capture("from before", level: .error) }
        reporter.updateConsent(.denied)
        #expect(reporter.stats.ledger.dropped[.consent] == 5)
        reporter.addBreadcrumb("while denied")
        #expect(reporter.capture("while denied") == nil)
        #expect(reporter.capture(eventJSON: "{}") == nil)
        var ledger = reporter.stats.ledger
        #expect(ledger.dropped[.consent] == 7 && ledger.captured == 7 && ledger.isBalanced)
        reporter.updateConsent(.granted)
        reporter.capture("from after", level: .error)
        #expect(await reporter.flush(timeout: .seconds(10)) == .finished)
        #expect(transport.events.count == 1)
        #expect(!transport.contains("before") && !transport.contains("while denied"))
        ledger = reporter.stats.ledger
        #expect(ledger.delivered == 1 && ledger.isBalanced)
    }

    @Test("withdrawn consent cuts off the request under way and drops its events")
    func withdrawnInFlight() async throws {
        let transport = RecordingTransport(.silence)
        let reporter = try Reporter(recordingTo: transport)
        reporter.capture("x", level: .error)
        #expect(eventually { !transport.requests.isEmpty })
        reporter.capture("y", level: .error)
        reporter.updateConsent(.denied)
        #expect(eventually { reporter.stats.ledger.pending == 0 })
        #expect(reporter.stats.ledger.dropped[.consent] == 2 && reporter.stats.ledger.isBalanced)
        #expect(eventually { transport.calls.disconnects > 0 })
    }

    @Test("pending again: the request under way is taken back, and sent anew once it is granted")
    func pendingInFlight() async throws {
        let server = try LoopbackServer { $0 == 0 ? .hang : .reply(200, headers: ["X-Telemetry-Batch: 1"]) }
        defer { server.stop() }
        let reporter = try Reporter(Configuration(mode: .deliver(server.dsn)), transport: CurlTransport())
        reporter.capture("x", level: .error)
        #expect(eventually { server.requests.count == 1 })
        reporter.updateConsent(.pending)
        #expect(await reporter.flush(timeout: .seconds(5)) == .disabled)
        #expect(reporter.stats.ledger.pending == 1)
        reporter.updateConsent(.granted)
        #expect(await reporter.flush(timeout: .seconds(10)) == .finished)
        #expect(server.requests.count == 2)
        #expect(server.requests.first?.body == server.requests.last?.body)
        #expect(reporter.stats.ledger.delivered == 1)
    }

    @Test("denied: no thread and no socket, from the beginning and after a withdrawal")
    func nothingOpen() async {
        await #expect(processExitsWith: .success) {
            let before = openSockets()
            let server = try LoopbackServer([.reply(200)])
            let listening = openSockets()
            var configuration = Configuration(mode: .deliver(server.dsn))
            configuration.consent = .denied
            let reporter = try Reporter(configuration, transport: CurlTransport())
            reporter.capture("x", level: .error)
            guard openSockets().isSubset(of: listening), reporterThreads() == 0, before != listening else { exit(3) }
            reporter.updateConsent(.granted)
            reporter.capture("x", level: .error)
            guard reporter.flushBlocking(timeout: .seconds(10)) == .finished else { exit(4) }
            guard reporterThreads() == 1 else { exit(5) }
            reporter.updateConsent(.denied)
            guard eventually({ reporterThreads() == 0 }) else { exit(6) }
            server.stop()
            // The server's end of the connection goes with its thread.
            guard eventually({ openSockets().isSubset(of: before) }) else { exit(7) }
            reporter.capture("x", level: .error)
            guard reporterThreads() == 0, reporter.stats.ledger.isBalanced else { exit(8) }
            exit(reporter.stats.ledger.dropped[.consent] == 2 ? 0 : 9)
        }
    }

    @Test("in memory mode, denied consent empties the memory")
    func memory() throws {
        let reporter = try Reporter(Configuration(mode: .memory(capacity: 10)))
        reporter.capture("x")
        reporter.updateConsent(.denied)
        #expect(reporter.memory.isEmpty && reporter.stats.queuedBytes == 0)
        reporter.capture("y")
        #expect(reporter.stats.ledger.dropped[.consent] == 2 && reporter.stats.ledger.isBalanced)
        reporter.updateConsent(.pending)
        reporter.capture("z")
        #expect(reporter.memory.count == 1)
    }
}
