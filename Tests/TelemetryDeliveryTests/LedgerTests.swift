import TelemetryEnvelope
import Testing

@testable import TelemetryDelivery

@Suite struct LedgerTests {
    /// A random life of one machine: captures, refusals, flushes, every kind of answer, a close at the end.
    @Test("the sum holds after every step of any script", arguments: 1...60)
    func invariant(seed: UInt64) {
        var generator = SplitMix(seed: seed)
        var retry = RetryPolicy()
        retry.maxAttempts = 4
        let batching = Batching(maxEvents: Int.random(in: 1...8, using: &generator), maxCompressedBytes: 200)
        let driver = MachineDriver(batching: batching, retry: retry)
        var ledger = Ledger()
        var next: UInt64 = 0
        var settled = 0
        var reported = DropCounts()

        func enter(_ effects: [DeliveryMachine.Effect], _ ledger: inout Ledger) -> Int {
            var count = 0
            for effect in effects {
                switch effect {
                case .settled(_, let fate, let isReported):
                    ledger.settle(fate, isReported: isReported)
                    count += 1
                case .restored(let counts): ledger.restore(counts)
                case .fileEnded, .fileTried: break
                }
            }
            return count
        }

        for _ in 0..<300 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0...3:
                while driver.machine.wantsRecords, Bool.random(using: &generator) {
                    ledger.admit()
                    driver.machine.add(
                        record(next, level: .allCases.randomElement(using: &generator) ?? .info),
                        at: driver.now
                    )
                    next += 1
                }
            case 4:
                ledger.refuse(.queueOverflow)
            case 5:
                driver.machine.setFlushing(Bool.random(using: &generator))
            case 6:
                driver.advance(Double.random(in: 0...400, using: &generator))
            default:
                if driver.pendingReport == nil { driver.pendingReport = ledger.takeReport() }
                guard driver.run().batch != nil else { break }
                var reading = ReplyReading()
                reading.duplicates = Int.random(in: 0...2, using: &generator)
                reading.rejected = [.init(index: Int.random(in: 0...9, using: &generator), reason: .invalidItem)]
                let status = [200, 200, 200, 302, 400, 403, 413, 429, 500, 503].randomElement(using: &generator) ?? 200
                let result: TransportResult =
                    Bool.random(using: &generator)
                    ? .reply(TransportReply(status: status, understandsBatches: Bool.random(using: &generator)))
                    : .failure(TransportFailure(kind: .timedOut))
                driver.machine.answered(result, reading: reading, at: driver.now)
            }
            settled += enter(driver.machine.takeEffects(), &ledger)
            #expect(ledger.isBalanced)
            #expect(ledger.pending == driver.machine.pendingCount)
        }
        driver.machine.abandon(.closed)
        settled += enter(driver.machine.takeEffects(), &ledger)
        if let report = driver.pendingReport { ledger.restore(report) }
        #expect(ledger.isBalanced)
        #expect(ledger.pending == 0)
        #expect(settled == Int(next))
        reported = ledger.takeReport()
        #expect(reported[.closed] == ledger.dropped[.closed])
        #expect(reported[.invalidItem] == 0)
    }

    @Test("a report that does not arrive is reported again, with what came since")
    func restore() {
        var ledger = Ledger()
        ledger.refuse(.queueOverflow)
        let report = ledger.takeReport()
        #expect(report.nonZero.map(\.count) == [1])
        #expect(ledger.takeReport().isEmpty)
        ledger.refuse(.queueOverflow)
        ledger.restore(report)
        #expect(ledger.takeReport()[.queueOverflow] == 2)
    }

    @Test("what the server counts itself is in no client report")
    func reportedByServer() {
        var ledger = Ledger()
        for _ in 1...3 { ledger.admit() }
        ledger.settle(.rejected(.invalidItem), isReported: true)
        ledger.settle(.dropped(.rateLimitBackoff), isReported: true)
        ledger.settle(.dropped(.networkError))
        let report = ledger.takeReport()
        #expect(report.nonZero.map(\.reason) == [.networkError])
        #expect(ledger.dropped.total == 3)
        #expect(ledger.isBalanced)
    }
}
