internal import Sanitizer
internal import TelemetryWire

/// Decides the fate of each item of one envelope. A value without I/O; the store's part comes after it.
struct EnvelopeIntake {
    private let limits: Limits
    private let header: EnvelopeHeader
    private let receivedAt: Int64
    private var events: [IngestEvent] = []
    private var tally = OutcomeTally()
    private var entries = 0
    private var places: [Int] = []
    private var rejected: [BatchReply.Rejection] = []
    private var refusedReasons: [DropReason] = []
    private var usable = 0
    private let eventID: EventID?
    private var items = 0
    private var replyID: EventID?
    private var isOutOfMemory = false

    /// An envelope of which the header is read, with so many `event` items.
    init(header: EnvelopeHeader, eventItems: Int, limits: Limits, receivedAt: Int64) {
        self.header = header
        // The header's id is the one event's; of several it could be any.
        eventID = header.batchID == nil && eventItems == 1 ? header.eventID : nil
        self.limits = limits
        self.receivedAt = receivedAt
    }

    /// Takes one item.
    mutating func take(
        _ item: ItemHeader,
        payload: Span<UInt8>,
        _ scratch: IngestScratch
    ) {
        items += 1
        switch item.type {
        case nil:
            count(.unknownItem, .other)
        case .event?:
            takeEvent(payload, scratch)
        case .log?:
            takeLog(payload, announced: item.itemCount, scratch)
        case .feedback?:
            takeFeedback(payload, scratch, isReport: false)
        case .userReport?:
            takeFeedback(payload, scratch, isReport: true)
        case .clientReport?:
            takeReport(payload)
        case let other?:
            count(.unkeptItem, other.category)
        }
    }

    /// What the whole comes to.
    consuming func finish(_ batch: IngestBatch) -> IngestResult {
        if isOutOfMemory { return .refused(.outOfMemory, batch) }
        var batch = batch
        if items == 0 { tally.add(.emptyEnvelope, .default) }
        batch.batchID = header.batchID
        batch.events = events
        batch.outcomes = tally.outcomes
        if usable == 0, !refusedReasons.isEmpty {
            let allTooLarge = refusedReasons.allSatisfy { $0 == .tooLarge }
            // A batch that failed whole may come again, so its id is not spent.
            batch.batchID = nil
            return .refused(.item(allTooLarge ? .tooLarge : refusedReasons.first { $0 != .tooLarge } ?? .other), batch)
        }
        if let id = header.batchID {
            return IngestResult(batch: batch, reply: .batch(id, places: places, rejected: rejected))
        }
        return IngestResult(batch: batch, reply: .event(header.eventID ?? replyID))
    }

    // MARK: - Items

    private mutating func takeEvent(_ payload: Span<UInt8>, _ scratch: IngestScratch) {
        let place = entries
        entries += 1
        guard payload.count <= limits.item else { return reject(.tooLarge, .error, place: place) }
        if header.batchID == nil, place > 0 { return reject(.duplicateItem, .error, place: place) }
        do throws(ItemFailure) {
            let event = try ItemScrubber.event(payload, id: eventID, receivedAt: receivedAt, scratch)
            replyID = event.id
            keep(event)
            places.append(place)
        } catch {
            reject(error, .error, place: place)
        }
    }

    private mutating func takeFeedback(_ payload: Span<UInt8>, _ scratch: IngestScratch, isReport: Bool) {
        guard payload.count <= limits.item else { return reject(.tooLarge, .feedback) }
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

    private mutating func takeLog(
        _ payload: Span<UInt8>,
        announced: Int?,
        _ scratch: IngestScratch
    ) {
        let claimed = min(max(announced ?? 1, 1), limits.containerEntries)
        guard payload.count <= limits.item else { return reject(.tooLarge, .logItem, quantity: claimed) }
        let ranges: [Range<Int>]
        do throws(ItemFailure) {
            ranges = try ContainerReader.entries(payload, limit: limits.containerEntries)
        } catch {
            return reject(error, .logItem, quantity: claimed)
        }
        // An empty container is well-formed.
        if ranges.isEmpty { usable += 1 }
        for range in ranges {
            do throws(ItemFailure) {
                keep(try ItemScrubber.log(payload.extracting(range), receivedAt: receivedAt, scratch))
            } catch {
                reject(error, .logItem)
            }
        }
    }

    private mutating func takeReport(_ payload: Span<UInt8>) {
        guard payload.count <= limits.item else { return reject(.tooLarge, .internal) }
        do throws(DecodeError) {
            for entry in try ClientReport.decode(payload).entries {
                tally.add(entry.reason, entry.category, entry.quantity, source: .client)
            }
            usable += 1
        } catch {
            reject(error.reason, .internal)
        }
    }

    // MARK: - Fates

    private mutating func keep(_ event: IngestEvent) {
        usable += 1
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
