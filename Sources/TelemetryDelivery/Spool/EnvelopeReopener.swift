internal import Sanitizer
internal import TelemetryGzip
internal import TelemetryWire

/// Takes back what was on disk: whole envelopes and single events, byte for byte as they were, or not at all.
///
/// Nothing in a file is believed. What the sanitizer would change is not taken; neither is what our own writer would write
/// differently. Reuses its memory. Worker's thread only.
struct EnvelopeReopener: ~Copyable {
    private var sanitizer: EventSanitizer
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
        guard let outcome = scrub(payload), outcome.eventID == frame.id else { return nil }
        var record = Record(
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
            case .clientReport:
                let counts = try ClientReport.decode(payload)
                for entry in counts.entries { report[entry.reason] += entry.quantity }
                writer.add(counts)
            default:
                throw NotOurs()
            }
        }
        return header
    }

    /// Scrubs into `event`. Nil if that changes anything.
    private mutating func scrub(_ payload: Span<UInt8>) -> EventSanitizer.Outcome? {
        event.removeAll()
        var observer = NoObserver()
        guard let outcome = try? sanitizer.run(payload, into: &event, observer: &observer) else { return nil }
        guard event.count == payload.count else { return nil }
        let clean = event.span
        for index in 0..<clean.count where clean[index] != payload[index] { return nil }
        return outcome
    }
}
