internal import TelemetryEnvelope

/// When a batch leaves. Limits are the wire's; a configuration may only lower them.
public struct Batching: Sendable, Hashable {
    /// So many events wait for no more company, 1…999.
    public var maxEvents: Int
    /// Events a batch when more have come in than could be sent, at least `maxEvents` and at most 999: with the client
    /// report, as many items as an envelope may have. A server that answers after 50 ms still takes thousands a second.
    public var backlogEvents: Int
    /// Bytes of events a batch before compression, at most 1 MiB. A larger single event travels alone.
    public var maxBytes: Int
    /// Bytes a batch after compression, at most 512 KiB. A larger single event travels alone.
    public var maxCompressedBytes: Int
    /// How long an event waits for company.
    public var interval: Duration
    /// How long an error waits for company.
    public var urgentInterval: Duration

    /// Limits; the defaults are the wire's.
    public init(
        maxEvents: Int = 64,
        backlogEvents: Int = 999,
        maxBytes: Int = 1 << 20,
        maxCompressedBytes: Int = 512 << 10,
        interval: Duration = .seconds(5),
        urgentInterval: Duration = .milliseconds(500)
    ) {
        self.maxEvents = maxEvents
        self.backlogEvents = backlogEvents
        self.maxBytes = maxBytes
        self.maxCompressedBytes = maxCompressedBytes
        self.interval = interval
        self.urgentInterval = urgentInterval
    }

    /// The same, moved into the legal ranges.
    package var clamped: Batching {
        let most = Limits.standard.envelopeItems - 1
        return Batching(
            maxEvents: min(max(maxEvents, 1), most),
            backlogEvents: min(max(backlogEvents, maxEvents, 1), most),
            maxBytes: min(max(maxBytes, 1), Limits.standard.batch),
            maxCompressedBytes: min(max(maxCompressedBytes, 1), Limits.standard.compressedBatch),
            interval: interval.clamped(to: .zero ... .seconds(3_600)),
            urgentInterval: urgentInterval.clamped(to: .zero ... .seconds(3_600))
        )
    }
}
