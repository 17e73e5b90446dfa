/// What kind of event something is, for sampling.
public enum EventKind: UInt8, Sendable, Hashable, CaseIterable {
    /// `capture(_:)`: a message.
    case message
    /// `capture(error:)`.
    case error
    /// `capture(eventJSON:)`: whole events of another producer.
    case event
    /// An event of a checkout (`CheckoutTelemetry`). All of a flow are kept, or none.
    case checkout
}
