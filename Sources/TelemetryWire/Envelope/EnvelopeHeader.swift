internal import Sanitizer

/// The first line of an envelope (Sentry envelope format, "Envelope Headers"). Strings in it are raw.
package struct EnvelopeHeader: Sendable, Hashable {
    /// The id of the envelope's one event; it wins over the one in the payload. Absent in batches.
    package var eventID: EventID?
    /// The DSN, for clients that authenticate inside the envelope.
    package var dsn: DSN?
    /// The client's name, as sent.
    package var sdkName: String?
    /// The client's version, as sent.
    package var sdkVersion: String?
    /// When the client sent it, by its own clock.
    package var sentAt: Timestamp?
    /// The id of a batch of our own reporter.
    package var batchID: EventID?
    /// The share of events that the client kept, 0 to 1, where it sampled.
    package var sampleRate: Double?

    /// An empty header, which is a valid one.
    package init() {}

    /// Reads a header line, without its newline. Unknown members and `trace` are skipped; `null` is as absent; a second
    /// member of a known name refuses the header (a doubled `sent_at` is how Sentry's own relays reject envelopes).
    package static func decode(_ line: Span<UInt8>) throws(DecodeError) -> EnvelopeHeader {
        var reader = JSONReader(line)
        var header = EnvelopeHeader()
        var seen = SeenFields()
        try reader.beginObject("header")
        while let key = try reader.nextKey() {
            if reader.equals(key, "event_id") {
                try seen.mark(0, "event_id")
                header.eventID = try reader.optionalID("event_id")
            } else if reader.equals(key, "dsn") {
                try seen.mark(1, "dsn")
                header.dsn = try dsn(&reader)
            } else if reader.equals(key, "sdk") {
                try seen.mark(2, "sdk")
                try header.readSDK(&reader)
            } else if reader.equals(key, "sent_at") {
                try seen.mark(3, "sent_at")
                header.sentAt = try reader.optionalTimestamp("sent_at")
            } else if reader.equals(key, "batch_id") {
                try seen.mark(4, "batch_id")
                header.batchID = try reader.optionalID("batch_id")
            } else if reader.equals(key, "sample_rate") {
                try seen.mark(5, "sample_rate")
                header.sampleRate = try rate(&reader)
            } else {
                try reader.skip()
            }
        }
        try reader.finish()
        return header
    }

    private static func dsn(_ reader: inout JSONReader) throws(DecodeError) -> DSN? {
        guard let content = try reader.optionalString("dsn") else { return nil }
        do {
            return try DSN(reader.string(content))
        } catch {
            throw DecodeError(.invalidItem, "dsn")
        }
    }

    private static func rate(_ reader: inout JSONReader) throws(DecodeError) -> Double? {
        switch try reader.token() {
        case .null: return nil
        case .number(let lexeme):
            guard let rate = reader.double(lexeme), (0...1).contains(rate) else { break }
            return rate
        default: break
        }
        throw DecodeError(.invalidItem, "sample_rate")
    }

    private mutating func readSDK(_ reader: inout JSONReader) throws(DecodeError) {
        switch try reader.token() {
        case .null: return
        case .objectStart: break
        default: throw DecodeError(.invalidItem, "sdk")
        }
        var seen = SeenFields()
        while let key = try reader.nextKey() {
            if reader.equals(key, "name") {
                try seen.mark(0, "sdk.name")
                sdkName = try reader.optionalString("sdk.name").map { reader.string($0) }
            } else if reader.equals(key, "version") {
                try seen.mark(1, "sdk.version")
                sdkVersion = try reader.optionalString("sdk.version").map { reader.string($0) }
            } else {
                try reader.skip()
            }
        }
    }
}
