import Glibc
import Sanitizer
import TelemetryEnvelope
import TelemetryGzip
import TelemetryTesting
import Testing

@testable import TelemetryDelivery

@Suite(.timeLimit(.minutes(1))) struct WorkerTests {
    static func worker(
        _ transport: RecordingTransport,
        batching: Batching = Batching(),
        urgentBytes: Int = 1 << 20,
        ordinaryBytes: Int = 1 << 20,
        onFate: (@Sendable (EventID, Fate) -> Void)? = nil
    ) -> Worker {
        let setup = Worker.Setup(
            destination: testDestination,
            batching: batching,
            clock: SystemClock(),
            onFate: onFate
        )
        return Worker(
            intake: Intake(urgentBytes: urgentBytes, ordinaryBytes: ordinaryBytes),
            transport: transport,
            setup: setup
        )
    }

    @discardableResult
    static func offer(_ worker: Worker, _ number: UInt64, level: Level = .info, size: Int = 20) -> Intake.Admission {
        var buffer = SanitizedBuffer()
        buffer.append(cleanBytes(size))
        return worker.offer(buffer, id: EventID(high: 0, low: number), level: level)
    }

    @Test("delivers everything, one event first and batches after, and a flush waits for it")
    func delivery() async {
        let transport = RecordingTransport(.status(200))
        let worker = Self.worker(transport)
        for number in UInt64(0)..<500 { Self.offer(worker, number) }
        #expect(await worker.flush(timeout: .seconds(10), closes: false) == .finished)
        let ledger = worker.intake.snapshot.ledger
        #expect(ledger.delivered == 500 && ledger.pending == 0 && ledger.isBalanced)
        let counts = transport.requests.map(\.eventCount)
        #expect(counts.first == 1)
        #expect(counts.reduce(0, +) == 500)
        #expect(counts.count < 40)
        #expect(worker.intake.snapshot.delivery.usesBatches)
        worker.stop()
    }

    @Test("a flush against a black hole returns at its deadline, and a close drops and cancels")
    func blackHole() async {
        // A process of its own: here the tests beside this one hold the threads that a suspended caller comes back on.
        await #expect(processExitsWith: .success) {
            let transport = RecordingTransport(.silence)
            let worker = Self.worker(transport)
            for number in UInt64(0)..<10 { Self.offer(worker, number) }
            let clock = ContinuousClock()
            // A missed deadline is missed every time, a busy machine only sometimes.
            var (shortest, blocked) = (Duration.seconds(60), Duration.seconds(60))
            for _ in 0..<5 where max(shortest, blocked) >= .milliseconds(400) {
                let start = clock.now
                guard await worker.flush(timeout: .milliseconds(100), closes: false) == .timedOut(pending: 10) else {
                    exit(2)
                }
                let half = clock.now
                guard worker.flushBlocking(timeout: .milliseconds(100), closes: false) == .timedOut(pending: 10) else {
                    exit(3)
                }
                let (first, second) = (half - start, clock.now - half)
                guard min(first, second) >= .milliseconds(100) else { exit(4) }
                (shortest, blocked) = (min(shortest, first), min(blocked, second))
            }
            guard max(shortest, blocked) < .milliseconds(400) else { exit(5) }
            let start = clock.now
            guard await worker.flush(timeout: .milliseconds(50), closes: true) == .timedOut(pending: 10) else {
                exit(6)
            }
            guard clock.now - start < .seconds(20) else { exit(7) }
            let ledger = worker.intake.snapshot.ledger
            guard ledger.dropped[.closed] == 10, ledger.pending == 0, ledger.isBalanced else { exit(8) }
            guard transport.calls.cancels > 0 else { exit(9) }
            guard Self.offer(worker, 99) == .refused(.closed) else { exit(10) }
            guard await worker.flush(timeout: .seconds(5), closes: true) == .finished else { exit(11) }
        }
    }

    @Test("a flush with nothing to send is done at once, without a thread")
    func nothing() async {
        let transport = RecordingTransport(.status(200))
        let worker = Self.worker(transport)
        #expect(await worker.flush(timeout: .seconds(5), closes: false) == .finished)
        #expect(worker.flushBlocking(timeout: .seconds(5), closes: true) == .finished)
        #expect(transport.calls.polls == 0)
    }

    @Test("a full ring refuses and counts; errors have a ring of their own")
    func overflow() {
        // The worker cannot take anything out: its first batch never ends, and the machine takes one more.
        let transport = RecordingTransport(.silence)
        let worker = Self.worker(
            transport,
            batching: Batching(maxEvents: 1, backlogEvents: 1),
            urgentBytes: 4_096,
            ordinaryBytes: 4_096
        )
        var admissions: [Intake.Admission] = []
        for number in UInt64(0)..<200 { admissions.append(Self.offer(worker, number, size: 100)) }
        #expect(admissions.contains(.refused(.queueOverflow)))
        #expect(Self.offer(worker, 1_000, level: .error, size: 100) != .refused(.queueOverflow))
        #expect(Self.offer(worker, 1_001, level: .error, size: 5_000) == .refused(.tooLarge))
        let before = worker.intake.snapshot.ledger
        #expect(before.captured == 202 && before.isBalanced)
        #expect(worker.flushBlocking(timeout: .zero, closes: true) != .finished)
        let after = worker.intake.snapshot.ledger
        #expect(after.pending == 0 && after.isBalanced)
        #expect(after.dropped[.closed] + after.dropped[.queueOverflow] + after.dropped[.tooLarge] == 202)
    }

    @Test("tells every event's fate exactly once")
    func fates() async {
        let seen = Lock([EventID: Int]())
        let transport = RecordingTransport([200, 413, 503, 400, 200].map { .status($0) })
        let worker = Self.worker(transport) { id, _ in seen.withLock { $0[id, default: 0] += 1 } }
        for number in UInt64(0)..<300 { Self.offer(worker, number, level: number % 3 == 0 ? .error : .info) }
        #expect(await worker.flush(timeout: .seconds(10), closes: true) == .finished)
        let counts = seen.withLock { $0 }
        #expect(counts.count == 300)
        #expect(counts.values.allSatisfy { $0 == 1 })
        #expect(worker.intake.snapshot.ledger.isBalanced)
    }

    @Test("what comes too late for a closed worker does not start its thread again")
    func closedForGood() async {
        let transport = RecordingTransport(.status(200))
        let worker = Self.worker(transport)
        Self.offer(worker, 0)
        #expect(await worker.flush(timeout: .seconds(5), closes: true) == .finished)
        let polls = transport.calls.polls
        // As an offer or a request does that the worker's end has overtaken.
        worker.alert()
        usleep(20_000)
        #expect(!worker.intake.state.withLock { $0.isWorkerRunning })
        #expect(transport.calls.polls == polls)
    }

    @Test("captures and closes at once from many threads leave no worker behind")
    func concurrentClose() async {
        for round in 0..<300 {
            let transport = RecordingTransport(.status(200))
            weak var left: Worker?
            do {
                let worker = Self.worker(transport)
                left = worker
                await withTaskGroup(of: Void.self) { group in
                    for task in 0..<3 {
                        group.addTask {
                            if task == 0 {
                                for number in UInt64(0)..<3 { Self.offer(worker, number) }
                            } else {
                                _ = worker.flushBlocking(timeout: .seconds(5), closes: true)
                            }
                        }
                    }
                }
                #expect(worker.intake.snapshot.ledger.isBalanced)
            }
            // A thread that runs keeps its worker.
            for _ in 0..<2_000 where left != nil { usleep(1_000) }
            guard left == nil else {
                Issue.record("round \(round): the worker is still there")
                return
            }
        }
    }

    @Test("all drops are told, each once: refused at the ring, given up, and left at the close")
    func allDropsAreTold() async {
        let told = Lock(DropCounts())
        let transport = RecordingTransport(.silence)
        var setup = Worker.Setup(
            destination: testDestination,
            batching: Batching(maxEvents: 1, backlogEvents: 1),
            clock: SystemClock()
        )
        setup.onTurn = { _, _, drops in told.withLock { $0.add(drops) } }
        let worker = Worker(
            intake: Intake(urgentBytes: 4_096, ordinaryBytes: 4_096),
            transport: transport,
            setup: setup
        )
        // Nothing else would wake the thread for this one.
        Self.offer(worker, 1, size: 5_000)
        for _ in 0..<5_000 where told.withLock({ $0[.tooLarge] }) == 0 { usleep(1_000) }
        #expect(told.withLock { $0[.tooLarge] } == 1)
        worker.refuse(.levelFilter)
        for number in UInt64(2)..<200 { Self.offer(worker, number, size: 100) }
        _ = await worker.flush(timeout: .zero, closes: true)
        for _ in 0..<5_000 where worker.intake.snapshot.ledger.pending > 0 { usleep(1_000) }
        let dropped = worker.intake.snapshot.ledger.dropped
        for _ in 0..<5_000 where told.withLock({ $0 }) != dropped { usleep(1_000) }
        #expect(told.withLock { $0 } == dropped)
        #expect(dropped[.queueOverflow] > 0 && dropped[.closed] > 0 && dropped[.levelFilter] == 1)
    }

    @Test("wakes the thread only when the rings were empty")
    func wakes() async {
        let transport = RecordingTransport(.silence)
        let worker = Self.worker(transport, batching: Batching(maxEvents: 1, backlogEvents: 1))
        Self.offer(worker, 0)
        while transport.requests.isEmpty { await Task.yield() }
        Self.offer(worker, 1)
        // One more fills the machine; from there on the ring is never empty again.
        while worker.intake.snapshot.ringRecords > 0 { await Task.yield() }
        let before = transport.calls.wakes
        for number in UInt64(2)..<100 { Self.offer(worker, number) }
        #expect(transport.calls.wakes == before + 1)
        worker.stop()
    }

    @Test("the client report rides on the next envelope")
    func clientReport() async throws {
        let transport = RecordingTransport(.status(200))
        let worker = Self.worker(transport)
        worker.refuse(.sampleRate)
        worker.refuse(.sampleRate)
        Self.offer(worker, 0)
        #expect(await worker.flush(timeout: .seconds(5), closes: true) == .finished)
        let text = try #require(transport.envelopes.first).text
        #expect(text.contains("\"type\":\"client_report\""))
        #expect(text.contains("{\"reason\":\"sample_rate\",\"category\":\"error\",\"quantity\":2}"))
    }
}
