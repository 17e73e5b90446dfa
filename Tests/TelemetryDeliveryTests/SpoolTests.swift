import Glibc
import Sanitizer
import TelemetryEnvelope
import Testing

@testable import TelemetryDelivery

@Suite struct SpoolTests {
    @Test("a batch is a file until it is removed, and is sent with the bytes it was frozen with")
    func batchFile() throws {
        let fixture = SpoolFixture()
        let spool = fixture.open()
        let frozen = fixture.shipment(fixture.records(3))
        #expect(spool.store(frozen, at: fixture.now))
        #expect(fixture.files.count == 1)
        let loaded = try #require(spool.load(at: fixture.now))
        #expect(loaded.batch.body == frozen.batch.body)
        let token = try #require(loaded.file)
        spool.remove(token)
        #expect(fixture.files.isEmpty)
        #expect(SpoolSum(spool.takeEffects()) == SpoolSum(persisted: 3))
    }

    @Test("the next process takes over what is left: same bytes, same id, same events, tries and report")
    func adoption() throws {
        let fixture = SpoolFixture()
        var report = DropCounts()
        report[.queueOverflow] = 7
        let frozen = fixture.shipment(fixture.records(2, level: .error), report: report)
        do {
            let spool = fixture.open()
            #expect(spool.store(frozen, at: fixture.now))
            let token = try #require(spool.load(at: fixture.now)?.file)
            spool.countAttempt(token)
            spool.countAttempt(token)
        }
        let next = fixture.open()
        #expect(SpoolSum(next.takeEffects()) == SpoolSum(adopted: 2))
        let loaded = try #require(next.load(at: fixture.now))
        #expect(loaded.batch.body == frozen.batch.body && loaded.batch.id == frozen.batch.id)
        #expect(loaded.records.map(\.bytes) == frozen.records.map(\.bytes))
        #expect(loaded.records.map(\.id) == frozen.records.map(\.id))
        #expect(loaded.records.allSatisfy { $0.level == .error && $0.custody == .file && $0.sequence == 0 })
        #expect(loaded.batch.attempt == 2 && loaded.report == report && loaded.isBatch)
        #expect(next.load(at: fixture.now) == nil)
    }

    @Test("an event's own envelope comes back as one")
    func singleEvent() throws {
        let fixture = SpoolFixture()
        let frozen = fixture.shipment(fixture.records(1), isBatch: false)
        do {
            let spool = fixture.open()
            #expect(spool.store(frozen, at: fixture.now))
        }
        let next = fixture.open()
        let loaded = try #require(next.load(at: fixture.now))
        #expect(!loaded.isBatch && loaded.batch.body == frozen.batch.body && loaded.batch.id == frozen.batch.id)
    }

    @Test("journalled events come back in order; a segment goes with the last of them")
    func journal() throws {
        let fixture = SpoolFixture()
        var records = (0..<5).map { fixture.record("payment \($0)", level: .warning, sampleRate: 0.1) }
        do {
            let spool = fixture.open()
            spool.append(&records, at: fixture.now)
            #expect(records.allSatisfy { $0.custody != .memory } && !spool.isSynced)
            spool.sync(at: fixture.now, always: true)
            #expect(spool.isSynced)
            spool.release([records[2]])
            spool.close()
        }
        let next = fixture.open()
        let back = next.loadSegment(at: fixture.now)
        // What was released by itself is not taken again.
        records.remove(at: 2)
        #expect(back.map(\.bytes) == records.map(\.bytes) && back.map(\.id) == records.map(\.id))
        #expect(back.allSatisfy { $0.level == .warning && $0.sampleRate == 0.1 })
        #expect(SpoolSum(next.takeEffects()) == SpoolSum(adopted: 4))
        next.release(Array(back.dropLast()))
        #expect(fixture.files.count == 1)
        next.release(back.suffix(1))
        #expect(fixture.files.isEmpty)
        next.close()
        #expect(SpoolFixture.names(fixture.path + "/spool").isEmpty)
    }

