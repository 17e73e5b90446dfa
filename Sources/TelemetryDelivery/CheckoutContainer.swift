internal import Sanitizer
internal import TelemetryEnvelope

/// Writes records into an envelope: events as items of their own, checkout events together in one container. Of a batch,
/// which our relay takes, as they are; for other servers as the entries of a `log` item.
enum CheckoutContainer {
    static func add(_ records: [Record], isBatch: Bool, to writer: inout EnvelopeWriter) {
        var count = 0
        for record in records {
            if record.kind == .event { writer.add(.event, record.bytes) } else { count += 1 }
        }
        guard count > 0 else { return }
        var entries = SanitizedBuffer(capacity: 512 * count)
        var clean = SanitizedBuffer(capacity: 512)
        var log = SanitizedBuffer(capacity: isBatch ? 0 : 1_024)
        var written = 0
        for record in records where record.kind == .checkout {
            clean.removeAll()
            clean.append(record.bytes)
            if !isBatch {
                log.removeAll()
                guard CheckoutLog.append(clean, to: &log) else { continue }
            }
            if written > 0 { entries.append(",") }
            if isBatch { entries.append(clean) } else { entries.append(log) }
            written += 1
        }
        if written > 0 { writer.add(container: isBatch ? .checkoutEvent : .log, of: written, entries) }
    }
}
