internal import Sanitizer
internal import TelemetryWire

/// A request's way from body to batch: inflate, take apart, decide each item's fate. No sockets, no store.
struct IngestPipeline: Sendable {
    /// The limits of the wire.
    let limits: Limits
    private let policies: IngestPolicies
    private let scratches: IngestScratchPool

    /// A pipeline with limits and policies.
    init(limits: Limits = .standard, policies: IngestPolicies = IngestPolicies()) {
        self.limits = limits
        self.policies = policies
        scratches = IngestScratchPool(limits: limits)
    }

    /// An envelope's body. A DSN inside it has to name the key that the request was let in with.
    func envelope(_ body: Span<UInt8>, _ encoding: BodyEncoding, key: ProjectKey, receivedAt: Int64) -> IngestResult {
        let batch = IngestBatch(project: key.project, key: key.id, batchID: nil, receivedAt: receivedAt)
        guard let scratch = scratches.take() else { return .refused(.outOfMemory, batch) }
        defer { scratches.give(scratch) }
        scratch.use(policies.policy(of: key.project.rawValue))
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
        scratch.use(policies.policy(of: key.project.rawValue))
        return oneEvent(bytes.span, batch, scratch)
    }

    /// What the first bytes of an envelope say about who sent it. At most a header line of them is inflated.
    func sender(in body: Span<UInt8>, _ encoding: BodyEncoding) -> EnvelopeSender {
        let start = BodyReader.prefix(body, encoding: encoding, limit: limits.headerLine + 1)
        let bytes = start.span
        var end = 0
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        guard end <= limits.headerLine else { return .none }
        do throws(DecodeError) {
            let header = try EnvelopeHeader.decode(bytes.extracting(0..<end), isLenient: true)
            return header.dsn.map { .dsn($0) } ?? .none
        } catch {
            return end == bytes.count ? .unclear : .none
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
            let isNoObject = reason == .invalidItem && !ItemScrubber.isObject(bytes)
            return .refused(isNoObject ? .invalidJSON : .item(reason), batch)
        }
    }
}

/// Who an envelope is from, by its own header.
enum EnvelopeSender {
    /// The key and project that its DSN names.
    case dsn(DSN)
    /// It does not say.
    case none
    /// Not enough of the header is there.
    case unclear
}
