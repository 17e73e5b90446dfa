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
    ///
    /// `isLenient`, for ingest: a value that is not what its member takes is as absent, since no client sends the same
    /// envelope better a second time. Only `batch_id` must hold: without it a retry could not be told from a new batch.
    package static func decode(_ line: Span<UInt8>, isLenient: Bool = false) throws(DecodeError) -> EnvelopeHeader {
        var reader = JSONReader(line)
        var header = EnvelopeHeader()
        var seen = SeenFields()
        try reader.beginObject("header")
        while let key = try reader.nextKey() {
            guard let field = Field(reader, key) else {
                try reader.skip()
                continue
            }
            try seen.mark(field.rawValue, field.name)
            guard let range = try reader.skip() else { continue }
            do {
                try header.read(field, line.extracting(range))
            } catch {
                guard isLenient, field != .batchID else { throw error }
            }
        }
        try reader.finish()
        return header
    }

    /// The members that are read.
    private enum Field: UInt32, CaseIterable {
        case eventID, dsn, sdk, sentAt, batchID, sampleRate

        var name: StaticString {
            switch self {
            case .eventID: "event_id"
            case .dsn: "dsn"
            case .sdk: "sdk"
            case .sentAt: "sent_at"
            case .batchID: "batch_id"
            case .sampleRate: "sample_rate"
            }
        }

        init?(_ reader: borrowing JSONReader, _ key: Range<Int>) {
            for field in Self.allCases where reader.equals(key, field.name) {
                self = field
                return
            }
            return nil
        }
    }

    private mutating func read(_ field: Field, _ value: Span<UInt8>) throws(DecodeError) {
        var reader = JSONReader(value)
        switch field {
        case .eventID: eventID = try reader.optionalID("event_id")
        case .dsn: dsn = try EnvelopeHeader.dsn(&reader)
        case .sdk: try readSDK(&reader)
        case .sentAt: sentAt = try reader.optionalTimestamp("sent_at")
        case .batchID: batchID = try reader.optionalID("batch_id")
        case .sampleRate: sampleRate = try EnvelopeHeader.rate(&reader)
        }
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
