import Glibc
import TelemetryTestSupport
import TelemetryTesting
import Testing

@testable import Telemetry
@testable import TelemetryCurl
@testable import TelemetryDelivery

/// What a server does to a request, and what becomes of the events.
struct Fault: Sendable, CustomTestStringConvertible {
    enum Outcome: Sendable {
        case delivered
        case dropped(DropReason)
    }

    var name: String
    var behaviour: LoopbackServer.Behaviour
    var outcome: Outcome
    /// Whether the server does it once, and is well afterwards.
    var isOnce = false
    var testDescription: String { name }

    static let batch = ["X-Telemetry-Batch: 1"]

    static func limit(_ headers: String...) -> Fault {
        Fault(
            name: headers.joined(),
            behaviour: .reply(429, headers: headers + batch),
            outcome: .delivered,
            isOnce: true
        )
    }

    static let all: [Fault] =
        [
            Fault(name: "200", behaviour: .reply(200, headers: batch), outcome: .delivered),
            Fault(name: "400", behaviour: .reply(400, headers: batch), outcome: .dropped(.sendError)),
            Fault(name: "403", behaviour: .reply(403), outcome: .dropped(.sendError)),
            Fault(name: "404", behaviour: .reply(404), outcome: .dropped(.sendError)),
            Fault(name: "413", behaviour: .reply(413, headers: batch), outcome: .dropped(.sendError)),
            Fault(
                name: "302",
                behaviour: .reply(302, headers: ["Location: http://127.0.0.1:9/"]),
                outcome: .dropped(.sendError)
            ),
            Fault(name: "endless body", behaviour: .endlessBody(200), outcome: .delivered),
            Fault(name: "slow answer", behaviour: .slow(200), outcome: .delivered),
            limit("Retry-After: 0"), limit("Retry-After: 0.05"), limit("Retry-After: 1"),
            limit("Retry-After: Sun, 06 Nov 1994 08:49:37 GMT"), limit("X-Sentry-Rate-Limits: 0.2:error:key"),
            limit("X-Sentry-Rate-Limits: 0.2::organization"), limit("X-Sentry-Rate-Limits: 0.2"),
            limit("X-Sentry-Rate-Limits: 60:replay;attachment:key, 0.1:default;error:key:reason"),
            limit("X-Sentry-Rate-Limits: 60:nothing_known:key", "Retry-After: 0.1"),
            Fault(
                name: "limits on a 200",
                behaviour: .reply(200, headers: ["X-Sentry-Rate-Limits: 0.3:error:key"] + batch),
                outcome: .delivered,
                isOnce: true
            ),
        ]
        + [408, 425, 500, 502, 503, 504].flatMap { status in
            [
                Fault(name: "\(status)", behaviour: .reply(status), outcome: .dropped(.sendError)),
                Fault(name: "\(status) once", behaviour: .reply(status), outcome: .delivered, isOnce: true),
            ]
        }
        + [
            Fault(name: "hang", behaviour: .hang, outcome: .dropped(.networkError)),
            Fault(name: "hang once", behaviour: .hang, outcome: .delivered, isOnce: true),
            Fault(name: "reset", behaviour: .reset, outcome: .dropped(.networkError)),
            Fault(name: "reset once", behaviour: .reset, outcome: .delivered, isOnce: true),
            Fault(name: "endless headers", behaviour: .endlessHeaders, outcome: .dropped(.networkError)),
        ]
}

