internal import TelemetryDelivery
public import TelemetryEnvelope
internal import TelemetryGzip

/// One request as the reporter handed it to its transport.
public struct RecordedRequest: Sendable {
    /// Its place among all requests of the transport, from 0.
    public let number: Int
    /// The batch's id, or the event's where an envelope holds one event. A retry has the same.
    public let id: EventID
    /// Events in the envelope.
    public let eventCount: Int
    /// Which try of these bytes it is, from 1.
    public let attempt: Int
    /// The moment of sending by the reporter's clock, milliseconds since 1970.
    public let sentAt: Int64
    /// Where it goes. Holds no user information.
    public let url: String
    /// The header lines of every request, authentication among them. Transports add those of the body's form and size, and
    /// `X-Telemetry-Sent-At`.
    public let headerLines: [String]
    /// The body: one gzip member.
    public let body: [UInt8]

    init(_ batch: OutgoingBatch, number: Int) {
        self.number = number
        id = batch.id
        eventCount = batch.eventCount
        attempt = batch.attempt
        sentAt = batch.sentAt
        url = batch.destination.url
        headerLines = batch.destination.headerLines
        body = batch.body.bytes
    }

    /// The body, inflated and taken apart. Decoded at every call.
    public var envelope: SentEnvelope { SentEnvelope(gzip: body) }
}
