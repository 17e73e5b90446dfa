internal import Sanitizer
internal import TelemetryEnvelope
internal import TelemetryGzip

/// Takes back what was on disk: whole envelopes and single events, byte for byte as they were, or not at all.
///
/// Nothing in a file is believed. What the sanitizer would change is not taken; neither is what our own writer would write
/// differently. Reuses its memory. Worker's thread only.
struct EnvelopeReopener: ~Copyable {
    private var sanitizer: EventSanitizer
    private var pass = Pass(stage: .client)
    private var writer = EnvelopeWriter()
    private var event = SanitizedBuffer()

    /// An envelope from a file.
    struct Envelope: Sendable {
        var body: SanitizedGzip
        /// The id in its header.
        var id: EventID
        /// Whether it is a batch or the envelope of one event.
        var isBatch: Bool
        /// Its events, in order.
        var records: [Record]
        /// What its client report counts.
        var report: DropCounts
    }

    /// Scrubs by the rules that captures are scrubbed by.
    init(policy: Policy) {
        sanitizer = EventSanitizer(stage: .client, policy: policy, strict: policy.under(.strict))
    }

    /// An envelope out of its gzip bytes.
    mutating func reopen(_ bytes: [UInt8]) throws(SanitizedGzip.Refusal) -> Envelope {
        var header: EnvelopeHeader?
        var records: [Record] = []
        var report = DropCounts()
        let body = try SanitizedGzip.reopening(frozen: bytes, limit: SpoolName.Batch.sizeLimit) { text, clean in
            do {
                header = try rewrite(text, records: &records, report: &report)
                clean.append(writer.bytes)
            } catch {
                // What cannot be read leaves `clean` empty, which no envelope is.
                records = []
            }
        }
        guard let header, let id = header.batchID ?? header.eventID, !records.isEmpty else { throw .damaged }
        return Envelope(body: body, id: id, isBatch: header.batchID != nil, records: records, report: report)
    }

    /// An event out of a journal. Nil if the sanitizer would change it.
    mutating func reopen(_ payload: Span<UInt8>, _ frame: JournalFrame.Raw) -> Record? {
        switch frame.kind {
        case .event: guard let outcome = scrub(payload), outcome.eventID == frame.id else { return nil }
        case .checkout: guard scrubCheckout(payload) != nil else { return nil }
        }
        var record = Record(
            kind: frame.kind,
            id: frame.id,
            level: frame.level,
            sequence: 0,
            sampleRate: frame.sampleRate,
            bytes: event.bytes(in: 0..<event.count)
        )
        record.awaitsHooks = frame.awaitsHooks
        return record
    }

    private struct NotOurs: Error {}

    /// Writes into `writer` what we would have written.
    private mutating func rewrite(
        _ text: Span<UInt8>,
        records: inout [Record],
        report: inout DropCounts
    ) throws -> EnvelopeHeader {
        var reader = try EnvelopeReader(text)
        let header = reader.header
        if let id = header.batchID {
            writer.begin(batchID: id, sampleRate: header.sampleRate)
        } else if let id = header.eventID {
            writer.begin(eventID: id, sampleRate: header.sampleRate)
        } else {
            throw NotOurs()
        }
        while let item = try reader.next() {
            let payload = text.extracting(item.payload)
            switch item.header.type {
            case .event:
                guard let outcome = scrub(payload) else { throw NotOurs() }
                let record = Record(
                    id: outcome.eventID,
                    level: outcome.level ?? .error,
                    sequence: 0,
                    sampleRate: header.sampleRate ?? 1,
                    bytes: event.bytes(in: 0..<event.count)
                )
                writer.add(.event, record.bytes)
                records.append(record)
            case .checkoutEvent:
                let entries = try container(payload, header.sampleRate, &records, areLogs: false)
                CheckoutContainer.add(entries, isBatch: true, to: &writer)
            case .log:
                let entries = try container(payload, header.sampleRate, &records, areLogs: true)
                CheckoutContainer.add(entries, isBatch: false, to: &writer)
            case .clientReport:
                let counts = try ClientReport.decode(payload)
                report.add(counts)
                writer.add(counts)
            default:
                throw NotOurs()
            }
        }
        return header
    }

    /// The records of a container of checkout events, each as it would be written.
    private mutating func container(
        _ payload: Span<UInt8>,
        _ sampleRate: Double?,
        _ records: inout [Record],
        areLogs: Bool
    ) throws -> [Record] {
        var reader = JSONReader(payload)
        guard try reader.next() == .objectStart, case .key(let key) = try reader.next(), reader.equals(key, "items"),
            try reader.next() == .arrayStart
        else { throw NotOurs() }
        let first = records.count
        var json = ContiguousArray<UInt8>()
        while let range = try reader.skipValue() {
            guard records.count - first < Limits.standard.containerEntries else { throw NotOurs() }
            json.removeAll(keepingCapacity: true)
            let entry = payload.extracting(range)
            if areLogs {
                try CheckoutLog.append(eventOf: entry, to: &json)
            } else {
                unsafe entry.withUnsafeBufferPointer { unsafe json.append(contentsOf: $0) }
            }
            guard let level = scrubCheckout(json.span) else { throw NotOurs() }
            records.append(
                Record(
                    kind: .checkout,
                    id: .random(),
                    level: level,
                    sequence: 0,
                    sampleRate: sampleRate ?? 1,
                    bytes: event.bytes(in: 0..<event.count)
                )
            )
        }
        return Array(records[first...])
    }

    /// Scrubs a checkout event into `event`. Its level; nil if it is none, or if that changes anything.
    private mutating func scrubCheckout(_ payload: Span<UInt8>) -> Level? {
        event.removeAll()
        var observer = NoObserver()
        guard let level = CheckoutLog.level(of: payload),
            (try? pass.run(input: payload, policy: .checkout, into: &event, observer: &observer)) != nil
        else { return nil }
        return isSame(payload) ? level : nil
    }

    /// Scrubs into `event`. Nil if that changes anything.
    private mutating func scrub(_ payload: Span<UInt8>) -> EventSanitizer.Outcome? {
        event.removeAll()
        var observer = NoObserver()
        guard let outcome = try? sanitizer.run(payload, into: &event, observer: &observer) else { return nil }
        return isSame(payload) ? outcome : nil
    }

    private func isSame(_ payload: Span<UInt8>) -> Bool {
        guard event.count == payload.count else { return false }
        let clean = event.span
        for index in 0..<clean.count where clean[index] != payload[index] { return false }
        return true
    }
}
