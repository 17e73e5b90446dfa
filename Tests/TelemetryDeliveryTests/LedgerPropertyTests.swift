import Glibc
import Sanitizer
import TelemetryEnvelope
import TelemetryTesting
import Testing

@testable import TelemetryDelivery

/// The ledger over random lives of a reporter: answers, failing disks, evictions, consent, hooks, flushes and closes.
@Suite(.timeLimit(.minutes(2))) struct LedgerPropertyTests {
    /// Changes, drops or keeps, by the event's id.
    private final class Filter: RecordFilter {
        func verdict(on record: Record) -> RecordVerdict {
            switch record.id.low % 16 {
            case 0: .drop(.beforeSend)
            case 1: .replace(record.bytes)
            default: .keep
            }
        }
    }

    private static func answer(_ number: UInt64) -> ScriptedAnswer {
        switch number % 12 {
        case 0: .status(500)
        case 1: .status(429, retryAfter: "0.01")
        case 2: .status(413)
        case 3: .status(400, understandsBatches: false)
        case 4: .failure(.connectionLost)
        case 5: .failure(.cannotConnect)
        case 6: .status(200, understandsBatches: false)
        case 7: .status(403)
        default: .accepted
        }
    }

    @Test(
        "at every moment and after the close, each event is counted once and has one fate",
        arguments: [UInt64(1), 2, 3],
        [false, true]
    )
    func randomLife(seed: UInt64, hasFilter: Bool) async {
        let fixture = SpoolFixture()
        let dice = Lock(SplitMix(seed: seed))
        let fates = Lock([EventID: Int]())
        var setup = Worker.Setup(
            destination: testDestination,
            batching: Batching(interval: .milliseconds(5), urgentInterval: .milliseconds(1)),
            clock: SystemClock(),
            onFate: { id, _ in fates.withLock { $0[id, default: 0] += 1 } }
        )
        setup.retry.shortest = .milliseconds(1)
        setup.retry.longest = .milliseconds(5)
        setup.retry.maxAttempts = 3
        if hasFilter { setup.filter = { Filter() } }
        setup.spool = Spool.Setup(
            options: fixture.options {
                $0.maxFiles = 3
                $0.maxBytes = 64 << 10
                $0.maxAttempts = 3
            },
            policy: .standard
        )
        let worker = Worker(
            intake: Intake(urgentBytes: 8_192, ordinaryBytes: 16_384),
            transport: RecordingTransport { _ in Self.answer(dice.withLock { $0.next() }) },
            setup: setup
        )
        worker.start()
        var refused = 0
        var unbalanced = 0
        var mine = SplitMix(seed: seed &* 31)
        for step in 0..<400 {
            switch mine.next() % 40 {
            case 0: _ = await worker.flush(timeout: .milliseconds(3), closes: false)
            case 1: worker.spoolDescriptors.failWrites(with: ENOSPC)
            case 2, 3: worker.spoolDescriptors.failWrites(with: 0)
            case 4: worker.update(.pending)
            case 5 where step % 3 == 0: worker.update(.denied)
            case 5, 6, 7: worker.update(.granted)
            case 8: usleep(2_000)
            default:
                for record in fixture.records(Int(mine.next() % 20), level: mine.next() % 4 == 0 ? .error : .info) {
                    var buffer = SanitizedBuffer()
                    buffer.append(record.bytes)
                    if case .refused = worker.offer(buffer, id: record.id, level: record.level) { refused += 1 }
                }
            }
            if !worker.intake.snapshot.ledger.isBalanced { unbalanced += 1 }
        }
        worker.update(.granted)
        _ = await worker.flush(timeout: .milliseconds(50), closes: true)
        let ledger = worker.intake.snapshot.ledger
        #expect(unbalanced == 0 && ledger.isBalanced && ledger.pending == 0, "\(ledger)")
        let told = fates.withLock { $0 }
        #expect(told.values.allSatisfy { $0 == 1 })
        // What was refused at the door has no fate, and what is left on the disk has none yet.
        #expect(told.count + refused + ledger.persisted == ledger.captured, "\(ledger)")
        #expect(ledger.captured > 1_000 && ledger.delivered > 0)
    }
}
