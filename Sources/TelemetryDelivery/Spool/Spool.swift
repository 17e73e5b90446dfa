package import Sanitizer
internal import TelemetryEnvelope
internal import TelemetryGzip

/// What a reporter keeps on disk: a journal of events that no batch has yet, and frozen batches, each a file until the
/// server has it.
///
/// A directory of the host's holds one folder a process, locked as long as it lives; what a dead process left is taken
/// over. Nothing here throws: while the disk is full, read-only or gone the spool does not work, its owner goes on in
/// memory, and it is tried again every minute. Worker's thread only.
package final class Spool {
    /// What a spool is made of.
    package struct Setup: Sendable {
        /// Where, and how much.
        package var options: SpoolOptions
        /// The rules that what comes from disk must be clean by: those of the captures.
        package var policy: Policy

        /// A setup from its parts.
        package init(options: SpoolOptions, policy: Policy) {
            self.options = options.clamped
            self.policy = policy
        }
    }

    /// What the ledger has to know.
    enum Effect: Sendable, Equatable {
        /// Events of an earlier process were found.
        case adopted(Int)
        /// Events that waited in memory are in the spool, too.
        case persisted(Int)
        /// Events of the spool are lost. `ids`: as far as they are known.
        case lost(Int, DropReason, ids: [EventID])
        /// A client report went with a file: its counts go into the next one.
        case restored(DropCounts)
    }

    /// The directories, while they are open.
    struct Place {
        var root: SpoolDirectory
        var folder: SpoolDirectory
        var name: SpoolName.Folder
    }

    /// How long a spool that failed is left alone.
    static let probeInterval = Duration.seconds(60)
    /// The least time between two waits for the disk on behalf of errors.
    static let syncInterval = Duration.seconds(1)

    let setup: Setup
    let destination: Destination
    let destinationHash: UInt64
    let descriptors: SpoolDescriptors
    let keepsIDs: Bool
    var place: Place?
    var journal: Journal
    var queue = SpoolQueue()
    var generator: SplitMix
    var reopener: EnvelopeReopener
    // Segments of earlier processes that are not read yet, oldest last, and what they say is needed no longer.
    var leftSegments: [SpoolName.Segment] = []
    var released: [EventID: Int] = [:]
    // The newest file's content, as long as nothing else waits: it is sent at once as a rule.
    var cached: (token: UInt64, shipment: DeliveryMachine.Shipment)?
    var effects: [Effect] = []
    var canRead = true
    private var probeAt = Moment(nanoseconds: .min)
    private var syncAt: Moment?
    private var lastSync = Moment(nanoseconds: .min)

    /// Why it does not work; nil while it does.
    package private(set) var failure: SpoolFailure?
    /// Until when, by the wall clock in milliseconds, the destination wants nothing, as earlier processes were told.
    var limitedUntil: Int64?
    // When its owner last looked, for the ages of files.
    var wallMilliseconds: Int64 = 0

    /// A spool that is not open yet; `openIfDue` opens it. `keepsIDs`: whether somebody wants to know of each event.
    init(setup: Setup, destination: Destination, descriptors: SpoolDescriptors, seed: UInt64, keepsIDs: Bool) {
        self.setup = setup
        self.destination = destination
        self.descriptors = descriptors
        self.keepsIDs = keepsIDs
        destinationHash = SpoolName.destination(destination.url)
        generator = SplitMix(seed: seed)
        reopener = EnvelopeReopener(policy: setup.policy)
        journal = Journal(segmentSize: min(256 << 10, setup.options.maxBytes / 8))
    }

    /// Whether it takes events now.
    var isWorking: Bool { place != nil && failure == nil }

    /// Files that wait to be sent. They are read from a full disk, too.
    var waiting: Int { place == nil || !canRead ? 0 : queue.waiting }

    /// Whether an earlier process's journal has segments that are not read yet.
    var hasLeftSegments: Bool { place != nil && canRead && !leftSegments.isEmpty }

    /// Bytes on disk.
    var bytes: Int { queue.bytes + journal.bytes }

    /// Files of batches.
    var files: Int { queue.items.count }

    /// The lowest sequence number among events that are in batch files or not read yet; nil if there are none.
    var oldestSequence: UInt64? { leftSegments.isEmpty ? queue.oldestSequence : 0 }

    /// Whether all that it took is on the disk.
    var isSynced: Bool { !journal.isUnsynced }

    /// When it wants to be looked at again, at the latest.
    var nextMoment: Moment? {
        if failure != nil { return probeAt }
        return syncAt
    }

    /// Takes the effects since the last call.
    func takeEffects() -> [Effect] {
        let taken = effects
        effects = []
        return taken
    }

    // MARK: Events

    /// Writes records into the journal and marks them with their segment. Without effect while it does not work or the
    /// journal is full.
    func append(_ records: inout [Record], at now: Moment) {
        guard isWorking, let place, !records.isEmpty else { return }
        let size = records.reduce(0) { $0 + $1.bytes.value.count + JournalFrame.headerSize }
        guard journal.bytes + size <= setup.options.maxBytes else { return }
        let name = SpoolName.Segment(created: wallMilliseconds, random: random())
        do throws(SpoolFailure) {
            let segment = try journal.append(records[...], in: place.folder) { name }
            for index in records.indices { records[index].custody = .journal(segment) }
        } catch {
            return fail(error, at: now)
        }
        effects.append(.persisted(records.count))
        if syncAt == nil, records.contains(where: \.isUrgent) { syncAt = lastSync + Spool.syncInterval }
        evict()
    }

    /// Records have found their fate: their places in the journal are free.
    func release(_ records: [Record]) {
        if let place { journal.release(records, in: place.folder) }
    }

    /// Writes a frozen batch into a file of its own, until it is on the disk; its events' places in the journal are free
    /// then. False, and nothing changed, while it does not work, or if there is no room for such a file.
    func store(_ shipment: DeliveryMachine.Shipment, at now: Moment) -> Bool {
        let body = shipment.batch.body
        guard isWorking, let place, body.bytes.count <= setup.options.maxBytes else { return false }
        let name = SpoolName.Batch(
            created: wallMilliseconds,
            id: shipment.batch.id,
            rawCount: body.rawCount,
            count: body.bytes.count,
            checksum: Spool.checksum(body.bytes),
            events: shipment.records.count,
            isUrgent: shipment.records.contains(where: \.isUrgent),
            attempts: shipment.batch.attempt
        )
        do throws(SpoolFailure) {
            try place.folder.write(body.bytes, to: name.text, temporary: SpoolName.temporary(random()))
        } catch {
            fail(error, at: now)
            return false
        }
        var filed = shipment
        for index in filed.records.indices {
            if filed.records[index].custody == .memory { effects.append(.persisted(1)) }
            filed.records[index].custody = .file
        }
        release(shipment.records)
        let isNext = queue.waiting == 0
        let token = queue.add(
            name,
            sequence: shipment.records.map(\.sequence).min() ?? 0,
            ids: keepsIDs ? shipment.records.map(\.id) : [],
            report: shipment.report
        )
        filed.file = token
        filed.isFiled = true
        if isNext { cached = (token, filed) }
        evict()
        return true
    }

    /// A batch has found its fate: its file goes.
    func remove(_ token: UInt64) {
        guard let item = queue.remove(token) else { return }
        if cached?.token == token { cached = nil }
        // What cannot be removed, on a disk that has become read-only, goes again from the next process: the relay knows it.
        place?.folder.remove(item.name.text)
    }

    /// A try has failed at the server: counted in the file's name.
    func countAttempt(_ token: UInt64) {
        guard let place, let (old, new) = queue.countAttempt(token) else { return }
        do throws(SpoolFailure) {
            try place.folder.rename(old.text, to: new.text)
        } catch {
            queue.keepName(token, old)
        }
    }

    /// Removes what is too old or too much. Its events are lost, and counted.
    func evict() {
        for item in queue.evict(setup.options, others: journal.bytes, wallMilliseconds: wallMilliseconds) {
            if cached?.token == item.token { cached = nil }
            place?.folder.remove(item.name.text)
            note(loss: item, .cacheOverflow)
        }
    }

    /// Enters the loss of a file and all that is in it.
    func note(loss item: SpoolQueue.Item, _ reason: DropReason) {
        effects.append(.lost(item.name.events, reason, ids: item.ids))
        if let report = item.report { effects.append(.restored(report)) }
    }

    // MARK: The disk

    /// Waits for the disk where errors are due to be safe, or `always`.
    func sync(at now: Moment, always: Bool) {
        guard isWorking, let place, always || syncAt.map({ $0 <= now }) ?? false else { return }
        // Also if what it was for has a batch file meanwhile: a moment that has passed must not be waited for again.
        syncAt = nil
        guard journal.isUnsynced else { return }
        lastSync = now
        do throws(SpoolFailure) {
            try journal.sync(in: place.folder)
        } catch {
            fail(error, at: now)
        }
    }

    /// Notes until when the destination wants nothing, for the processes to come.
    func remember(limitedUntil until: Int64) {
        guard isWorking, let place, until > limitedUntil ?? 0 else { return }
        let old = limitedUntil
        limitedUntil = until
        guard (try? place.root.touch(SpoolName.Limit(destination: destinationHash, until: until).text)) != nil else {
            return
        }
        if let old { place.root.remove(SpoolName.Limit(destination: destinationHash, until: old).text) }
    }

    /// It does not work from now on, and is tried again in a minute.
    func fail(_ error: SpoolFailure, at now: Moment) {
        failure = error
        probeAt = now + Spool.probeInterval
        syncAt = nil
    }

    /// Opens it for the first time, or tries again what has failed a minute ago.
    func openIfDue(at now: Moment, wallMilliseconds: Int64) {
        self.wallMilliseconds = wallMilliseconds
        guard !isWorking, now >= probeAt else { return }
        failure = nil
        canRead = true
        // A folder that somebody has removed takes nothing more.
        if let place, (try? place.folder.entries()) == nil || !isLinked(place) { self.place = nil }
        guard place == nil else { return }
        do throws(SpoolFailure) {
            try open(making: true)
        } catch {
            fail(error, at: now)
        }
    }

    private func isLinked(_ place: Place) -> Bool {
        (try? SpoolDirectory(place.name.text, in: place.root)) != nil
    }

    /// Closes its files. A folder in which nothing is left goes.
    func close() {
        guard let place else { return }
        journal.close(in: place.folder)
        if queue.items.isEmpty, journal.count == 0, leftSegments.isEmpty {
            place.root.removeDirectory(place.name.text)
        }
        self.place = nil
    }

    func random() -> UInt32 { UInt32(truncatingIfNeeded: generator.next() >> 32) }

    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { unsafe Checksum.crc32(Span(_unsafeElements: $0)) }
    }
}
