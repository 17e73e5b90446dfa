internal import Sanitizer
internal import TelemetryGzip
internal import TelemetryWire

/// Makes an event for the store of one item's payload: scrubbed and indexed in one pass, grouped, compressed.
///
/// Everything that leaves here is clean by its type; the payload stays where it was.
enum ItemScrubber {
    /// An `event` item or the body of a store request; `id`, where given, replaces the payload's own.
    static func event(
        _ payload: Span<UInt8>,
        id: EventID?,
        receivedAt: Int64,
        _ scratch: IngestScratch
    ) throws(ItemFailure) -> IngestEvent {
        var indexer = EventIndexer()
        let outcome = try sanitize(payload, id: id, scratch, &indexer)
        var found = indexer.finish(scratch.sanitizer.passed, kind: .event)
        found.take(outcome)
        if let frame = found.frame { found.index.culprit = culprit(frame, scratch) }
        return try assemble(found, .event, level: .error, indexer.findings.findings, receivedAt, scratch)
    }

    /// One entry of a `log` container.
    static func log(
        _ entry: Span<UInt8>,
        receivedAt: Int64,
        _ scratch: IngestScratch
    ) throws(ItemFailure) -> IngestEvent {
        guard isObject(entry) else { throw .rejected(.invalidItem) }
        var indexer = LogIndexer()
        try run(entry, scratch, &indexer)
        guard let found = indexer.finish(scratch.output) else { throw .rejected(.invalidItem) }
        return try assemble(found, .log, level: .info, indexer.findings.findings, receivedAt, scratch)
    }

    /// A `feedback` item, which is an event by its shape.
    static func feedback(
        _ payload: Span<UInt8>,
        receivedAt: Int64,
        _ scratch: IngestScratch
    ) throws(ItemFailure) -> IngestEvent {
        var indexer = FeedbackIndexer()
        let outcome = try sanitize(payload, id: nil, scratch, &indexer)
        var found = indexer.finish(scratch.sanitizer.passed)
        found.take(outcome)
        return try assemble(found, .feedback, level: .info, indexer.findings.findings, receivedAt, scratch)
    }

    /// A `user_report` item. It names the event that it is about and has no id of its own.
    static func userReport(
        _ payload: Span<UInt8>,
        receivedAt: Int64,
        _ scratch: IngestScratch
    ) throws(ItemFailure) -> IngestEvent {
        guard isObject(payload) else { throw .rejected(.invalidItem) }
        var indexer = FeedbackIndexer()
        try run(payload, scratch, &indexer)
        let found = indexer.finish(scratch.output)
        return try assemble(found, .feedback, level: .info, indexer.findings.findings, receivedAt, scratch)
    }

    private static func sanitize<Observer: PassObserver>(
        _ payload: Span<UInt8>,
        id: EventID?,
        _ scratch: IngestScratch,
        _ observer: inout Observer
    ) throws(ItemFailure) -> EventSanitizer.Outcome {
        scratch.output.removeAll()
        do throws(DecodeError) {
            return try scratch.sanitizer.run(payload, eventID: id, into: &scratch.output, observer: &observer)
        } catch {
            throw .rejected(error.reason)
        }
    }

    /// A frame as lists show it. Two clean texts need not be clean together, so they go through the pass once more.
    private static func culprit(_ frame: GroupingFrame, _ scratch: IngestScratch) -> Sanitized<String> {
        guard let function = frame.function else { return frame.place }
        let document = joined(frame.place, function, scratch)
        var observer = NoObserver()
        scratch.line.removeAll()
        do throws(Pass.Failure) {
            _ = try scratch.pass.run(
                input: document.span,
                policy: scratch.policy,
                into: &scratch.line,
                observer: &observer
            )
        } catch {
            return frame.place
        }
        return scratch.line.string(at: 0..<scratch.line.count, limit: 2 * IndexLimits.word) ?? frame.place
    }

    /// `"PLACE in FUNCTION"` as a JSON string.
    private static func joined(
        _ place: Sanitized<String>,
        _ function: Sanitized<String>,
        _ scratch: IngestScratch
    ) -> ContiguousArray<UInt8> {
        var document = ContiguousArray<UInt8>()
        for (text, glue) in [(place, " in "), (function, "")] {
            scratch.line.removeAll()
            scratch.line.append(quoted: text)
            let quoted = scratch.line.bytes(in: 0..<scratch.line.count).value
            document.append(contentsOf: glue.isEmpty ? quoted.dropFirst() : quoted.dropLast())
            document.append(contentsOf: glue.utf8)
        }
        return document
    }

    private static func run<Observer: PassObserver>(
        _ payload: Span<UInt8>,
        _ scratch: IngestScratch,
        _ observer: inout Observer
    ) throws(ItemFailure) {
        scratch.output.removeAll()
        do throws(Pass.Failure) {
            _ = try scratch.pass.run(
                input: payload,
                policy: scratch.policy,
                meta: .keep,
                into: &scratch.output,
                observer: &observer
            )
        } catch {
            throw .rejected(.invalidJSON)
        }
    }

    private static func assemble(
        _ found: IndexedEvent,
        _ kind: IngestEvent.Kind,
        level: Level,
        _ findings: [Finding],
        _ receivedAt: Int64,
        _ scratch: IngestScratch
    ) throws(ItemFailure) -> IngestEvent {
        guard scratch.output.count <= Limits.storedDocument else { throw .rejected(.tooLarge) }
        let payload: SanitizedGzip
        do throws(GzipError) {
            payload = try scratch.deflater.gzip(scratch.output)
        } catch {
            throw .outOfMemory
        }
        return IngestEvent(
            id: found.id ?? .random(),
            kind: kind,
            timestamp: found.timestamp ?? receivedAt,
            level: found.level ?? level,
            payload: payload,
            index: found.index,
            fingerprint: found.grouping.fingerprint,
            findings: findings
        )
    }

    /// Whether a document begins as an object does.
    static func isObject(_ payload: Span<UInt8>) -> Bool {
        for offset in 0..<payload.count {
            switch payload[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: continue
            case 0x7B: return true
            default: return false
            }
        }
        return false
    }
}