@Suite(.timeLimit(.minutes(1))) struct FaultMatrixTests {
    private static let events = 12

    private static func reporter(
        _ dsn: String,
        _ transport: RecordingTransport,
        seconds: Double = 2,
        spool directory: TemporaryDirectory? = nil
    ) throws -> Reporter {
        var configuration = Configuration(mode: .deliver(dsn))
        configuration.spool = directory.map { directory in
            var spool = SpoolOptions(directory: directory.path + "/spool")
            spool.maxAttempts = 3
            return spool
        }
        configuration.network.requestTimeout = .seconds(seconds)
        configuration.network.connectTimeout = .seconds(seconds)
        configuration.batching.interval = .milliseconds(20)
        configuration.batching.urgentInterval = .milliseconds(10)
        var retry = RetryPolicy()
        retry.shortest = .milliseconds(5)
        retry.longest = .milliseconds(20)
        retry.maxAttempts = 3
        return try Reporter(configuration, transport: transport, clock: SystemClock(), retry: retry)
    }

    private static func check(_ reporter: Reporter, _ transport: RecordingTransport, _ outcome: Fault.Outcome) async {
        let result = await reporter.flush(timeout: .seconds(50))
        let ledger = reporter.stats.ledger
        #expect(result == .finished && ledger.isBalanced && ledger.pending == 0, "\(reporter.stats)")
        switch outcome {
        case .delivered: #expect(ledger.delivered == events && ledger.dropped.total == 0, "\(reporter.stats)")
        case .dropped(let reason):
            #expect(ledger.dropped[reason] == events && ledger.delivered == 0, "\(reporter.stats)")
        }
        // A sleep for each capture, and a few for each try of each event: a worker that turns without need shows here.
        #expect(transport.calls.polls < 20 * events)
    }

    @Test(
        "whatever the server does, every event finds its one fate, and nothing turns in circles",
        arguments: Fault.all,
        [false, true]
    )
    func server(fault: Fault, hasSpool: Bool) async throws {
        let server = try LoopbackServer { number in
            fault.isOnce && number > 0 ? .reply(200, headers: Fault.batch) : fault.behaviour
        }
        defer { server.stop() }
        let transport = RecordingTransport(forwardingTo: CurlTransport())
        // Only what never answers has to be given up on; a loaded machine must not look like that.
        let isSilent = if case .hang = fault.behaviour { true } else { false }
        let directory = hasSpool ? TemporaryDirectory() : nil
        let reporter = try Self.reporter(server.dsn, transport, seconds: isSilent ? 0.15 : 20, spool: directory)
        for number in 0..<Self.events { reporter.capture("x", level: number % 2 == 0 ? .error : .info) }
        await Self.check(reporter, transport, fault.outcome)
        #expect(server.requests.count <= 3 * Self.events)
        _ = await reporter.close(timeout: .zero)
        // What has found its fate is gone from the disk.
        if let directory { #expect(!directory.files.contains { $0.contains("q-") }, "\(directory.files)") }
    }

    @Test(
        "with a spool, what finds no server waits on the disk, and is tried without turning in circles",
        arguments: ["name", "tls", "port"]
    )
    func unreachable(fault: String) async throws {
        let server = try LoopbackServer(greeting: "220 mail.example ESMTP\r\n") { _ in .reply(200) }
        defer { server.stop() }
        let host = Self.dsn(fault, server)
        let directory = TemporaryDirectory()
        let transport = RecordingTransport(forwardingTo: CurlTransport())
        let reporter = try Self.reporter(host, transport, seconds: 20, spool: directory)
        for number in 0..<Self.events { reporter.capture("x", level: number % 2 == 0 ? .error : .info) }
        // More tries than a batch has that found a server.
        #expect(eventually { reporter.stats.delivery.consecutiveFailures > 6 })
        let result = await reporter.close(timeout: .milliseconds(200))
        // Whoever reads a bundle of authorities just then says a little late that all is on the disk.
        #expect(result == .persisted(Self.events) || result == .timedOut(pending: 0), "\(result)")
        let stats = reporter.stats
        #expect(stats.ledger.isBalanced && stats.ledger.persisted == Self.events && stats.ledger.dropped.isEmpty)
        #expect(transport.calls.polls < 20 * Self.events + 8 * stats.delivery.requests)
    }

    private static func dsn(_ fault: String, _ server: LoopbackServer) -> String {
        let key = "0123456789abcdef0123456789abcdef"
        return switch fault {
        case "name": "https://\(key)@no-such-host.invalid/1"
        case "tls": "https://\(key)@127.0.0.1:\(server.port)/1"
        default: "http://\(key)@127.0.0.1:1/1"
        }
    }

    @Test(
        "a disk that is full, read-only or failing: everything is delivered, or said to be in memory only; nothing turns",
        arguments: [ENOSPC, EROFS],
        [true, false]
    )
    func disk(code: Int32, isReachable: Bool) async throws {
        let server = try LoopbackServer([.reply(200, headers: Fault.batch)])
        defer { server.stop() }
        let directory = TemporaryDirectory()
        let transport = RecordingTransport(forwardingTo: CurlTransport())
        let reporter = try Self.reporter(
            isReachable ? server.dsn : "http://0123456789abcdef0123456789abcdef@127.0.0.1:1/1",
            transport,
            seconds: 20,
            spool: directory
        )
        guard case .deliver(let worker) = reporter.sink else { return }
        worker.spoolDescriptors.failWrites(with: code)
        for number in 0..<Self.events { reporter.capture("x", level: number % 2 == 0 ? .error : .info) }
        if isReachable {
            await Self.check(reporter, transport, .delivered)
            #expect(reporter.stats.delivery.spoolFailure?.code == code)
        } else {
            // Without a spool that works, tries are counted as they are without one.
            await Self.check(reporter, transport, .dropped(.networkError))
        }
        _ = await reporter.close(timeout: .zero)
        #expect(!directory.files.contains { $0.contains("b-") || $0.contains("j-") }, "\(directory.files)")
    }

    @Test("a server that reads nothing of what comes in is given up on, and nothing turns meanwhile")
    func unread() async throws {
        let server = try LoopbackServer { _ in .reply(200, headers: Fault.batch) }
        server.readsNothing()
        defer { server.stop() }
        let transport = RecordingTransport(forwardingTo: CurlTransport())
        let directory = TemporaryDirectory()
        let reporter = try Self.reporter(server.dsn, transport, seconds: 0.1, spool: directory)
        // Nothing that compresses.
        var generator = SplitMix(seed: 7)
        for _ in 0..<Self.events {
            let text = (0..<4_000).map { _ in String(generator.next() % 2_176_782_336, radix: 36) }.joined(
                separator: " "
            )
            reporter.capture("\(text)", level: .error)
        }
        await Self.check(reporter, transport, .dropped(.networkError))
        #expect(server.requests.isEmpty)
        _ = await reporter.close(timeout: .zero)
    }

    @Test("no name, no TLS, nobody there: the same", arguments: ["name", "tls", "port"])
    func network(fault: String) async throws {
        let server = try LoopbackServer(greeting: "220 mail.example ESMTP\r\n") { _ in .reply(200) }
        defer { server.stop() }
        let dsn = Self.dsn(fault, server)
        let transport = RecordingTransport(forwardingTo: CurlTransport())
        let reporter = try Self.reporter(dsn, transport, seconds: 20)
        for number in 0..<Self.events { reporter.capture("x", level: number % 2 == 0 ? .error : .info) }
        await Self.check(reporter, transport, .dropped(.networkError))
        let expected: [TransportFailure.Kind] =
            switch fault {
            case "name": [.nameNotResolved]
            case "tls": [.tls]
            default: [.cannotConnect]
            }
        #expect(reporter.stats.delivery.lastFailure.map { expected.contains($0.kind) } == true)
        #expect(server.requests.isEmpty && reporter.stats.delivery.isBreakerOpen)
        _ = await reporter.close(timeout: .zero)
    }
}
