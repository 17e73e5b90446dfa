package import Sanitizer

/// Writes envelopes out of sanitized parts into one reused buffer.
///
/// Either a single event's envelope, which every Sentry-compatible server takes, or a batch, which only our relay
/// does. Neither header has a moment of sending, so that a retry sends the same bytes. One owner at a time.
package struct EnvelopeWriter: ~Copyable, Sendable {
    /// The envelope so far.
    package private(set) var bytes: SanitizedBuffer
    /// Items so far.
    package private(set) var items = 0

    /// A writer with room for `capacity` bytes.
    package init(capacity: Int = 0) {
        bytes = SanitizedBuffer(capacity: capacity)
    }

    /// Starts an envelope for one event, forgetting what was written; keeps its memory. `sampleRate` as for a batch.
    package mutating func begin(eventID: EventID, sampleRate: Double? = nil) {
        restart()
        bytes.append("{\"event_id\":\"")
        bytes.append(hex: eventID.high, eventID.low)
        bytes.append("\"")
        end(sampleRate)
    }

    /// Starts a batch, forgetting what was written; keeps its memory. `sampleRate` is the share of events that the
    /// client keeps, where it samples; it is written with six decimals.
    package mutating func begin(batchID: EventID, sampleRate: Double? = nil) {
        restart()
        bytes.append("{\"batch_id\":\"")
        bytes.append(hex: batchID.high, batchID.low)
        bytes.append("\"")
        end(sampleRate)
    }

    /// Adds an item whose payload is all of `payload`.
    package mutating func add(_ type: ItemType, _ payload: borrowing SanitizedBuffer) {
        add(type, payload, in: 0..<payload.count)
    }

    /// Adds an item whose payload is a part of `payload`; the range is clamped to what is held.
    package mutating func add(_ type: ItemType, _ payload: borrowing SanitizedBuffer, in range: Range<Int>) {
        let range = range.clamped(to: 0..<payload.count)
        addHeader(type, length: range.count)
        bytes.append(payload, in: range)
        bytes.append("\n")
    }

    /// Adds an item whose payload is `payload`.
    package mutating func add(_ type: ItemType, _ payload: Sanitized<[UInt8]>) {
        addHeader(type, length: payload.value.count)
        bytes.append(payload)
        bytes.append("\n")
    }

    /// Adds a container `{"items":[…]}` of `count` entries, which `entries` holds with commas between them.
    package mutating func add(container type: ItemType, of count: Int, _ entries: borrowing SanitizedBuffer) {
        bytes.append("{\"type\":\"")
        bytes.append(type.name)
        bytes.append("\",\"item_count\":")
        bytes.append(counter: count)
        if type == .log { bytes.append(",\"content_type\":\"application/vnd.sentry.items.log+json\"") }
        bytes.append(",\"length\":")
        bytes.append(counter: entries.count + 12)
        bytes.append("}\n{\"items\":[")
        bytes.append(entries)
        bytes.append("]}\n")
        items += 1
    }

    /// Adds a client report.
    package mutating func add(_ report: ClientReport) {
        var payload = SanitizedBuffer(capacity: 256)
        report.append(to: &payload)
        add(.clientReport, payload)
    }

    /// Bytes that an item of `count` payload bytes adds at most, for a batch that must stay within a size.
    package static func size(ofItemWith count: Int) -> Int {
        // The longest header is that of the longest type's name with eleven digits of length.
        count + 64
    }

    private mutating func end(_ sampleRate: Double?) {
        if let sampleRate, sampleRate < 1 {
            let millionths = Int((max(sampleRate, 0) * 1_000_000).rounded())
            bytes.append(",\"sample_rate\":")
            bytes.append(millionths == 1_000_000 ? "1." : "0.")
            bytes.append(padded: millionths % 1_000_000, digits: 6)
        }
        bytes.append("}\n")
    }

    private mutating func restart() {
        bytes.removeAll()
        items = 0
    }

    private mutating func addHeader(_ type: ItemType, length: Int) {
        bytes.append("{\"type\":\"")
        bytes.append(type.name)
        bytes.append("\",\"length\":")
        bytes.append(counter: length)
        bytes.append("}\n")
        items += 1
    }
}
