public import TelemetryWire

/// What is known of a checkout before it starts.
public struct FlowOptions: Sendable {
    /// What is paid for.
    public var kind: CheckoutKind?
    /// What the public key is for.
    public var keyMode: CheckoutKeyMode?
    /// Where it runs.
    public var environment: CheckoutEnvironment?
    /// The order, as 16 hexadecimal digits of an HMAC under a key that the merchant configured. Opt-in.
    public var orderReference: CheckoutToken?
    /// The flow's id, where the SDK has one of its own.
    public var id: EventID?
    /// A flow of an earlier process that goes on here.
    public var resuming: FlowResumption?
    /// What the SDK calls an end by `close`.
    var closeEvent: CheckoutSDKEvent?
    /// What the SDK says was behind it.
    var closeCode: CheckoutSDKCode?

    /// Nothing known.
    public init(
        kind: CheckoutKind? = nil,
        keyMode: CheckoutKeyMode? = nil,
        environment: CheckoutEnvironment? = nil
    ) {
        self.kind = kind
        self.keyMode = keyMode
        self.environment = environment
    }
}

/// Where a later process takes a flow up: its id and the number of its events, as text for a record that a host keeps
/// (`<32 hexadecimal digits>.<number>`). Holds nothing of the checkout.
public struct FlowResumption: Sendable, Hashable, CustomStringConvertible {
    /// The flow's id.
    public let flow: EventID
    /// Events of the later process are numbered behind this.
    let base: Int

    /// Sequences of one process: a later one starts at the next multiple, and what lies between is no loss.
    static let segment = 1 << 20

    init(flow: EventID, base: Int) {
        self.flow = flow
        self.base = base
    }

    /// Reads a record's text; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let flow = EventID(String(parts[0])), let base = Int(parts[1]), base > 0,
            base % Self.segment == 0, base < Flow.lastSequence
        else { return nil }
        self.init(flow: flow, base: base)
    }

    /// The text for a record.
    public var description: String { "\(flow).\(base)" }
}
