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
        let bytes: ContiguousArray<UInt8>
        do throws(BodyError) {
            bytes = try BodyReader.read(body, encoding: encoding, limits: limits)
        } catch {
            return .refused(.body(error), batch)
        }
        guard let scratch = scratches.take() else { return .refused(.outOfMemory, batch) }
        defer { scratches.give(scratch) }
        return takeApart(bytes.span, batch, key, scratch)
    }

    /// A store request's body: one event as JSON.
    func store(_ body: Span<UInt8>, _ encoding: BodyEncoding, key: ProjectKey, receivedAt: Int64) -> IngestResult {
        let batch = IngestBatch(project: key.project, key: key.id, batchID: nil, receivedAt: receivedAt)
        let bytes: ContiguousArray<UInt8>
        do throws(BodyError) {
            bytes =
                encoding == .identity
                ? try BodyReader.readUnlabelled(body, limits: limits)
                : try BodyReader.read(body, encoding: encoding, limits: limits)
        } catch {
            return .refused(.body(error), batch)
        }
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
            return try EnvelopeHeader.decode(bytes.extracting(0..<end)).dsn
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

    private func takeApart(
        _ bytes: Span<UInt8>,
        _ batch: IngestBatch,
        _ key: ProjectKey,
        _ scratch: IngestScratch
    ) -> IngestResult {
        do throws(EnvelopeError) {
            var reader = try EnvelopeReader(bytes, limits: limits)
            if let dsn = reader.header.dsn {
                guard dsn.publicKey.lowercased() == key.publicKey else { return .refused(.conflictingKeys, batch) }
                guard dsn.project == key.project.description else { return .refused(.wrongProject, batch) }
            }
            // All of the framing first: an envelope that breaks off is refused whole.
            var items: [EnvelopeReader.Item] = []
            while let item = try reader.next() { items.append(item) }
            var intake = EnvelopeIntake(
                header: reader.header,
                eventItems: items.count { $0.header.type == .event },
                limits: limits,
                receivedAt: batch.receivedAt
            )
            for item in items {
                intake.take(item.header, payload: bytes.extracting(item.payload), scratch)
            }
            return intake.finish(batch)
        } catch {
            return .refused(.envelope(error), batch)
        }
    }
}
