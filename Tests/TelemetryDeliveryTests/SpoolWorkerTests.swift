import Glibc
import Sanitizer
import TelemetryEnvelope
import TelemetryGzip
import TelemetryTesting
import Testing

@testable import TelemetryDelivery

/// The worker with a spool, over a transport without a network.
@Suite(.timeLimit(.minutes(1))) struct SpoolWorkerTests {
    private static func worker(
        _ fixture: SpoolFixture,
        _ transport: RecordingTransport,
        batching: Batching = Batching(interval: .milliseconds(20), urgentInterval: .milliseconds(5)),
        retry: RetryPolicy = quickRetry,
        onFate: (@Sendable (EventID, Fate) -> Void)? = nil,
        change: (inout SpoolOptions) -> Void = { _ in }
    ) -> Worker {
        var setup = Worker.Setup(
            destination: testDestination,
            batching: batching,
            clock: SystemClock(),
            onFate: onFate
        )
        setup.retry = retry
        setup.spool = Spool.Setup(options: fixture.options(change), policy: .standard)
        let worker = Worker(
            intake: Intake(urgentBytes: 1 << 20, ordinaryBytes: 1 << 20),
            transport: transport,
            setup: setup
        )
        worker.start()
        return worker
    }

    private static var quickRetry: RetryPolicy {
        var retry = RetryPolicy()
        retry.shortest = .milliseconds(5)
        retry.longest = .milliseconds(20)
        retry.maxAttempts = 10_000
        return retry
    }

    private static func unreachable() -> RecordingTransport {
        RecordingTransport(.failure(.cannotConnect))
    }

    @discardableResult
    private static func offer(_ worker: Worker, _ record: Record) -> EventID {
        var buffer = SanitizedBuffer()
        buffer.append(record.bytes)
        _ = worker.offer(buffer, id: record.id, level: record.level)
        return record.id
    }

    private static func ledger(_ worker: Worker) -> Ledger { worker.intake.snapshot.ledger }

    /// The ids in what was sent.
    private static func ids(_ transport: RecordingTransport) -> [String] {
        transport.events.compactMap { $0.id?.description }
    }

    @Test("what is delivered leaves nothing behind")
    func delivery() async throws {
        let fixture = SpoolFixture()
        let transport = RecordingTransport(.status(200))
        let worker = Self.worker(fixture, transport)
        let ids = fixture.records(300).map { Self.offer(worker, $0).description }
        #expect(await worker.flush(timeout: .seconds(20), closes: false) == .finished)
        let ledger = Self.ledger(worker)
        #expect(ledger.delivered == 300 && ledger.persisted == 0 && ledger.pending == 0 && ledger.isBalanced)
        #expect(Set(Self.ids(transport)) == Set(ids) && Self.ids(transport).count == 300)
        #expect(await worker.flush(timeout: .seconds(20), closes: true) == .finished)
        #expect(SpoolFixture.names(fixture.path + "/spool").isEmpty)
        #expect(worker.spoolDescriptors.count == 0)
    }

    @Test("what cannot be delivered is persisted, and the next reporter delivers it, each event once")
    func restart() async throws {
        let fixture = SpoolFixture()
        let away = Self.unreachable()
        let first = Self.worker(fixture, away)
        let ids = fixture.records(700).map { Self.offer(first, $0).description }
        #expect(await first.flush(timeout: .milliseconds(500), closes: false) == .persisted(700))
        var ledger = Self.ledger(first)
        #expect(ledger.persisted == 700 && ledger.pending == 0 && ledger.isBalanced)
        #expect(await first.flush(timeout: .milliseconds(50), closes: true) == .persisted(700))
        ledger = Self.ledger(first)
        #expect(ledger.persisted == 700 && ledger.dropped.total == 0 && ledger.isBalanced)

        let transport = RecordingTransport(.status(200))
        let next = Self.worker(fixture, transport)
        Self.offer(next, fixture.record())
        #expect(await next.flush(timeout: .seconds(20), closes: true) == .finished)
        ledger = Self.ledger(next)
        #expect(ledger.adopted == 700 && ledger.delivered == 701 && ledger.isBalanced)
        let sent = Self.ids(transport)
        #expect(sent.count == 701 && Set(ids).isSubset(of: sent))
        #expect(SpoolFixture.names(fixture.path + "/spool").isEmpty)
    }

    @Test("a new reporter delivers what was left without an event of its own")
    func adoptionAlone() async throws {
        let fixture = SpoolFixture()
        let first = Self.worker(fixture, Self.unreachable())
        Self.offer(first, fixture.record())
        #expect(await first.flush(timeout: .zero, closes: true) == .persisted(1))
        let transport = RecordingTransport(.status(200))
        let next = Self.worker(fixture, transport)
        for _ in 0..<4_000 where Self.ledger(next).delivered == 0 { usleep(1_000) }
        #expect(Self.ledger(next).delivered == 1 && Self.ledger(next).isBalanced)
        next.stop()
    }

    @Test("a flush that is sure to fail in time does not wait for its time, once all is on the disk")
    func flushEndsEarly() async {
        let fixture = SpoolFixture()
        let transport = RecordingTransport(.status(429, retryAfter: "3600"))
        let worker = Self.worker(fixture, transport)
        Self.offer(worker, fixture.record())
        // Longer than this suite's time limit.
        #expect(await worker.flush(timeout: .seconds(3_000), closes: false) == .persisted(1))
        worker.stop()
    }

    @Test("a limit that the server set holds for the next process, too")
    func limitPersists() async {
        let fixture = SpoolFixture()
        let limiting = RecordingTransport(.status(429, retryAfter: "3600"))
        let first = Self.worker(fixture, limiting)
        Self.offer(first, fixture.record())
        #expect(await first.flush(timeout: .seconds(10), closes: true) == .persisted(1))
        let transport = RecordingTransport(.status(200))
        let next = Self.worker(fixture, transport)
        Self.offer(next, fixture.record())
        #expect(await next.flush(timeout: .milliseconds(100), closes: true) == .persisted(2))
        #expect(transport.requests.isEmpty)
    }

    @Test("tries that found no server are not counted; those that did are, over processes")
    func attempts() async throws {
        let fixture = SpoolFixture()
        let first = Self.worker(fixture, Self.unreachable(), change: { $0.maxAttempts = 3 })
        Self.offer(first, fixture.record())
        for _ in 0..<3_000 where first.intake.snapshot.delivery.consecutiveFailures < 8 { usleep(1_000) }
        #expect(await first.flush(timeout: .zero, closes: true) == .persisted(1))

        let failing = RecordingTransport(.status(500))
        let second = Self.worker(fixture, failing, retry: RetryPolicy(), change: { $0.maxAttempts = 3 })
        for _ in 0..<3_000 where second.intake.snapshot.delivery.answers == 0 { usleep(1_000) }
        #expect(await second.flush(timeout: .zero, closes: true) == .persisted(1))
        let counted = try #require(fixture.file("b-"))
        #expect(!counted.hasSuffix("-a0.env.gz"))

        let third = Self.worker(fixture, RecordingTransport(.status(500)), change: { $0.maxAttempts = 3 })
        #expect(await third.flush(timeout: .seconds(10), closes: true) == .finished)
        #expect(Self.ledger(third).dropped[.sendError] == 1 && Self.ledger(third).isBalanced)
        #expect(fixture.files.isEmpty)
    }

    @Test("a batch that is split keeps its file until its last part has found its end")
    func split() async throws {
        let fixture = SpoolFixture()
        let transport = RecordingTransport { request in
            .status(request.eventCount > 3 ? 413 : 200)
        }
        let worker = Self.worker(fixture, transport)
        let ids = fixture.records(50).map { Self.offer(worker, $0).description }
        #expect(await worker.flush(timeout: .seconds(20), closes: false) == .finished)
        let ledger = Self.ledger(worker)
        #expect(ledger.delivered == 50 && ledger.isBalanced)
        #expect(Set(Self.ids(transport)) == Set(ids))
        #expect(worker.intake.snapshot.delivery.spoolFiles == 0)
        worker.stop()
    }

    @Test("a server that knows no batches gets what was spooled as batches one by one")
    func noBatches() async throws {
        let fixture = SpoolFixture()
        let first = Self.worker(fixture, Self.unreachable())
        for record in fixture.records(600) { Self.offer(first, record) }
        #expect(await first.flush(timeout: .milliseconds(300), closes: true) == .persisted(600))
        let transport = RecordingTransport { request in
            .status(request.eventCount > 1 ? 400 : 200, understandsBatches: false)
        }
        let next = Self.worker(fixture, transport)
        Self.offer(next, fixture.record())
        #expect(await next.flush(timeout: .seconds(50), closes: true) == .finished)
        let ledger = Self.ledger(next)
        #expect(ledger.delivered == 601 && ledger.isBalanced)
        #expect(SpoolFixture.names(fixture.path + "/spool").isEmpty)
    }

    @Test("the spool's limits hold while the server is away, and every event is counted")
    func caps() async {
        let fixture = SpoolFixture()
        let fates = Lock([EventID: Fate]())
        let worker = Self.worker(
            fixture,
            Self.unreachable(),
            onFate: { id, fate in
                fates.withLock { all in
                    precondition(all[id] == nil, "two fates")
                    all[id] = fate
                }
            },
            change: {
                $0.maxFiles = 2
                $0.maxBytes = 256 << 10
            }
        )
        for _ in 0..<12 {
            for record in fixture.records(400) { Self.offer(worker, record) }
            _ = await worker.flush(timeout: .milliseconds(60), closes: false)
            let ledger = Self.ledger(worker)
            #expect(ledger.isBalanced)
            #expect(worker.intake.snapshot.delivery.spoolBytes <= 256 << 10)
        }
        _ = await worker.flush(timeout: .seconds(1), closes: true)
        let ledger = Self.ledger(worker)
        #expect(ledger.isBalanced && ledger.captured == 4_800 && ledger.pending == 0)
        #expect(ledger.dropped[.cacheOverflow] > 1_000 && ledger.persisted > 0)
        #expect(fates.withLock { $0.count } == ledger.dropped.total)
    }

    @Test("a full disk costs nothing while the server answers, and what is in memory is said to be")
    func fullDisk() async {
        let fixture = SpoolFixture()
        let isAway = AtomicCell(0)
        let transport = RecordingTransport { _ in isAway.value == 1 ? .failure(.cannotConnect) : .status(200) }
        let worker = Self.worker(fixture, transport)
        worker.spoolDescriptors.failWrites(with: ENOSPC)
        for record in fixture.records(100) { Self.offer(worker, record) }
        #expect(await worker.flush(timeout: .seconds(10), closes: false) == .finished)
        #expect(Self.ledger(worker).delivered == 100)
        #expect(worker.intake.snapshot.delivery.spoolFailure?.isFull == true)
        isAway.store(1)
        for record in fixture.records(10) { Self.offer(worker, record) }
        #expect(await worker.flush(timeout: .milliseconds(100), closes: false) == .timedOut(pending: 10))
        _ = await worker.flush(timeout: .milliseconds(50), closes: true)
        let ledger = Self.ledger(worker)
        #expect(ledger.isBalanced && ledger.dropped.total == 10 && ledger.pending == 0)
    }

    @Test("consent: pending touches no file, granted delivers, denied removes everything and says so")
    func consent() async {
        let fixture = SpoolFixture()
        let first = Self.worker(fixture, Self.unreachable())
        for record in fixture.records(5) { Self.offer(first, record) }
        #expect(await first.flush(timeout: .milliseconds(200), closes: false) == .persisted(5))
        first.update(.denied)
        for _ in 0..<3_000 where Self.ledger(first).dropped[.consent] < 5 { usleep(1_000) }
        for _ in 0..<3_000 where !SpoolFixture.names(fixture.path + "/spool").isEmpty { usleep(1_000) }
        let ledger = Self.ledger(first)
        #expect(ledger.isBalanced && ledger.persisted == 0 && ledger.dropped[.consent] == 5)
        #expect(SpoolFixture.names(fixture.path + "/spool").isEmpty)
        first.update(.granted)
        Self.offer(first, fixture.record())
        #expect(await first.flush(timeout: .milliseconds(200), closes: true) == .persisted(1))

        var setup = Worker.Setup(destination: testDestination, batching: Batching(), clock: SystemClock())
        setup.spool = Spool.Setup(options: fixture.options { $0.directory += "-2" }, policy: .standard)
        let pending = Worker(
            intake: Intake(urgentBytes: 65_536, ordinaryBytes: 65_536, consent: .pending),
            transport: Self.unreachable(),
            setup: setup
        )
        pending.start()
        Self.offer(pending, fixture.record())
        usleep(20_000)
        #expect(access(fixture.path + "/spool-2", F_OK) != 0)
        pending.stop()
    }

    @Test("closing with a dead server leaves what lay in the rings in the spool")
    func closeAtOnce() async {
        let fixture = SpoolFixture()
        let worker = Self.worker(fixture, RecordingTransport(.silence))
        for record in fixture.records(2_000) { Self.offer(worker, record) }
        let result = await worker.flush(timeout: .zero, closes: true)
        // Under a sanitizer the worker is later than the caller's patience, and does the same.
        #expect(result == .persisted(2_000) || getenv("TELEMETRY_SANITIZER") != nil, "\(result)")
        for _ in 0..<20_000 where worker.spoolDescriptors.count > 0 { usleep(1_000) }
        let ledger = Self.ledger(worker)
        #expect(ledger.persisted == 2_000 && ledger.isBalanced)
        let next = Self.worker(fixture, RecordingTransport(.status(200)))
        Self.offer(next, fixture.record())
        #expect(await next.flush(timeout: .seconds(20), closes: true) == .finished)
        #expect(Self.ledger(next).delivered == 2_001)
    }
}