    @Test("a batch file takes its events' places in the journal, which is emptied and goes on")
    func journalToBatch() throws {
        let fixture = SpoolFixture()
        let spool = fixture.open()
        var records = fixture.records(4)
        spool.append(&records, at: fixture.now)
        #expect(fixture.file("j-").map { fixture.read($0).isEmpty } == false)
        #expect(spool.store(fixture.shipment(records), at: fixture.now))
        #expect(fixture.file("j-").map { fixture.read($0).isEmpty } == true)
        #expect(SpoolSum(spool.takeEffects()) == SpoolSum(persisted: 4))
    }

    @Test("segments do not grow without end under steady load")
    func rotation() throws {
        let fixture = SpoolFixture()
        let spool = fixture.open()
        var held: [Record] = []
        for _ in 0..<400 {
            var records = [fixture.record(String(repeating: "declined ", count: 400))]
            spool.append(&records, at: fixture.now)
            held += records
            if held.count > 20 { spool.release([held.removeFirst()]) }
        }
        #expect(spool.journal.bytes < 800_000 && spool.journal.count <= 3)
        spool.release(held)
        #expect(spool.journal.bytes == 0)
    }

    @Test("files are 0600, directories 0700")
    func modes() throws {
        let fixture = SpoolFixture()
        let spool = fixture.open()
        var records = fixture.records(1)
        spool.append(&records, at: fixture.now)
        #expect(spool.store(fixture.shipment(fixture.records(1)), at: fixture.now))
        func mode(_ path: String) -> UInt32 {
            var status = stat()
            return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
        }
        let root = fixture.path + "/spool"
        #expect(mode(root) == 0o700 && mode(root + "/" + fixture.folder) == 0o700)
        #expect(fixture.files.count == 2)
        for file in fixture.files { #expect(mode(root + "/" + file) == 0o600) }
    }

    @Test("two spools on one directory keep apart; the second's leavings are taken over once it is gone")
    func twoProcesses() throws {
        let fixture = SpoolFixture()
        let one = fixture.open()
        do {
            let other = fixture.open()
            #expect(one.store(fixture.shipment(fixture.records(1)), at: fixture.now))
            #expect(other.store(fixture.shipment(fixture.records(2)), at: fixture.now))
            #expect(one.files == 1 && other.files == 1)
            // Both live: a third gets neither's.
            let third = fixture.open()
            #expect(third.files == 0)
            third.close()
        }
        one.remove(try #require(one.load(at: fixture.now)?.file))
        let next = fixture.open()
        #expect(SpoolSum(next.takeEffects()) == SpoolSum(adopted: 2))
        next.remove(try #require(next.load(at: fixture.now)?.file))
        next.close()
        one.close()
        #expect(SpoolFixture.names(fixture.path + "/spool").isEmpty)
    }

    @Test("several dead folders become one")
    func severalDead() throws {
        let fixture = SpoolFixture()
        do {
            let spools = [0, 1, 2].map { _ in fixture.open() }
            for spool in spools {
                #expect(spool.store(fixture.shipment(fixture.records(2)), at: fixture.now))
                var records = fixture.records(1)
                spool.append(&records, at: fixture.now)
            }
            withExtendedLifetime(spools) {}
        }
        let next = fixture.open()
        #expect(next.files == 3 && next.leftSegments.count == 3)
        #expect(SpoolFixture.names(fixture.path + "/spool").count == 1)
    }

    @Test("another destination's folder is nobody's to take")
    func otherDestination() throws {
        let fixture = SpoolFixture()
        do {
            let spool = fixture.open()
            #expect(spool.store(fixture.shipment(fixture.records(1)), at: fixture.now))
        }
        let other = Destination(
            url: "http://127.0.0.1:9/api/2/envelope/",
            isSecure: false,
            headerLines: [],
            network: NetworkOptions()
        )
        let spool = fixture.open(other)
        #expect(spool.files == 0)
        #expect(fixture.files.count == 1)
    }

    @Test("a server's limit outlives the process, the longest one, 24 hours at most")
    func limits() {
        let fixture = SpoolFixture()
        let spool = fixture.open()
        spool.remember(limitedUntil: fixture.wall + 60_000)
        spool.remember(limitedUntil: fixture.wall + 30_000)
        let next = fixture.open()
        #expect(next.limitedUntil == fixture.wall + 60_000)
        next.remember(limitedUntil: fixture.wall + 90_000)
        #expect(fixture.open().limitedUntil == fixture.wall + 90_000)
        fixture.write(
            [],
            to: SpoolName.Limit(destination: next.destinationHash, until: fixture.wall + 10_000_000_000).text
        )
        #expect(fixture.open().limitedUntil == fixture.wall + 90_000)
        fixture.wall += 90_001
        #expect(fixture.open().limitedUntil == nil)
        #expect(fixture.file("limit-") == nil)
    }

    @Test("over the limits the oldest go, those with errors last, and what is being sent stays")
    func caps() throws {
        let fixture = SpoolFixture()
        let spool = fixture.open { $0.maxFiles = 3 }
        let urgent = fixture.shipment(fixture.records(1, level: .error))
        #expect(spool.store(urgent, at: fixture.now))
        for count in 2...4 {
            fixture.wall += 1
            spool.wallMilliseconds = fixture.wall
            #expect(spool.store(fixture.shipment(fixture.records(count)), at: fixture.now))
        }
        #expect(spool.files == 3)
        #expect(SpoolSum(spool.takeEffects()).lost == [.cacheOverflow: 2])
        #expect(spool.load(at: fixture.now)?.batch.id == urgent.batch.id)
        #expect(spool.load(at: fixture.now)?.records.count == 3)
        // Both that are out stay, the one that waits goes.
        fixture.wall += 1
        spool.wallMilliseconds = fixture.wall
        #expect(spool.store(fixture.shipment(fixture.records(9, level: .fatal)), at: fixture.now))
        #expect(SpoolSum(spool.takeEffects()).lost == [.cacheOverflow: 4])
        #expect(spool.files == 3)
    }

    @Test("what the client report of an evicted or damaged file counts goes into the next one")
    func reportOfEvicted() {
        let fixture = SpoolFixture()
        let spool = fixture.open { $0.maxFiles = 2 }
        var ledger = Ledger()
        ledger.refuse(.sampleRate)
        ledger.refuse(.sampleRate)
        let report = ledger.takeReport()
        for number in 0..<3 {
            let shipment = fixture.shipment(fixture.records(2), report: number == 0 ? report : nil)
            #expect(spool.store(shipment, at: fixture.now))
        }
        let restored = spool.takeEffects().compactMap { effect -> DropCounts? in
            if case .restored(let counts) = effect { counts } else { nil }
        }
        #expect(restored == [report] && spool.files == 2)
    }

    @Test("bytes and age are limits, too")
    func bytesAndAge() throws {
        let fixture = SpoolFixture()
        let spool = fixture.open { $0.maxBytes = 64 << 10 }
        // Random letters do not compress.
        for _ in 0..<16 {
            let words = (0..<2_500).map { _ in String(UInt32.random(in: 0...0xFFFFF), radix: 36) }
            #expect(spool.store(fixture.shipment([fixture.record(words.joined(separator: " "))]), at: fixture.now))
        }
        #expect(spool.bytes <= 64 << 10 && spool.files > 1 && spool.files < 16)
        spool.wallMilliseconds += 8 * 86_400_000
        spool.evict()
        #expect(spool.files == 0)
        #expect(SpoolSum(spool.takeEffects()).lost == [.cacheOverflow: 16])
        #expect(fixture.files.isEmpty)
    }

    @Test("a full disk stops it without a loss, and a minute later it is tried again")
    func fullDisk() throws {
        let fixture = SpoolFixture()
        let spool = fixture.open()
        #expect(spool.store(fixture.shipment(fixture.records(1)), at: fixture.now))
        fixture.descriptors.failWrites(with: ENOSPC)
        var records = fixture.records(2)
        spool.append(&records, at: fixture.now)
        #expect(records.allSatisfy { $0.custody == .memory })
        #expect(spool.failure?.isFull == true && !spool.isWorking)
        #expect(!spool.store(fixture.shipment(records), at: fixture.now))
        // What is there can be sent and removed meanwhile.
        #expect(spool.waiting == 1)
        spool.remove(try #require(spool.load(at: fixture.now)?.file))
        fixture.descriptors.failWrites(with: 0)
        spool.openIfDue(at: fixture.now + .seconds(59), wallMilliseconds: fixture.wall)
        #expect(!spool.isWorking)
        spool.openIfDue(at: fixture.now + .seconds(60), wallMilliseconds: fixture.wall)
        #expect(spool.isWorking)
        spool.append(&records, at: fixture.now + .seconds(60))
        #expect(records.allSatisfy { $0.custody != .memory })
        #expect(fixture.files.allSatisfy { !$0.contains(".tmp") })
    }

    @Test("a directory that cannot be used says why and is tried again", arguments: [ENOSPC, EROFS, EACCES, EDQUOT])
    func unusable(code: Int32) {
        let fixture = SpoolFixture()
        fixture.descriptors.failWrites(with: code)
        let spool = fixture.open()
        #expect(!spool.isWorking && spool.failure?.code == code)
        #expect(spool.nextMoment == fixture.now + .seconds(60))
        fixture.descriptors.failWrites(with: 0)
        spool.openIfDue(at: fixture.now + .seconds(61), wallMilliseconds: fixture.wall)
        #expect(spool.isWorking)
    }

    @Test("a file in the directory's place is refused, and stays")
    func notADirectory() {
        let fixture = SpoolFixture()
        let file = Glibc.open(fixture.path + "/spool", O_WRONLY | O_CREAT, 0o600)
        close(file)
        let spool = fixture.open()
        #expect(spool.failure?.step == .open)
        #expect(access(fixture.path + "/spool", F_OK) == 0)
    }

    @Test("a directory that is removed under it loses what was in it, counted, and is made again")
    func removedUnderneath() {
        let fixture = SpoolFixture()
        let spool = fixture.open()
        #expect(spool.store(fixture.shipment(fixture.records(3)), at: fixture.now))
        SpoolFixture.removeTree(fixture.path + "/spool")
        var records = fixture.records(1)
        spool.append(&records, at: fixture.now)
        #expect(spool.failure != nil)
        fixture.now = fixture.now + .seconds(60)
        spool.openIfDue(at: fixture.now, wallMilliseconds: fixture.wall)
        #expect(spool.isWorking && spool.files == 0)
        #expect(SpoolSum(spool.takeEffects()) == SpoolSum(persisted: 3, lost: [.internalError: 3]))
        spool.append(&records, at: fixture.now)
        #expect(fixture.file("j-") != nil)
    }

    @Test("a purge leaves nothing, of this process and of dead ones, and makes nothing")
    func purge() throws {
        let fixture = SpoolFixture()
        let none = fixture.closed()
        none.purge(.consent, wallMilliseconds: fixture.wall)
        #expect(SpoolFixture.names(fixture.path).isEmpty)
        do {
            let spool = fixture.open()
            #expect(spool.store(fixture.shipment(fixture.records(2)), at: fixture.now))
            var records = fixture.records(1)
            spool.append(&records, at: fixture.now)
            spool.remember(limitedUntil: fixture.wall + 1_000)
        }
        let denied = fixture.closed()
        denied.purge(.consent, wallMilliseconds: fixture.wall)
        #expect(SpoolFixture.names(fixture.path + "/spool").isEmpty)
        #expect(SpoolSum(denied.takeEffects()) == SpoolSum(adopted: 2, lost: [.consent: 2]))
        #expect(fixture.descriptors.count == 0)
    }

    @Test("no descriptor is left open")
    func descriptors() {
        let fixture = SpoolFixture()
        do {
            let spool = fixture.open()
            var records = fixture.records(1)
            spool.append(&records, at: fixture.now)
            #expect(spool.store(fixture.shipment(records), at: fixture.now))
            #expect(fixture.descriptors.count == 3)
            withExtendedLifetime(spool) {}
        }
        #expect(fixture.descriptors.count == 0)
    }
}
