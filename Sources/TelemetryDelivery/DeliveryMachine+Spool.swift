internal import TelemetryEnvelope

/// What the machine does for the sake of a spool, whose files its owner keeps.
extension DeliveryMachine {
    /// How many records wait for company at most. More than make a batch due: while one is under way, the next one grows.
    /// Files of a spool are smaller than a request may be, so that the loss of one costs less.
    var openLimit: Int {
        usesSpool ? max(batching.maxEvents, min(batching.backlogEvents, Self.spooledEvents)) : batching.backlogEvents
    }

    /// Events that one file of a spool holds at most.
    static let spooledEvents = 512

    /// Whether no record more can wait for company.
    var isOpenFull: Bool { open.count >= openLimit || openBytes >= batching.maxBytes }

    /// The lowest sequence number among records that are in memory only; nil if there are none.
    package var oldestUnspooled: UInt64? {
        var oldest: UInt64?
        func look(_ records: [Record]) {
            for index in records.indices where records[index].custody == .memory {
                oldest = min(oldest ?? .max, records[index].sequence)
            }
        }
        look(open)
        look(freezing?.records ?? [])
        look(inFlight?.records ?? [])
        for draft in drafts { look(draft.records) }
        for shipment in waiting { look(shipment.records) }
        return oldest
    }

    /// Until when nothing is sent, whatever waits; nil if nothing stands against it.
    package func blocked(at now: Moment) -> Moment? {
        let until = max(backoffUntil ?? now, limitedUntil ?? now)
        return until > now ? until : nil
    }

    /// Sends nothing before this moment, as the server has asked for. Longer wins: an earlier one changes nothing.
    package mutating func limit(until: Moment) {
        limitedUntil = max(limitedUntil ?? until, until)
    }

    /// Takes out a frozen batch that is in no file, to be given one. Nil if there is none. Parts of one that was split stay in
    /// the file of the whole until the last of them has found its end.
    mutating func takeUnfiled() -> Shipment? {
        let index = waiting.firstIndex { shipment in
            !shipment.isFiled && shipment.records.contains { $0.custody != .file }
        }
        guard let index else { return nil }
        return waiting.remove(at: index)
    }

    /// A batch to be sent before all that wait: out of the spool, or one that found no room there.
    mutating func loaded(_ shipment: Shipment) {
        waiting.insert(shipment, at: 0)
    }

    /// Applies `body` to the records that wait for company and are in memory only: their journal takes them again.
    package mutating func updateUnspooled(_ body: (inout [Record]) -> Void) {
        let indices = open.indices.filter { open[$0].custody == .memory }
        guard !indices.isEmpty else { return }
        var records = indices.map { open[$0] }
        body(&records)
        for (index, record) in zip(indices, records) { open[index] = record }
    }
}

extension TransportFailure.Kind {
    /// Whether the server may have seen something of the request.
    var reachedServer: Bool {
        switch self {
        case .nameNotResolved, .cannotConnect, .tls, .notStarted: false
        case .timedOut, .connectionLost, .replyTooLarge, .other: true
        }
    }
}
