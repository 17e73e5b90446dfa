internal import TelemetryDelivery
public import TelemetryEnvelope

/// One attempt of something that has a beginning and an end, such as a checkout: what belongs to it is kept or sampled
/// out together.
public struct FlowID: Sendable, Hashable, CustomStringConvertible {
    /// The id's bits.
    public let id: EventID

    /// A new, random flow.
    public init() {
        id = EventID.random()
    }

    /// A flow that was begun elsewhere.
    public init(_ id: EventID) {
        self.id = id
    }

    /// Reads 32 hexadecimal digits, or a UUID.
    public init?(_ text: String) {
        guard let id = EventID(text) else { return nil }
        self.id = id
    }

    /// 32 lower-case hexadecimal digits.
    public var description: String { id.description }

    /// Where the flow stands between 0 and 1: the same in every process, and evenly spread even where ids are not.
    var position: Double {
        var mixer = SplitMix(seed: id.high ^ (id.low &* 0x9E37_79B9_7F4A_7C15))
        return Double(mixer.next() >> 11) * 0x1p-53
    }
}
