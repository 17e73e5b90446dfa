internal import TelemetryWire

/// Decides the fate of each item of one envelope. A value without I/O; the store's part comes after it.
struct EnvelopeIntake: EnvelopeSink {
    /// Events, log entries and feedback kept of one envelope; a small body can stand for millions of tiny entries.
    static let eventLimit = 5_000
    /// Findings kept of one envelope; beyond them, the first ten of each event.
    static let findingLimit = 20_000

    private let limits: Limits
    private let key: ProjectKey
    private let receivedAt: Int64
    private let scratch: IngestScratch
    private var header = EnvelopeHeader()
    private var events: [IngestEvent] = []
    private var findings = 0
    private var tally = OutcomeTally()
    private var entries: [CheckoutEntry] = []
    private var anomalies = AnomalyTally()
    private var hasCheckouts = false
    /// Which of `events` came from event items: of other items a batch's reply says nothing.
    private var eventPlaces: [Int] = []
    private var rejected: [BatchReply.Rejection] = []
    private var refusedReasons: [DropReason] = []
    private var usable = 0
    private var eventItems = 0
    /// The first event where the envelope's header has an id: whether that is its id shows at the end.
    private var waiting: ContiguousArray<UInt8>?
    private var items = 0
    private var hasReport = false
    private var replyID: EventID?
    private var isOutOfMemory = false

    /// An envelope of a request that was let in with this key.
    init(key: ProjectKey, limits: Limits, receivedAt: Int64, scratch: IngestScratch) {
        self.key = key
        self.limits = limits
        self.receivedAt = receivedAt
        self.scratch = scratch
    }

    /// A DSN in the header has to name the key and project that the request was let in with.
    mutating func header(_ header: EnvelopeHeader) throws(IngestRefusal) {
        self.header = header
        guard let dsn = header.dsn else { return }
        guard dsn.publicKey.lowercased() == key.publicKey else { throw .conflictingKeys }
        guard dsn.project == key.project.description else { throw .wrongProject }
    }

    func room(for item: ItemHeader) -> Int? {
        switch item.type {
        case .event?, .log?, .feedback?, .userReport?, .clientReport?, .checkoutEvent?: limits.item
        default: nil
        }
    }

    mutating func item(_ item: ItemHeader, payload: Span<UInt8>, isTooLarge: Bool) {
        items += 1
        switch item.type {
        case nil: count(.unknownItem, .other)
        case .event?: takeEvent(payload, isTooLarge)
        case .log?: takeLog(payload, isTooLarge, announced: item.itemCount)
        case .feedback?: takeFeedback(payload, isTooLarge, isReport: false)
        case .userReport?: takeFeedback(payload, isTooLarge, isReport: true)
        case .clientReport?: takeReport(payload, isTooLarge)
        case .checkoutEvent?: takeCheckout(payload, isTooLarge, announced: item.itemCount)
        case let other?: count(.unkeptItem, other.category)
        }
    }

    /// What the whole comes to.
    mutating func finish(_ batch: IngestBatch) -> IngestResult {
        releaseWaiting(isOnlyEvent: true)
        if isOutOfMemory { return .refused(.outOfMemory, batch) }
        var batch = batch
        if items == 0 { tally.add(.emptyEnvelope, .default) }
        batch.batchID = header.batchID
        batch.events = events
        batch.entries = entries
        batch.anomalies = anomalies.anomalies
        batch.outcomes = tally.outcomes
        if usable == 0, !refusedReasons.isEmpty {
            let allTooLarge = refusedReasons.allSatisfy { $0 == .tooLarge }
            // A batch that failed whole may come again, so its id is not spent.
            batch.batchID = nil
            let reason = allTooLarge ? .tooLarge : refusedReasons.first { $0 != .tooLarge } ?? .other
            var result = IngestResult.refused(.item(reason), batch)
            result.refusedBatch = header.batchID.map {
                BatchReply(batchID: $0, accepted: 0, duplicate: 0, rejected: rejected)
            }
            return result
        }
        if let id = header.batchID {
            return IngestResult(batch: batch, reply: .batch(id, events: eventPlaces, rejected: rejected))
        }
        // The id of what is stored; where no event came, the one that the envelope's other items belong to.
        return IngestResult(batch: batch, reply: .event(eventItems > 0 ? replyID : header.eventID))
    }

    // MARK: - Items

    private mutating func takeEvent(_ payload: Span<UInt8>, _ isTooLarge: Bool) {
        let place = eventItems
        eventItems += 1
        if place > 0 { releaseWaiting(isOnlyEvent: false) }
        guard !isTooLarge else { return reject(.tooLarge, .error, place: place) }
        guard header.batchID == nil else { return scrubEvent(payload, id: nil, place: place) }
        // One that was refused is none: what comes after it is not a second one.
        guard replyID == nil else { return reject(.duplicateItem, .error, place: place) }
        guard place == 0, header.eventID != nil else { return scrubEvent(payload, id: nil, place: place) }
        var copy = ContiguousArray<UInt8>()
        copy.reserveCapacity(payload.count)
        unsafe payload.withUnsafeBufferPointer { unsafe copy.append(contentsOf: $0) }
        waiting = copy
    }

    /// Takes the event that waited. The header's id is the one event's; of several it could be any.
    private mutating func releaseWaiting(isOnlyEvent: Bool) {
        guard let payload = waiting else { return }
        waiting = nil
        scrubEvent(payload.span, id: isOnlyEvent ? header.eventID : nil, place: 0)
    }

