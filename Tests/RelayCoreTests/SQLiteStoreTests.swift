import Foundation
import Sanitizer
import TelemetryWire
import Testing

@testable import RelayCore

@Suite("SQLite store")
struct SQLiteStoreTests {
    @Test("keeps an event, its payload and its findings under a numbered issue")
    func stores() throws {
        let fixture = try StoreFixture()
        let receipt = try fixture.insert(.of([.sample(findings: [.sample(), .sample(path: "/extra/note")])]))
        #expect(receipt == BatchReceipt(fates: [.stored], isRepeat: false))
        let reader = try fixture.reader()
        #expect(try reader.integer("SELECT count(*) FROM events WHERE findings = 2") == 1)
        #expect(try reader.integer("SELECT length(gzip) FROM payloads") == 4)
        #expect(try reader.integer("SELECT count(*) FROM findings WHERE rule = 'pan'") == 2)
        #expect(try reader.integer("SELECT number FROM issues") == 1)
        #expect(try reader.integer("SELECT next_issue FROM projects") == 2)
    }

    @Test("an event id stored before is a duplicate, counted, also within one batch and after a restart")
    func eventDeduplication() throws {
        let fixture = try StoreFixture()
        let id = EventID.random()
        #expect(try fixture.insert(.of([.sample(id: id), .sample(id: id)])).fates == [.stored, .duplicate])
        try fixture.reopen()
        #expect(try fixture.insert(.of([.sample(), .sample(id: id)])).fates == [.stored, .duplicate])
        let reader = try fixture.reader()
        #expect(try reader.integer("SELECT count(*) FROM events") == 2)
        #expect(try reader.integer("SELECT quantity FROM outcomes WHERE reason = 'duplicate'") == 2)
        #expect(try reader.integer("SELECT events FROM issues") == 2)
    }

    @Test("a batch seen before changes nothing, its client report included")
    func batchDeduplication() throws {
        let fixture = try StoreFixture()
        var batch = IngestBatch.of([.sample(), .sample()], batchID: .random())
        batch.outcomes = [
            OutcomeCount(
                source: .client,
                reason: .queueOverflow,
                category: Sanitized(literal: "error"),
                quantity: 3
            )
        ]
        #expect(try fixture.insert(batch).fates == [.stored, .stored])
        try fixture.reopen()
        let second = try fixture.insert(batch)
        #expect(second == BatchReceipt(fates: [.duplicate, .duplicate], isRepeat: true))
        let reader = try fixture.reader()
        #expect(try reader.integer("SELECT sum(quantity) FROM outcomes") == 3)
        #expect(try reader.integer("SELECT events FROM issues") == 2)
        #expect(try reader.integer("SELECT repeats FROM batches") == 1)
    }

    @Test("the same event id in another project is another event")
    func projectsAreApart() throws {
        let fixture = try StoreFixture()
        _ = try fixture.store?.createKey(project: ProjectID(2))
        let id = EventID.random()
        #expect(try fixture.insert(.of([.sample(id: id)])).fates == [.stored])
        #expect(try fixture.insert(.of([.sample(id: id)], project: 2)).fates == [.stored])
    }

    @Test("a batch whose values are refused leaves no trace and does not fail its neighbours")
    func savepointIsolation() throws {
        let fixture = try StoreFixture()
        let store = try #require(fixture.store)
        let answers = (0..<3).map { _ in Answer<BatchReceipt>() }
        let id = EventID.random()
        // One group: the writer is held until all three wait.
        let gate = Answer<Bool>()
        let inside = Answer<Bool>()
        DispatchQueue.global().async {
            _ = try? store.write { (_) throws(StoreError) -> Bool in
                inside.give(.success(true))
                return try gate.wait().get()
            }
        }
        _ = inside.wait()
        store.insert(.of([.sample()])) { answers[0].give($0) }
        var bad = IngestBatch.of([.sample(id: id)], project: 99)
        bad.batchID = .random()
        store.insert(bad) { answers[1].give($0) }
        store.insert(.of([.sample(id: id)])) { answers[2].give($0) }
        gate.give(.success(true))
        #expect(try answers[0].wait().get().fates == [.stored])
        #expect(throws: StoreError.self) { try answers[1].wait().get() }
        #expect(try answers[2].wait().get().fates == [.stored])
        let reader = try fixture.reader()
        #expect(try reader.integer("SELECT count(*) FROM events") == 2)
        #expect(try reader.integer("SELECT count(*) FROM batches") == 0)
        #expect(try reader.integer("SELECT max(id) FROM events") == 2)
    }

