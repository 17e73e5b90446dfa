internal import Sanitizer
internal import TelemetryWire

/// A request's way from body to batch: inflate, take apart, decide each item's fate. No sockets, no store.
struct IngestPipeline: Sendable {
    /// The limits of the wire.
    let limits: Limits
    private let scratches: IngestScratchPool

    /// A pipeline with limits.
    init(limits: Limits = .standard) {
        self.limits = limits
        scratches = IngestScratchPool(limits: limits)
    }

    /// An envelope's body. A DSN inside it has to name the key that the request was let in with.
    func envelope(_ body: Span<UInt8>, _ encoding: BodyEncoding, key: ProjectKey, receivedAt: Int64) -> IngestResult {
        let batch = IngestBatch(project: key.project, key: key.id, batchID: nil, receivedAt: receivedAt)
        guard let scratch = scratches.take() else { return .refused(.outOfMemory, batch) }
        defer { scratches.give(scratch) }
        var intake = EnvelopeIntake(key: key, limits: limits, receivedAt: receivedAt, scratch: scratch)
        var stream = EnvelopeStream(limits: limits)
        // A body that is no envelope is inflated to its end all the same: that it is too large or broken says more.
        var fault: IngestRefusal?
        do throws(IngestRefusal) {
            try BodyReader.stream(body, encoding: encoding, limits: limits) { chunk in
                guard fault == nil else { return }
                do throws(IngestRefusal) {
                    try stream.feed(chunk, &intake)
                } catch {
                    fault = error
                }
            }
            if let fault { throw fault }
            try stream.finish(&intake)
        } catch {
            // An envelope that breaks off is refused whole, what was good of it too.
            return .refused(error, batch)
        }
        return intake.finish(batch)
    }

    /// A store request's body: one event as JSON.
    func store(_ body: Span<UInt8>, _ encoding: BodyEncoding, key: ProjectKey, receivedAt: Int64) -> IngestResult {
        let batch = IngestBatch(project: key.project, key: key.id, batchID: nil, receivedAt: receivedAt)
        let bytes: ContiguousArray<UInt8>
        do throws(IngestRefusal) {
            bytes =
                encoding == .identity
                ? try BodyReader.readUnlabelled(body, limit: limits.item)
                : try BodyReader.read(body, encoding: encoding, limit: limits.item, windowLog: limits.windowLog)
        } catch {
            return .refused(error, batch)
        }
        // An unlabelled body may be as it is, of any length.
        guard bytes.count <= limits.item else { return .refused(.tooLarge, batch) }
        guard let scratch = scratches.take() else { return .refused(.outOfMemory, batch) }
        defer { scratches.give(scratch) }
        return oneEvent(bytes.span, batch, scratch)
    }

    /// The key and project that an envelope's own header names, if its first bytes hold a whole header with a DSN.
    func dsn(in body: Span<UInt8>, _ encoding: BodyEncoding) -> DSN? {
        let start = BodyReader.prefix(body, encoding: encoding, limit: limits.headerLine + 1)
        let bytes = start.span
        var end = 0
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        guard end <= limits.headerLine else { return nil }
        do throws(DecodeError) {
            return try EnvelopeHeader.decode(bytes.extracting(0..<end), isLenient: true).dsn
        } catch {
            return nil
        }
    }

    private func oneEvent(_ bytes: Span<UInt8>, _ empty: IngestBatch, _ scratch: IngestScratch) -> IngestResult {
        var batch = empty
        do throws(ItemFailure) {
            let event = try ItemScrubber.event(bytes, id: nil, receivedAt: batch.receivedAt, scratch)
            batch.events = [event]
            return IngestResult(batch: batch, reply: .event(event.id))
        } catch {
            guard case .rejected(let reason) = error else { return .refused(.outOfMemory, batch) }
            var tally = OutcomeTally()
            tally.add(reason, .error)
            batch.outcomes = tally.outcomes
            return .refused(reason == .invalidItem ? .invalidJSON : .item(reason), batch)
        }
    }
}
