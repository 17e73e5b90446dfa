import TelemetryEnvelope
import TelemetryGzip
import TelemetryTesting
import Testing

@testable import TelemetryDelivery

@Suite struct DeliveryMachineTests {
    @Test("sends one event an envelope, at once, until a reply says that batches are understood")
    func negotiation() {
        let driver = MachineDriver()
        driver.add((1...4).map { record($0) })
        let first = driver.run().batch
        #expect(first?.eventCount == 1)
        #expect(first?.id == EventID(high: 1, low: 1))
        driver.answer(200, batches: true)
        driver.advance(5)
        let second = driver.run().batch
        #expect(second?.eventCount == 3)
        #expect(second?.id != EventID(high: 1, low: 2))
        driver.answer(200, batches: false)
        driver.add([record(5), record(6)])
        #expect(driver.run().batch?.eventCount == 1)
    }

    @Test(
        "a batch waits for its interval, an error for the shorter one",
        arguments: [(Level.info, 5.0), (.error, 0.5)]
    )
    func intervals(level: Level, seconds: Double) {
        let driver = MachineDriver(usesBatches: true)
        driver.add([record(1, level: level)])
        let due = driver.now + .nanoseconds(Int64(seconds * 1e9))
        #expect(driver.run().wait == due)
        driver.advance(seconds - 0.001)
        #expect(driver.run().batch == nil)
        driver.advance(0.001)
        #expect(driver.run().batch?.eventCount == 1)
    }

    @Test("a full batch leaves at once; what is left waits for its own interval")
    func countLimit() {
        let driver = MachineDriver(batching: Batching(backlogEvents: 64), usesBatches: true)
        driver.add((1...70).map { record($0) })
        #expect(driver.run().batch?.eventCount == 64)
        driver.answer(200)
        #expect(driver.run().wait == driver.now + .seconds(5))
    }

    @Test("a batch stays within its raw size, and a larger event travels alone")
    func rawLimit() {
        let driver = MachineDriver(batching: Batching(maxBytes: 1_000), usesBatches: true)
        driver.add([record(1, size: 600), record(2, size: 600), record(3, size: 5_000)])
        for _ in 1...3 {
            #expect(driver.run().batch?.eventCount == 1)
            driver.answer(200)
            driver.advance(5)
        }
        #expect(driver.machine.pendingCount == 0)
        #expect(driver.fates.values.allSatisfy { $0 == .delivered })
    }

    @Test("a batch that compresses to more than the limit is split before it is sent")
    func compressedLimit() {
        let driver = MachineDriver(batching: Batching(maxCompressedBytes: 110), usesBatches: true)
        driver.add((1...64).map { record($0) })
        var sizes: [Int] = []
        while let batch = driver.run().batch {
            sizes.append(batch.eventCount)
            driver.answer(200)
        }
        #expect(sizes.reduce(0, +) == 64)
        #expect(sizes.count > 1)
    }

    @Test("takes no more than one batch's worth while one is under way")
    func backPressure() {
        let driver = MachineDriver(batching: Batching(backlogEvents: 64), usesBatches: true)
        driver.add((1...64).map { record($0) })
        #expect(!driver.machine.wantsRecords)
        _ = driver.run()
        #expect(driver.machine.room.records == 64)
        driver.add((101...164).map { record($0) })
        #expect(driver.machine.room.records == 0)
        #expect(driver.run().batch == nil)
    }

    @Test("while one batch is under way the next one grows, to as many events as an envelope may have")
    func backlog() {
        let driver = MachineDriver(usesBatches: true)
        driver.add((1...64).map { record($0) })
        #expect(driver.run().batch?.eventCount == 64)
        driver.add((1_001...1_999).map { record($0) })
        #expect(!driver.machine.wantsRecords && driver.run().batch == nil)
        driver.answer(200)
        #expect(driver.run().batch?.eventCount == 999)
        driver.answer(200)
        // What is left over waits for company again.
        driver.add([record(3_000)])
        #expect(driver.run().wait == driver.now + .seconds(5))
    }

    @Test("a retry sends the same bytes and id after a wait", arguments: [408, 425, 500, 502, 503, 504, 599, 0])
    func retry(status: Int) {
        let driver = MachineDriver(usesBatches: true)
        driver.add((1...64).map { record($0) })
        let first = driver.run().batch
        if status == 0 { driver.fail() } else { driver.answer(status) }
        let until = driver.run().wait
        #expect(until.map { $0 >= driver.now + .seconds(1) && $0 <= driver.now + .seconds(3) } == true)
        driver.advance(3)
        let second = driver.run().batch
        #expect(second?.id == first?.id)
        #expect(second?.body == first?.body)
        #expect(second?.attempt == 2)
        driver.answer(200)
        #expect(driver.fates.count == 64)
    }