    @Test("a full database fails the group with .diskFull, keeps what was stored, and takes events again after it grew")
    func diskFull() throws {
        var limits = SQLiteStore.Limits()
        limits.databasePages = 60
        let fixture = try StoreFixture(limits: limits)
        var stored: Int64 = 0
        var failure: StoreError?
        var last: IngestBatch?
        while failure == nil, stored < 100_000 {
            let batch = IngestBatch.of((0..<20).map { _ in .sample(findings: [.sample()]) })
            last = batch
            do {
                _ = try fixture.insert(batch)
                stored += 20
            } catch {
                failure = error
            }
        }
        #expect(failure == .diskFull)
        #expect(stored > 0)
        var reader = try fixture.reader()
        #expect(try reader.integer("SELECT count(*) FROM events") == stored)
        #expect(try reader.integer("SELECT count(*) FROM payloads") == stored)
        #expect(try reader.integer("SELECT sum(events) FROM issues") == stored)
        try fixture.reopen()
        let again = try #require(last)
        #expect(try fixture.insert(again).fates.allSatisfy { $0 == .stored })
        reader = try fixture.reader()
        #expect(try reader.integer("SELECT count(*) FROM events") == stored + 20)
    }

    @Test("files are 0600 and the directory 0700, whatever the umask")
    func modes() throws {
        let fixture = try StoreFixture(open: false)
        mkdir(fixture.path, 0o755)
        try fixture.reopen()
        _ = try fixture.insert(.of([.sample()]))
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.path)
        #expect(names.contains("relay.db-wal"))
        for name in names + [""] {
            var status = stat()
            #expect(stat(fixture.path + "/" + name, &status) == 0)
            #expect(status.st_mode & 0o777 == (name.isEmpty ? 0o700 : 0o600), "\(name)")
        }
    }

    @Test("close commits what waits, then refuses")
    func drains() throws {
        let fixture = try StoreFixture()
        let store = try #require(fixture.store)
        let answers = (0..<50).map { _ in Answer<BatchReceipt>() }
        for answer in answers { store.insert(.of([.sample()])) { answer.give($0) } }
        store.close()
        for answer in answers { #expect(try answer.wait().get().fates == [.stored]) }
        #expect(throws: StoreError.closed) { try fixture.insert(.of([.sample()])) }
    }

    @Test("a full queue answers .busy at once")
    func busy() throws {
        var limits = SQLiteStore.Limits()
        limits.queuedBatches = 2
        let fixture = try StoreFixture(limits: limits)
        let store = try #require(fixture.store)
        let gate = Answer<Bool>()
        let inside = Answer<Bool>()
        DispatchQueue.global().async {
            _ = try? store.write { (_) throws(StoreError) -> Bool in
                inside.give(.success(true))
                return try gate.wait().get()
            }
        }
        _ = inside.wait()
        let answers = (0..<3).map { _ in Answer<BatchReceipt>() }
        for answer in answers { store.insert(.of([.sample()])) { answer.give($0) } }
        #expect(throws: StoreError.busy) { try answers[2].wait().get() }
        gate.give(.success(true))
        #expect(try answers[0].wait().get().fates == [.stored])
        #expect(try answers[1].wait().get().fates == [.stored])
    }

    @Test("a second writer is refused, and let in once the first has closed")
    func writerLock() throws {
        let fixture = try StoreFixture()
        #expect(throws: StoreError.locked) { try SQLiteStore(directory: fixture.directory) }
        fixture.close()
        try SQLiteStore(directory: fixture.directory).close()
    }

    @Test("a newer schema, a foreign database and a damaged file are refused untouched")
    func refusedFiles() throws {
        let fixture = try StoreFixture()
        fixture.close()
        let raw = try SQLiteConnection(path: fixture.directory.database, mode: .readWrite)
        try raw.execute("PRAGMA user_version = 99")
        #expect(throws: StoreError.newerSchema(found: 99, supported: Migrations.current)) {
            try SQLiteStore(directory: fixture.directory)
        }
        let foreign = try StoreFixture(open: false)
        try foreign.directory.create()
        let other = try SQLiteConnection(path: foreign.directory.database, mode: .readWrite)
        try other.execute("CREATE TABLE mine (x)")
        #expect(throws: StoreError.corrupt) { try SQLiteStore(directory: foreign.directory) }
        let broken = try StoreFixture(open: false)
        try broken.directory.create()
        try Data(repeating: 65, count: 8_192).write(to: URL(fileURLWithPath: broken.directory.database))
        #expect(throws: StoreError.corrupt) { try SQLiteStore(directory: broken.directory) }
    }

    @Test("keys are in force at once, and survive a restart")
    func keys() throws {
        let fixture = try StoreFixture()
        let store = try #require(fixture.store)
        let first = try #require(try store.bootstrap().key)
        #expect(store.key(publicKey: first.publicKey) == first)
        #expect(store.key(publicKey: String(repeating: "0", count: 32)) == nil)
        let id = try #require(EventID(first.publicKey))
        let second = try #require(try store.rotateKey(publicKey: id))
        #expect(store.key(publicKey: first.publicKey)?.isActive == false)
        #expect(store.key(publicKey: second.publicKey)?.isActive == true)
        #expect(second.project == first.project)
        #expect(try store.disableKey(publicKey: .random()) == nil)
        let reopened = try fixture.reopen()
        #expect(reopened.key(publicKey: first.publicKey)?.isActive == false)
        #expect(try reopened.bootstrap() == (second, false))
    }

    @Test("a key change that cannot be committed is not in force")
    func failedKeyChange() throws {
        let fixture = try StoreFixture()
        let store = try #require(fixture.store)
        let first = try #require(try store.bootstrap().key)
        #expect(throws: StoreError.self) {
            try store.write { (connection) throws(StoreError) -> Bool in
                // Only the commit finds the broken reference.
                try connection.execute(
                    """
                    PRAGMA defer_foreign_keys = ON; UPDATE keys SET disabled_at = 1;
                    INSERT INTO keys (project, key_high, key_low, created_at) VALUES (99, 1, 2, 3)
                    """
                )
                return true
            }
        }
        #expect(store.key(publicKey: first.publicKey) == first)
        #expect(store.key(publicKey: EventID(high: 1, low: 2).description) == nil)
        #expect(try store.rotateKey(publicKey: #require(EventID(first.publicKey))) != nil)
    }

    @Test("once its file is moved or replaced, the store takes nothing more, and says so", arguments: [true, false])
    func movedFile(isReplaced: Bool) throws {
        let fixture = try StoreFixture()
        let store = try #require(fixture.store)
        _ = try fixture.insert(.of([.sample()]))
        #expect(store.isIntact)
        let database = fixture.directory.database
        try FileManager.default.moveItem(atPath: database, toPath: database + ".old")
        if isReplaced { try FileManager.default.copyItem(atPath: database + ".old", toPath: database) }
        #expect(!store.isIntact)
        #expect(throws: StoreError.moved) { try fixture.insert(.of([.sample()])) }
        #expect(throws: StoreError.moved) { try store.createKey(project: ProjectID(1)) }
    }

    @Test("opening a store that is up to date writes nothing")
    func quietOpening() throws {
        let fixture = try StoreFixture()
        _ = try fixture.insert(.of([.sample()]))
        fixture.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: fixture.directory.database))
        let store = try SQLiteStore(directory: fixture.directory)
        _ = try store.bootstrap()
        let log = try FileManager.default.attributesOfItem(atPath: fixture.directory.database + "-wal")[.size] as? Int
        #expect(log == 0)
        store.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.directory.database)) == before)
    }

    @Test("an issue's state is kept")
    func issueState() throws {
        let fixture = try StoreFixture()
        let store = try #require(fixture.store)
        _ = try fixture.insert(.of([.sample()]))
        let id = ShortID(slug: "CHECKOUT", number: 1)
        #expect(try store.setState(.resolved, of: id))
        #expect(try store.inspector().issue(id)?.state == .resolved)
        #expect(try !store.setState(.muted, of: ShortID(slug: "CHECKOUT", number: 2)))
    }

    @Test("duplicates are found in every segment of the id index, before and after a restart, and so is every event")
    func segments() throws {
        var limits = SQLiteStore.Limits()
        limits.segmentRows = 50
        let fixture = try StoreFixture(limits: limits)
        let ids = (0..<330).map { _ in EventID.random() }
        let payload = try CommandTests.gzip("{}")
        for start in stride(from: 0, to: ids.count, by: 30) {
            _ = try fixture.insert(.of(ids[start..<start + 30].map { .sample(id: $0, payload: payload) }))
        }
        let reader = try fixture.reader()
        #expect(try reader.integer("SELECT count(*) FROM event_id_segments") == 5)
        #expect(try reader.integer("SELECT count(*) FROM event_ids") == 300)
        for _ in 0..<2 {
            let again = try fixture.insert(.of(ids.map { .sample(id: $0) }))
            #expect(again.fates.allSatisfy { $0 == .duplicate })
            try fixture.reopen(limits: limits)
        }
        let inspector = try SQLiteInspector(directory: fixture.directory)
        for id in ids { #expect(try inspector.event(id, project: nil)?.summary.id == id) }
        #expect(try inspector.event(ids[0], project: ProjectID(2))?.summary.id == nil)
        _ = try fixture.store?.createKey(project: ProjectID(2))
        _ = try fixture.insert(.of([.sample(id: ids[0], payload: payload)], project: 2))
        #expect(try inspector.projects(holding: ids[0]) == [ProjectID(1), ProjectID(2)])
        #expect(try inspector.projects(holding: ids[1]) == [ProjectID(1)])
        #expect(try inspector.projects(holding: .random()) == [])
    }
}