    private mutating func scrubEvent(_ payload: Span<UInt8>, id: EventID?, place: Int) {
        guard events.count < EnvelopeIntake.eventLimit else { return reject(.tooLarge, .error, place: place) }
        do throws(ItemFailure) {
            let event = try ItemScrubber.event(payload, id: id, receivedAt: receivedAt, scratch)
            replyID = event.id
            eventPlaces.append(events.count)
            keep(event)
        } catch {
            reject(error, .error, place: place)
        }
    }

    private mutating func takeFeedback(_ payload: Span<UInt8>, _ isTooLarge: Bool, isReport: Bool) {
        guard !isTooLarge, events.count < EnvelopeIntake.eventLimit else { return reject(.tooLarge, .feedback) }
        do throws(ItemFailure) {
            if isReport {
                keep(try ItemScrubber.userReport(payload, receivedAt: receivedAt, scratch))
            } else {
                keep(try ItemScrubber.feedback(payload, receivedAt: receivedAt, scratch))
            }
        } catch {
            reject(error, .feedback)
        }
    }

    private mutating func takeLog(_ payload: Span<UInt8>, _ isTooLarge: Bool, announced: Int?) {
        let claimed = min(max(announced ?? 1, 1), limits.containerEntries)
        guard !isTooLarge else { return reject(.tooLarge, .logItem, quantity: claimed) }
        let ranges: [Range<Int>]
        do throws(ItemFailure) {
            ranges = try ContainerReader.entries(payload, limit: limits.containerEntries)
        } catch {
            return reject(error, .logItem, quantity: claimed)
        }
        // An empty container is well-formed.
        if ranges.isEmpty { usable += 1 }
        let fitting = ranges.prefix(max(0, EnvelopeIntake.eventLimit - events.count))
        for range in fitting {
            // What a reporter wrote of a checkout before it knew whom it talks to is that checkout's event.
            if let event = try? CheckoutEvent.decode(log: payload.extracting(range)) {
                let weight = CheckoutEntry.weight(sampleRate: header.sampleRate)
                take(CheckoutScrubber.entry(event, weight: weight, scratch), isLog: true)
                continue
            }
            do throws(ItemFailure) {
                keep(try ItemScrubber.log(payload.extracting(range), receivedAt: receivedAt, scratch))
            } catch {
                reject(error, .logItem)
            }
        }
        if fitting.count < ranges.count { reject(.tooLarge, .logItem, quantity: ranges.count - fitting.count) }
    }

    /// A batch's one container of checkout events. Each entry has a fate of its own, which the outcomes tell: the reply
    /// to a batch speaks of event items.
    private mutating func takeCheckout(_ payload: Span<UInt8>, _ isTooLarge: Bool, announced: Int?) {
        let claimed = min(max(announced ?? 1, 1), limits.containerEntries)
        guard !isTooLarge else { return reject(.tooLarge, .checkout, quantity: claimed) }
        guard !hasCheckouts else { return reject(.duplicateItem, .checkout, quantity: claimed) }
        let ranges: [Range<Int>]
        do throws(ItemFailure) {
            ranges = try ContainerReader.entries(payload, limit: limits.containerEntries)
        } catch {
            return reject(error, .checkout, quantity: claimed)
        }
        hasCheckouts = true
        if ranges.isEmpty { usable += 1 }
        let weight = CheckoutEntry.weight(sampleRate: header.sampleRate)
        entries.reserveCapacity(ranges.count)
        for range in ranges {
            take(CheckoutScrubber.entry(payload.extracting(range), weight: weight, scratch))
        }
    }

    /// Keeps a checkout's event, or says why not. Those of logs count among what an envelope may have of those.
    private mutating func take(_ outcome: CheckoutScrubber.Outcome, isLog: Bool = false) {
        for anomaly in outcome.anomalies { anomalies.add(anomaly) }
        guard let entry = outcome.entry else {
            return reject(outcome.failure ?? .rejected(.invalidItem), .checkout)
        }
        guard !isLog || events.count + entries.count < EnvelopeIntake.eventLimit else {
            return reject(.tooLarge, .logItem)
        }
        usable += 1
        entries.append(entry)
    }

    private mutating func takeReport(_ payload: Span<UInt8>, _ isTooLarge: Bool) {
        guard !isTooLarge else { return reject(.tooLarge, .internal) }
        guard !hasReport else { return reject(.duplicateItem, .internal) }
        do throws(DecodeError) {
            let report = try ClientReport.decode(payload, isLenient: true)
            for entry in report.entries {
                tally.add(entry.reason, entry.category, entry.quantity, source: .client)
            }
            if report.rejected > 0 { reject(.invalidItem, .internal, quantity: report.rejected) }
            if report.rejected == 0 || !report.entries.isEmpty { usable += 1 }
            hasReport = true
        } catch {
            reject(error.reason, .internal)
        }
    }

    // MARK: - Fates

    private mutating func keep(_ event: IngestEvent) {
        usable += 1
        var event = event
        if findings + event.findings.count > EnvelopeIntake.findingLimit {
            event.findings = Array(event.findings.prefix(10))
        }
        findings += event.findings.count
        events.append(event)
    }

    private mutating func count(_ reason: DropReason, _ category: DataCategory) {
        usable += 1
        tally.add(reason, category)
    }

    private mutating func reject(
        _ failure: ItemFailure,
        _ category: DataCategory,
        quantity: Int = 1,
        place: Int? = nil
    ) {
        switch failure {
        case .rejected(let reason): reject(reason, category, quantity: quantity, place: place)
        case .outOfMemory: isOutOfMemory = true
        }
    }

    private mutating func reject(
        _ reason: DropReason,
        _ category: DataCategory,
        quantity: Int = 1,
        place: Int? = nil
    ) {
        tally.add(reason, category, quantity)
        refusedReasons.append(reason)
        if let place { rejected.append(BatchReply.Rejection(index: place, reason: reason)) }
    }
}
