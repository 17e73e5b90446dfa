import TelemetryGzip
import TelemetryWire

@testable import RelayCore
@testable import Sanitizer

/// Runs bodies through a pipeline without sockets.
struct PipelineFixture {
    let pipeline: IngestPipeline

    init(limits: Limits = .standard) {
        pipeline = IngestPipeline(limits: limits)
    }

    func envelope(_ text: String, _ encoding: BodyEncoding = .identity) -> IngestResult {
        envelope(ContiguousArray(text.utf8), encoding)
    }

    func envelope(_ bytes: ContiguousArray<UInt8>, _ encoding: BodyEncoding = .identity) -> IngestResult {
        pipeline.envelope(bytes.span, encoding, key: MemoryStore.key, receivedAt: 1_790_000_000_000)
    }

    func store(_ text: String, _ encoding: BodyEncoding = .identity) -> IngestResult {
        store(ContiguousArray(text.utf8), encoding)
    }

    func store(_ bytes: ContiguousArray<UInt8>, _ encoding: BodyEncoding = .identity) -> IngestResult {
        pipeline.store(bytes.span, encoding, key: MemoryStore.key, receivedAt: 1_790_000_000_000)
    }

    /// The status that the client gets once the store has committed.
    static func status(_ result: IngestResult) -> Int {
        if case .refused(let refusal) = result.reply { return refusal.status }
        return 200
    }
}

extension IngestResult {
    var refusal: String? {
        if case .refused(let refusal) = reply { return refusal.cause.description }
        return nil
    }

    var eventID: String? {
        if case .event(let id) = reply { return id?.description }
        return nil
    }

    /// `reason/category=quantity` of this relay's counts, sorted.
    var counts: [String] {
        batch.outcomes.map {
            ($0.source == .client ? "client:" : "") + "\($0.reason.rawValue)/\($0.category.value)=\($0.quantity)"
        }.sorted()
    }
}

extension IngestEvent {
    /// The stored document.
    var document: String {
        let bytes = ContiguousArray(payload.bytes)
        guard let plain = try? Inflater.inflate(bytes.span, as: .gzip, limit: 1 << 24) else { return "" }
        return String(decoding: plain, as: UTF8.self)
    }
}

/// A JSON event of about `size` bytes.
func event(ofSize size: Int) -> String {
    #"{"message":""# + String(repeating: "a", count: max(0, size - 14)) + #""}"#
}
