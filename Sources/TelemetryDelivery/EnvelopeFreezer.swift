package import Sanitizer
package import TelemetryEnvelope
internal import TelemetryGzip

/// Turns records into the frozen bytes of one envelope. Reuses its buffer and its compression stream.
package struct EnvelopeFreezer: ~Copyable {
    private let destination: Destination
    private var writer = EnvelopeWriter()
    // Made at the first use: 268 KB that a reporter which never sends does not need.
    private var deflater: Deflater?

    /// A freezer for one reporter.
    package init(destination: Destination) {
        self.destination = destination
    }

    /// Encodes and compresses. Nil if memory runs out.
    package mutating func freeze(
        _ draft: DeliveryMachine.Draft,
        id: EventID,
        report: DropCounts?,
        wallMilliseconds: Int64
    ) -> OutgoingBatch? {
        let sampleRate = draft.sampleRate < 1 ? draft.sampleRate : nil
        if draft.isBatch {
            writer.begin(batchID: id, sampleRate: sampleRate)
        } else {
            writer.begin(eventID: id, sampleRate: sampleRate)
        }
        CheckoutContainer.add(draft.records, isBatch: draft.isBatch, to: &writer)
        if let report {
            let entries = report.entries
            writer.add(ClientReport(timestamp: Timestamp(milliseconds: wallMilliseconds), entries: entries))
        }
        do throws(GzipError) {
            if deflater == nil { deflater = try Deflater() }
            guard let body = try deflater?.gzip(writer.bytes) else { return nil }
            return OutgoingBatch(id: id, body: body, eventCount: draft.records.count, destination: destination)
        } catch {
            deflater = nil
            return nil
        }
    }

    /// The bytes of one record's envelope before compression.
    package static func plainEnvelope(of record: Record) -> Sanitized<[UInt8]> {
        var writer = EnvelopeWriter()
        writer.begin(eventID: record.id, sampleRate: record.sampleRate < 1 ? record.sampleRate : nil)
        CheckoutContainer.add([record], isBatch: false, to: &writer)
        return writer.bytes.bytes(in: 0..<writer.bytes.count)
    }
}
