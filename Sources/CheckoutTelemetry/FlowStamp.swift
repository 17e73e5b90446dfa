public import TelemetryWire

/// The number and the time of an event, where the SDK has its own.
public struct FlowStamp: Sendable, Hashable {
    /// Which event of the flow it is. An event whose number is not above the last one's is suppressed and counted.
    public var sequence: Int
    /// When it happened; nil: now.
    public var time: Timestamp?

    /// A stamp.
    public init(sequence: Int, time: Timestamp? = nil) {
        self.sequence = sequence
        self.time = time
    }
}
