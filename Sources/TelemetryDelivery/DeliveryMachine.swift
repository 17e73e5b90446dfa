internal import Sanitizer
package import TelemetryEnvelope
internal import TelemetryGzip

/// Decides what is sent when: batching, negotiation, retries, rate limits, splitting, and every event's fate.
///
/// A value without I/O, clock or lock. Its owner feeds it records, frozen batches and answers, each with the time;
/// asks `next` what to do; and takes the `effects` for the ledger. Holds at most one batch that waits or is under way
/// and one that fills up: when `wantsRecords` is false, records stay in the rings.
package struct DeliveryMachine: Sendable {
    /// What to do now.
    package enum Action: Sendable, Equatable {
        /// Encode and compress these records, then call `froze`.
        case freeze(Draft)
        /// Hand this batch to the transport, then wait for its end and call `answered`.
        case submit(OutgoingBatch)
        /// Take the oldest batch out of the spool, then call `loaded`.
        case load
        /// Nothing until this moment, or until something comes in (nil).
        case wait(until: Moment?)

        package static func == (one: Action, other: Action) -> Bool {
            switch (one, other) {
            case (.freeze(let one), .freeze(let other)): one == other
            case (.submit(let one), .submit(let other)): one.id == other.id && one.attempt == other.attempt
            case (.wait(let one), .wait(let other)): one == other
            case (.load, .load): true
            default: false
            }
        }
    }

    /// Records that become one envelope.
    package struct Draft: Sendable, Hashable {
        /// Events in the order of the envelope's items; checkout events in that of the container's entries. Never empty.
        package var records: [Record]
        /// Whether the envelope is a batch (with a batch id) or an ordinary envelope of one event.
        package var isBatch: Bool
        /// The client report that must ride along, from a batch that was split; nil: a fresh one may.
        package var report: DropCounts?
        /// Whether a report may ride at all; false for the second half of a split batch.
        package var mayCarryReport = true
        /// The file of the spool that these records were cut out of, if they are the last part of it.
        package var file: UInt64?

        /// The share that sampling keeps, the same for all of its records.
        package var sampleRate: Double { records.first?.sampleRate ?? 1 }
    }

    /// What the owner enters into the ledger and passes on.
    package enum Effect: Sendable, Hashable {
        /// A record found its fate. `isReported`: the server counted it, so no client report does.
        case settled(Record, Fate, isReported: Bool)
        /// A client report did not arrive.
        case restored(DropCounts)
        /// A batch of the spool has found its end.
        case fileEnded(UInt64)
        /// A try of a batch of the spool has failed at the server.
        case fileTried(UInt64)
    }

    /// A frozen batch and what it was made of; the records are kept for the case that it must be split.
    struct Shipment: Sendable {
        var batch: OutgoingBatch
        var records: [Record]
        var isBatch: Bool
        var report: DropCounts?
        /// The file of the spool that goes with its end; nil if there is none.
        var file: UInt64?
        /// Whether that file has just these bytes; else it is an older one, of which this is the last part.
        var isFiled = false
    }

    let batching: Batching
    let retry: RetryPolicy
    var generator: SplitMix

    // Records that wait for company.
    var open: [Record] = []
    var openBytes = 0
    var openDeadlines: [Moment] = []
    // Drafts out of a split, before anything else; then frozen batches that wait for their (next) try.
    var drafts: [Draft] = []
    var freezing: Draft?
    var waiting: [Shipment] = []
    var inFlight: Shipment?

    // Our own backing off, and the server's limit: the later one counts.
    var backoffUntil: Moment?
    var limitedUntil: Moment?
    var previousDelay: Duration?
    var isFlushing = false

    /// Whether frozen batches go into a spool; then they are also frozen while nothing can be sent.
    package var usesSpool = false
    /// Batches in the spool that wait to be sent.
    package var spooledBatches = 0
    /// Tries of a batch of the spool that reached the server.
    package var maxSpoolAttempts = 10

    /// Whether the server has said that it understands batches.
    package internal(set) var usesBatches = false
    /// Failures in a row, of any kind that is retried.
    package internal(set) var consecutiveFailures = 0
    /// The status of the last answer; nil before the first.
    package internal(set) var lastStatus: Int?
    /// The last failure without an answer; nil after an answer.
    package internal(set) var lastFailure: TransportFailure?

    var effects: [Effect] = []

    /// An empty machine. `seed` decides the jitter.
    package init(batching: Batching, retry: RetryPolicy = RetryPolicy(), seed: UInt64) {
        self.batching = batching.clamped
        self.retry = retry
        generator = SplitMix(seed: seed)
    }

    /// Whether the circuit breaker is open: five failures in a row. It then probes with one batch a backoff step.
    package var isBreakerOpen: Bool { consecutiveFailures >= 5 }

    /// Whether it takes more records now.
    package var wantsRecords: Bool {
        open.count < openLimit && openBytes < batching.maxBytes && (drafts.isEmpty || usesSpool)
    }

    /// How many more records, and bytes of them, fill its open batch. A last record may go beyond the bytes.
    package var room: (records: Int, bytes: Int) {
        wantsRecords ? (openLimit - open.count, batching.maxBytes - openBytes) : (0, 0)
    }

    /// Records it holds, wherever they stand.
    package var pendingCount: Int {
        var count = open.count + (freezing?.records.count ?? 0) + (inFlight?.records.count ?? 0)
        for draft in drafts { count += draft.records.count }
        for shipment in waiting { count += shipment.records.count }
        return count
    }

    /// The lowest sequence number among the records it holds; nil if it holds none.
    package var oldestSequence: UInt64? {
        var oldest: UInt64?
        func look(_ records: [Record], _ oldest: inout UInt64?) {
            // By index: a record taken out would have to be held for a moment, thousands of them at every turn.
            for index in records.indices { oldest = min(oldest ?? .max, records[index].sequence) }
        }
        look(open, &oldest)
        look(freezing?.records ?? [], &oldest)
        look(inFlight?.records ?? [], &oldest)
        for draft in drafts { look(draft.records, &oldest) }
        for shipment in waiting { look(shipment.records, &oldest) }
        return oldest
    }

    /// Whether a server's limit (not our own backing off) is in force.
    package func isRateLimited(at now: Moment) -> Bool {
        limitedUntil.map { now < $0 } ?? false
    }

    /// Takes the effects since the last call.
    package mutating func takeEffects() -> [Effect] {
        let taken = effects
        effects = []
        return taken
    }

    // MARK: Inputs

    /// A record came out of a ring.
    package mutating func add(_ record: Record, at now: Moment) {
        open.append(record)
        openBytes += record.bytes.value.count
        openDeadlines.append(now + (record.isUrgent ? batching.urgentInterval : batching.interval))
    }

    /// A record came out of a ring and goes nowhere.
    package mutating func refuse(_ record: Record, _ reason: DropReason) {
        effects.append(.settled(record, .dropped(reason), isReported: false))
    }

    /// While set, batches leave without waiting for company. Setting it ends our own backing off once, so that one
    /// try is made at once; a limit set by the server stands.
    package mutating func setFlushing(_ flushing: Bool) {
        if flushing, !isFlushing {
            backoffUntil = nil
            previousDelay = nil
        }
        isFlushing = flushing
    }

    /// The draft of the last `freeze` is frozen, with the report that it carries. Nil: it could not be.
    package mutating func froze(_ batch: OutgoingBatch?, report: DropCounts?) {
        guard let draft = freezing else { return }
        freezing = nil
        guard let batch else {
            if let report { effects.append(.restored(report)) }
            settle(draft.records, as: .dropped(.internalError))
            return
        }
        if batch.body.bytes.count > batching.maxCompressedBytes, draft.records.count > 1 {
            split(draft.records, report: report, file: draft.file)
        } else {
            waiting.append(
                Shipment(
                    batch: batch,
                    records: draft.records,
                    isBatch: draft.isBatch,
                    report: report,
                    file: draft.file
                )
            )
        }
    }

    /// Gives every record it holds the same fate and forgets what is under way. `keepsSpooled`: what is in the spool has no
    /// fate yet, it is left there.
    package mutating func abandon(_ reason: DropReason, keepsSpooled: Bool = false) {
        func lost(_ records: [Record]) -> [Record] {
            keepsSpooled ? records.filter { $0.custody == .memory } : records
        }
        let shipments = waiting + (inFlight.map { [$0] } ?? [])
        for shipment in shipments {
            if let report = shipment.report, !(keepsSpooled && shipment.isFiled) { effects.append(.restored(report)) }
            settle(lost(shipment.records), as: .dropped(reason))
            if let file = shipment.file, !keepsSpooled { effects.append(.fileEnded(file)) }
        }
        for draft in drafts + (freezing.map { [$0] } ?? []) {
            if let report = draft.report { effects.append(.restored(report)) }
            settle(lost(draft.records), as: .dropped(reason))
            if let file = draft.file, !keepsSpooled { effects.append(.fileEnded(file)) }
        }
        settle(lost(open), as: .dropped(reason))
        waiting = []
        inFlight = nil
        drafts = []
        freezing = nil
        open = []
        openBytes = 0
        openDeadlines = []
    }

    /// Takes back what is under way, as if it had not been tried: its owner has cut the request off.
    package mutating func recall() {
        guard var shipment = inFlight else { return }
        inFlight = nil
        shipment.batch.attempt -= 1
        waiting.insert(shipment, at: 0)
    }

    // MARK: Output

    /// What to do at `now`. Call it again after each action until it says `wait`.
    package mutating func next(at now: Moment) -> Action {
        guard freezing == nil else { return .wait(until: nil) }
        let blockedUntil = max(backoffUntil ?? now, limitedUntil ?? now)
        let isFree = inFlight == nil && now >= blockedUntil
        if isFree, !waiting.isEmpty {
            var shipment = waiting.removeFirst()
            shipment.batch.attempt += 1
            inFlight = shipment
            return .submit(shipment.batch)
        }
        if !drafts.isEmpty, isFree {
            let draft = drafts.removeFirst()
            freezing = draft
            return .freeze(draft)
        }
        if isFree, spooledBatches > 0 { return .load }
        if usesSpool, !isFree, isOpenFull {
            // To be sent whenever it may be; who does not understand batches will say so.
            return freezeOpen(isBatch: true)
        }
        if inFlight != nil { return .wait(until: nil) }
        if !waiting.isEmpty || !drafts.isEmpty || spooledBatches > 0 { return .wait(until: blockedUntil) }
        guard !open.isEmpty else { return .wait(until: nil) }
        // Nothing is frozen while it could not be sent: company is still welcome.
        let due = max(isDue(at: now) ? now : openDeadline, blockedUntil)
        return now >= due ? freezeOpen(isBatch: usesBatches) : .wait(until: due)
    }

    private mutating func freezeOpen(isBatch: Bool) -> Action {
        let draft = takeDraft(isBatch: isBatch)
        freezing = draft
        return .freeze(draft)
    }

    private var openDeadline: Moment { openDeadlines.min() ?? .distantFuture }

    private func isDue(at now: Moment) -> Bool {
        !usesBatches || isFlushing || now >= openDeadline || open.count >= batching.maxEvents
            || openBytes >= batching.maxBytes
    }

    /// What a batch may hold, and of an ordinary envelope one event, or as many checkout events as a `log` item has.
    private mutating func takeDraft(isBatch: Bool) -> Draft {
        let kind = open.first?.kind ?? .event
        let limit = isBatch ? openLimit : kind == .event ? 1 : CheckoutLog.entryLimit
        let rate = open.first?.sampleRate ?? 1
        var taken: [Record] = []
        var left: [Record] = []
        var leftDeadlines: [Moment] = []
        var bytes = 0
        var isFull = false
        for (index, record) in open.enumerated() {
            let size = record.bytes.value.count
            if !isFull, record.sampleRate == rate, isBatch || record.kind == kind {
                isFull = taken.count == limit || !taken.isEmpty && bytes + size > batching.maxBytes
                if !isFull {
                    bytes += size
                    taken.append(record)
                    continue
                }
            }
            left.append(record)
            leftDeadlines.append(openDeadlines[index])
        }
        open = left
        openDeadlines = leftDeadlines
        openBytes -= bytes
        return Draft(records: taken, isBatch: isBatch)
    }

    // MARK: Shared by the files of this type

    mutating func settle(_ records: [Record], as fate: Fate, isReported: Bool = false) {
        for record in records { effects.append(.settled(record, fate, isReported: isReported)) }
    }

    /// Two drafts with new ids out of one; the report goes with the first, the file with the second.
    mutating func split(_ records: [Record], report: DropCounts?, file: UInt64?) {
        let middle = (records.count + 1) / 2
        let first = Draft(
            records: Array(records[..<middle]),
            isBatch: true,
            report: report,
            mayCarryReport: report != nil
        )
        let second = Draft(records: Array(records[middle...]), isBatch: true, mayCarryReport: false, file: file)
        drafts.insert(contentsOf: [first, second], at: 0)
    }
}
