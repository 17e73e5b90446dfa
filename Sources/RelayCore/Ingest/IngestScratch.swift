internal import Sanitizer
internal import TelemetryDelivery
internal import TelemetryGzip
internal import TelemetryWire

/// The reusable memory of one run through the pipeline: sanitizers, their output, a compressor.
final class IngestScratch {
    /// Makes clean events.
    var sanitizer: EventSanitizer
    /// The pass for items that are no events.
    var pass = Pass(stage: .relay)
    /// What the pass writes.
    var output = SanitizedBuffer(capacity: 16 * 1_024)
    /// A second output, for short texts.
    var line = SanitizedBuffer(capacity: 512)
    /// Compresses what is stored; a third of the time of zlib's usual level, a tenth more bytes.
    var deflater: Deflater

    /// The rules in force.
    private(set) var policy = Policy.standard

    /// Takes other rules into force.
    func use(_ policy: Policy) {
        self.policy = policy
        sanitizer.use(policy, strict: policy.under(.strict))
    }

    /// Fresh memory; nil if the compressor gets none.
    init?(limits: Limits) {
        sanitizer = EventSanitizer(stage: .relay, limits: limits)
        do throws(GzipError) {
            deflater = try Deflater(effort: .fast)
        } catch {
            return nil
        }
    }
}

/// A few scratches, handed out one at a time and taken back.
final class IngestScratchPool: Sendable {
    private let free = Lock<Shelf>(Shelf())
    private let limits: Limits
    private static let kept = 4

    /// An empty pool.
    init(limits: Limits) {
        self.limits = limits
    }

    private struct Shelf: @unchecked Sendable {
        // Sendable: a scratch is either in here, under the lock, or with the one caller that took it out.
        var items: [IngestScratch] = []
    }

    /// A scratch that nobody else has; nil without memory for one.
    func take() -> IngestScratch? {
        let taken = free.withLock { shelf in Box(shelf.items.popLast()) }
        return taken.item ?? IngestScratch(limits: limits)
    }

    /// Takes a scratch back, unless it has grown with a large document or there are enough.
    func give(_ scratch: IngestScratch) {
        guard max(scratch.output.count, scratch.sanitizer.passed.count) <= 256 * 1_024 else { return }
        let back = Box(scratch)
        free.withLock { shelf in
            if shelf.items.count < IngestScratchPool.kept, let item = back.item { shelf.items.append(item) }
        }
    }

    private struct Box: @unchecked Sendable {
        // Sendable: see Shelf.
        let item: IngestScratch?
        init(_ item: IngestScratch?) { self.item = item }
    }
}
