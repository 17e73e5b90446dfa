internal import Sanitizer
public import TelemetryEnvelope
public import TelemetryGzip

/// One request's content, frozen when it was built: a retry sends the same bytes and ids.
public struct OutgoingBatch: Sendable {
    /// The batch's id, or the event's where an envelope holds one event.
    public let id: EventID
    /// The compressed envelope.
    public let body: SanitizedGzip
    /// Events in the envelope.
    public let eventCount: Int
    /// Where it goes.
    public let destination: Destination
    /// Which try this is, from 1.
    public internal(set) var attempt = 0
    /// The moment of sending, milliseconds since 1970; travels as the header `X-Telemetry-Sent-At`.
    public package(set) var sentAt: Int64 = 0

    /// A batch from its parts.
    package init(id: EventID, body: SanitizedGzip, eventCount: Int, destination: Destination) {
        self.id = id
        self.body = body
        self.eventCount = eventCount
        self.destination = destination
    }
}

extension OutgoingBatch {
    /// The moment of sending in RFC 3339 form.
    public var sentAtText: String {
        var buffer = SanitizedBuffer(capacity: 32)
        buffer.append(timestamp: Timestamp(milliseconds: sentAt))
        // The form in the buffer is a JSON string.
        return String(decoding: buffer.bytes(in: 1..<buffer.count - 1).value, as: UTF8.self)
    }
}