    @Test(
        "gives up after the last attempt, with the reason of the last failure",
        arguments: [(0, DropReason.networkError), (503, .sendError), (429, .rateLimitBackoff)]
    )
    func attempts(status: Int, reason: DropReason) {
        var retry = RetryPolicy()
        retry.maxAttempts = 3
        let driver = MachineDriver(retry: retry)
        driver.add([record(1)])
        for attempt in 1...3 {
            #expect(driver.fates.isEmpty)
            #expect(driver.run().batch?.attempt == attempt)
            if status == 0 { driver.fail() } else { driver.answer(status) }
            driver.advance(400)
        }
        #expect(driver.fates == [EventID(high: 1, low: 1): .dropped(reason)])
        #expect(driver.run().batch == nil)
    }

    @Test(
        "every other answer drops with its reason and does not back off",
        arguments: [302, 400, 401, 403, 404, 410, 418]
    )
    func otherAnswers(status: Int) {
        let driver = MachineDriver()
        driver.add([record(1), record(2)])
        _ = driver.run()
        driver.answer(status)
        #expect(driver.fates == [EventID(high: 1, low: 1): .dropped(.sendError)])
        driver.advance(5)
        #expect(driver.run().batch != nil)
    }

    @Test("the largest batch and its client report are no more items than an envelope may have")
    func itemLimit() throws {
        let driver = MachineDriver(batching: Batching(maxEvents: 1_000), usesBatches: true)
        driver.pendingReport = DropCounts()
        driver.pendingReport?[.queueOverflow] = 3
        driver.add((1...1_200).map { record($0) })
        let batch = try #require(driver.run().batch)
        let text = SentEnvelope(gzip: batch.body.bytes).text
        let items = text.split(separator: "\n").count { $0.hasPrefix("{\"type\":") }
        #expect(text.contains("client_report"))
        #expect(items == Limits.standard.envelopeItems)
    }

    @Test("an answer too long to be read delivers nothing: smaller batches ask again, without the report")
    func cutReply() {
        let driver = MachineDriver(usesBatches: true)
        driver.pendingReport = DropCounts()
        driver.pendingReport?[.queueOverflow] = 3
        driver.add((1...64).map { record($0) })
        let first = driver.run().batch
        var cut = ReplyReading()
        cut.isCut = true
        driver.answer(200, reading: cut)
        #expect(driver.fates.isEmpty && driver.reports.isEmpty)
        var ids: Set<EventID> = []
        var sizes: [Int] = []
        while let batch = driver.run().batch {
            ids.insert(batch.id)
            sizes.append(batch.eventCount)
            var reading = ReplyReading()
            reading.duplicates = batch.eventCount - 1
            reading.rejected = [.init(index: 0, reason: .tooLarge)]
            driver.answer(200, reading: reading)
        }
        #expect(sizes == [32, 32] && !ids.contains(first?.id ?? EventID(high: 0, low: 0)))
        #expect(driver.fates.values.count { $0 == .duplicate } == 62)
        #expect(driver.fates.values.count { $0 == .rejected(.tooLarge) } == 2)
        #expect(driver.reports.isEmpty)
    }

    @Test("a 200 to a batch from a server that knows none is no answer: its events go one by one")
    func strangersSuccess() {
        let driver = MachineDriver(usesBatches: true)
        driver.add((1...64).map { record($0) })
        _ = driver.run()
        driver.answer(200, batches: false)
        #expect(driver.fates.isEmpty)
        var count = 0
        while let batch = driver.run().batch {
            #expect(batch.eventCount == 1)
            count += 1
            driver.answer(200, batches: false)
        }
        #expect(count == 64 && driver.fates.values.allSatisfy { $0 == .delivered })
    }

    @Test("duplicates that the reply names are the duplicates")
    func namedDuplicates() {
        let driver = MachineDriver(usesBatches: true)
        driver.add((1...64).map { record($0) })
        _ = driver.run()
        var reading = ReplyReading()
        reading.duplicates = 2
        reading.duplicatePlaces = [3, 60]
        reading.rejected = [.init(index: 5, reason: .invalidItem)]
        driver.answer(200, reading: reading)
        let duplicates = driver.fates.filter { $0.value == .duplicate }.keys.map(\.low).sorted()
        #expect(duplicates == [4, 61])
        #expect(driver.fates.values.count { $0 == .delivered } == 61)
    }

    @Test("a 413 splits a batch in two with new ids; the report goes with the first half")
    func tooLarge() {
        let driver = MachineDriver(usesBatches: true)
        var report = DropCounts()
        report[.queueOverflow] = 7
        driver.pendingReport = report
        driver.add((1...5).map { record($0) })
        driver.advance(5)
        let whole = driver.run().batch
        #expect(driver.pendingReport == nil)
        driver.answer(413)
        #expect(driver.fates.isEmpty)
        let first = driver.run().batch
        #expect(first?.eventCount == 3)
        #expect(first?.id != whole?.id)
        driver.answer(400)
        // The first half is lost, and its report goes back into the ledger.
        #expect(driver.reports == [report])
        let second = driver.run().batch
        #expect(second?.eventCount == 2)
        #expect(second?.id != first?.id)
        driver.answer(200)
        #expect(driver.fates.values.filter { $0 == .delivered }.count == 2)
        #expect(driver.fates.values.filter { $0 == .dropped(.sendError) }.count == 3)
    }

