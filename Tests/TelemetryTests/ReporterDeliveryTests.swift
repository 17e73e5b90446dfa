import Glibc
import TelemetryTestSupport
import TelemetryTesting
import Testing

@testable import Telemetry
@testable import TelemetryCurl
@testable import TelemetryDelivery

@Suite(.serialized, .timeLimit(.minutes(1))) struct ReporterDeliveryTests {
    @Test("configurations that cannot work are refused with a typed error")
    func configuration() throws {
        func error(_ dsn: String, transport: (any Transport)? = CurlTransport()) -> ConfigurationError? {
            do throws(ConfigurationError) {
                _ = try Reporter(Configuration(mode: .deliver(dsn)), transport: transport)
                return nil
            } catch {
                return error
            }
        }
        #expect(error("") != nil)
        #expect(error("https://")?.isInvalidDSN == true)
        #expect(error("ftp://key@host/1")?.isInvalidDSN == true)
        #expect(error("http://key@relay.example.com/1") == .insecureDSN)
        #expect(error("http://key@10.0.0.1/1") == .insecureDSN)
        #expect(error("http://key@127.0.0.1:8787/1") == nil)
        #expect(error("http://key@localhost:8787/1") == nil)
        #expect(error("https://key@relay.example.com/1") == nil)
        #expect(error("https://key@relay.example.com/1", transport: nil) == .missingTransport)
        #expect(ConfigurationError.insecureDSN.description.contains("https"))
    }

    @Test("delivers over libcurl: negotiates, batches, authenticates, and what is sent is clean")
    func endToEnd() async throws {
        let server = try LoopbackServer([.reply(200, headers: ["X-Telemetry-Batch: 1"])])
        defer { server.stop() }
        let reporter = try Reporter(Configuration(mode: .deliver(server.dsn)), transport: CurlTransport())
        for number in 0..<200 { reporter.capture("event \(number). card 4111111111111111", level: .error) }
        #expect(await reporter.flush(timeout: .seconds(20)) == .finished)
        let stats = reporter.stats
        #expect(stats.ledger.delivered == 200 && stats.ledger.isBalanced)
        #expect(stats.delivery.usesBatches && stats.delivery.lastStatus == 200)
        let requests = server.requests
        #expect(requests.count < 20)
        #expect(requests.allSatisfy { $0.head.contains("sentry_key=0123456789abcdef0123456789abcdef") })
        #expect(requests.allSatisfy { $0.head.contains("User-Agent: telemetry.swift/0.1.0") })
        var events = 0
        for request in requests {
            let text = SentEnvelope(gzip: request.body).text
            #expect(!text.containsPAN)
            events += text.split(separator: "\n").filter { $0.hasPrefix("{\"type\":\"event\"") }.count
        }
        #expect(events == 200)
        #expect(await reporter.close(timeout: .seconds(5)) == .finished)
        #expect(reporter.capture("late") == nil)
        #expect(reporter.stats.ledger.dropped[.closed] == 1)
    }

    @Test("a 503 with Retry-After is repeated with the same bytes, after the wait")
    func retryAfter() async throws {
        let server = try LoopbackServer([.reply(503, headers: ["Retry-After: 1"]), .reply(200)])
        defer { server.stop() }
        let reporter = try Reporter(Configuration(mode: .deliver(server.dsn)), transport: CurlTransport())
        reporter.capture("x")
        let took = await ContinuousClock().measure {
            #expect(await reporter.flush(timeout: .seconds(20)) == .finished)
        }
        #expect(took > .milliseconds(900))
        #expect(server.requests.count == 2)
        #expect(server.requests.first?.body == server.requests.last?.body)
        #expect(reporter.stats.ledger.delivered == 1)
    }

    @Test("flush and close keep their deadlines against a server that never answers")
    func deadlines() async throws {
        let server = try LoopbackServer([.hang])
        defer { server.stop() }
        let reporter = try Reporter(Configuration(mode: .deliver(server.dsn)), transport: CurlTransport())
        for _ in 0..<5 { reporter.capture("x", level: .error) }
        let clock = ContinuousClock()
        // The quickest of a few: a missed deadline is missed every time, a busy machine only sometimes.
        var took = quickest(of: 5) {
            let took = clock.measure {
                #expect(reporter.flushBlocking(timeout: .milliseconds(200)) == .timedOut(pending: 5))
            }
            #expect(took >= .milliseconds(200))
            return took
        }
        #expect(took < .milliseconds(600))
        took = clock.measure {
            #expect(reporter.closeBlocking(timeout: .milliseconds(100)) == .timedOut(pending: 5))
        }
        #expect(took < .milliseconds(500))
        #expect(reporter.stats.ledger.isBalanced)
        // The worker drops what is left right after it has answered.
        while reporter.stats.ledger.pending > 0 { await Task.yield() }
        #expect(reporter.stats.ledger.dropped[.closed] == 5)
    }

    @Test("no connection at all: counted as pending, and the reason is told")
    func unreachable() async throws {
        let told = Lock([Diagnostic]())
        let gone = try LoopbackServer([.reset])
        gone.stop()
        var configuration = Configuration(mode: .deliver(gone.dsn))
        configuration.diagnostics = { diagnostic in told.withLock { $0.append(diagnostic) } }
        let reporter = try Reporter(configuration, transport: CurlTransport())
        reporter.capture("x")
        #expect(await reporter.flush(timeout: .milliseconds(300)) == .timedOut(pending: 1))
        #expect(reporter.stats.delivery.lastFailure?.kind == .cannotConnect)
        _ = await reporter.close(timeout: .zero)
        while reporter.stats.ledger.pending > 0 { await Task.yield() }
        let diagnostics = told.withLock { $0 }
        #expect(
            diagnostics.contains {
                if case .unreachable(let failure) = $0 { failure.kind == .cannotConnect } else { false }
            }
        )
    }

    @Test("off makes no thread and keeps nothing; delivery makes its thread with the first event and ends it")
    func threads() async {
        // In a process of its own: other tests have reporters, too.
        await #expect(processExitsWith: .success) {
            let off = try Reporter(Configuration(mode: .off), transport: CurlTransport())
            off.setTag("a", "b")
            off.addBreadcrumb("x")
            #expect(off.capture("x") == nil)
            #expect(off.capture(eventJSON: "{}") == nil)
            #expect(await off.flush(timeout: .seconds(5)) == .disabled)
            #expect(off.stats.ledger == Ledger())
            #expect(await off.close(timeout: .seconds(5)) == .disabled)
            #expect(reporterThreads() == 0)

            let server = try LoopbackServer([.reply(200)])
            defer { server.stop() }
            let reporter = try Reporter(Configuration(mode: .deliver(server.dsn)), transport: CurlTransport())
            #expect(reporterThreads() == 0)
            reporter.capture("x")
            #expect(await reporter.flush(timeout: .seconds(5)) == .finished)
            #expect(reporterThreads() == 1)
            _ = await reporter.close(timeout: .seconds(5))
            let deadline = ContinuousClock.now + .seconds(5)
            while reporterThreads() > 0, ContinuousClock.now < deadline { usleep(1_000) }
            #expect(reporterThreads() == 0)
        }
    }

    @Test("off opens nothing, starts nothing and forks as if it were not there, whatever transport it is given")
    func offOpensNothing() async {
        await #expect(processExitsWith: .success) {
            let before = openSockets()
            let off = try Reporter(Configuration(mode: .off), transport: CurlTransport())
            off.setTag("a", "b")
            off.addBreadcrumb("x")
            off.capture("x", level: .error)
            // What the test's own runner opens for a moment goes again; what a reporter opened would stay.
            guard eventually({ openSockets().isSubset(of: before) }), reporterThreads() == 0 else { exit(3) }
            // What would be found if there were something.
            let transport = CurlTransport()
            _ = transport.poll(until: SystemClock().now)
            guard openSockets().count > before.count else { exit(4) }
            withExtendedLifetime(transport) {}
            withExtendedLifetime(off) {}
            exit(0)
        }
    }

    @Test("a reporter that goes away ends its thread without waiting")
    func deinitialization() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer([.hang])
            defer { server.stop() }
            var reporter: Reporter? = try Reporter(
                Configuration(mode: .deliver(server.dsn)),
                transport: CurlTransport()
            )
            reporter?.capture("x")
            while server.requests.isEmpty { await Task.yield() }
            let took = ContinuousClock().measure { reporter = nil }
            #expect(took < .milliseconds(100))
            let deadline = ContinuousClock.now + .seconds(5)
            while reporterThreads() > 0, ContinuousClock.now < deadline { usleep(1_000) }
            #expect(reporterThreads() == 0)
        }
    }
}