    @Test("a 413 to a single event drops it")
    func singleTooLarge() {
        let driver = MachineDriver()
        driver.add([record(1)])
        _ = driver.run()
        driver.answer(413)
        #expect(driver.fates == [EventID(high: 1, low: 1): .dropped(.sendError)])
    }

    @Test("a batch that a server without batches refuses is sent again as single events")
    func fallback() {
        let driver = MachineDriver(usesBatches: true)
        driver.add((1...3).map { record($0) })
        driver.advance(5)
        #expect(driver.run().batch?.eventCount == 3)
        driver.answer(400, batches: false)
        for number in UInt64(1)...3 {
            let batch = driver.run().batch
            #expect(batch?.id == EventID(high: 1, low: number))
            driver.answer(200, batches: false)
        }
        #expect(driver.fates.values.allSatisfy { $0 == .delivered } && driver.fates.count == 3)
    }

    @Test("a batch reply rejects by index and counts duplicates")
    func batchReply() {
        let driver = MachineDriver(usesBatches: true)
        driver.add((0...3).map { record($0) })
        driver.advance(5)
        _ = driver.run()
        var reading = ReplyReading()
        reading.rejected = [.init(index: 2, reason: .tooLarge), .init(index: 99, reason: .other)]
        driver.answer(200, reading: reading)
        #expect(driver.fates[EventID(high: 1, low: 2)] == .rejected(.tooLarge))
        #expect(driver.fates.values.filter { $0 == .delivered }.count == 3)

        driver.add((10...11).map { record($0) })
        driver.advance(5)
        _ = driver.run()
        reading = ReplyReading()
        reading.duplicates = 2
        driver.answer(200, reading: reading)
        #expect(driver.fates[EventID(high: 1, low: 10)] == .duplicate)
        #expect(driver.fates[EventID(high: 1, low: 11)] == .duplicate)
    }

    @Test("a server's limit holds back also after a success, and a shorter one does not replace a longer one")
    func rateLimits() {
        let driver = MachineDriver()
        driver.add([record(1), record(2), record(3)])
        _ = driver.run()
        var reading = ReplyReading()
        reading.limit = .seconds(60)
        driver.answer(200, reading: reading)
        let until = driver.now + .seconds(60)
        #expect(driver.run().wait == until)
        #expect(driver.machine.isRateLimited(at: driver.now))
        // A flush does not overrule the server.
        driver.machine.setFlushing(true)
        #expect(driver.run().wait == until)
        driver.advance(60)
        #expect(driver.run().batch != nil)
        reading.limit = .seconds(100)
        driver.answer(200, reading: reading)
        let later = driver.now + .seconds(100)
        reading.limit = .seconds(1)
        driver.advance(100)
        _ = driver.run()
        driver.now = driver.now + .seconds(-50)
        driver.answer(200, reading: reading)
        driver.add([record(4)])
        #expect(driver.run().wait == later)
    }

    @Test("a server's limit is clamped to a day")
    func longLimit() {
        let driver = MachineDriver()
        driver.add([record(1), record(2)])
        _ = driver.run()
        var reading = ReplyReading()
        reading.limit = .seconds(10_000_000)
        driver.answer(503, reading: reading)
        #expect(driver.run().wait == driver.now + .seconds(86_400))
    }

    @Test("a flush sends at once and ends our own backing off, once")
    func flush() {
        let driver = MachineDriver(usesBatches: true)
        driver.add([record(1)])
        #expect(driver.run().batch == nil)
        driver.machine.setFlushing(true)
        #expect(driver.run().batch != nil)
        driver.fail()
        #expect(driver.run().batch == nil)
        driver.machine.setFlushing(true)
        #expect(driver.run().batch == nil)
        driver.machine.setFlushing(false)
        driver.machine.setFlushing(true)
        #expect(driver.run().batch?.attempt == 2)
    }

    @Test("five failures in a row open the breaker, an answer closes it")
    func breaker() {
        let driver = MachineDriver()
        driver.add([record(1)])
        for _ in 1...5 {
            #expect(!driver.machine.isBreakerOpen)
            #expect(driver.run().batch != nil)
            driver.fail()
            driver.advance(300)
        }
        #expect(driver.machine.isBreakerOpen)
        _ = driver.run()
        driver.answer(200)
        #expect(!driver.machine.isBreakerOpen)
    }

    @Test("abandoning gives everything one fate, wherever it stands")
    func abandon() {
        let driver = MachineDriver(batching: Batching(maxEvents: 2, backlogEvents: 2), usesBatches: true)
        driver.add([record(1), record(2), record(3)])
        _ = driver.run()
        driver.answer(413)
        _ = driver.run()
        driver.machine.abandon(.closed)
        driver.collect()
        #expect(driver.fates.count == 3)
        #expect(driver.fates.values.allSatisfy { $0 == .dropped(.closed) })
        #expect(driver.machine.pendingCount == 0)
        #expect(driver.machine.oldestSequence == nil)
    }
}
