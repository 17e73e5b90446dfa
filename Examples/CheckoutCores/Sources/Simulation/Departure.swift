public import CheckoutTelemetry

/// An event that really left, as far as the model looks at it.
public struct Departure: Hashable, Sendable {
    /// The checkout; nil outside of any.
    public let flow: EventID?
    /// The process.
    public let session: EventID?
    /// Which event of the checkout, or of the process outside of any.
    public let sequence: Int
    /// What happened.
    public let name: CheckoutEventName
    /// When, in milliseconds since 1970.
    public let time: Int64
    /// Whose checkout.
    public let group: Group
    /// How it ended.
    public let outcome: CheckoutOutcome?
    /// How far that can be believed.
    public let certainty: CheckoutCertainty?
    /// Whether the device may pay.
    public let isDeviceForbidden: Bool
    /// What went wrong.
    public let errorType: CheckoutErrorType?
    /// What the SDK calls that.
    public let code: CheckoutSDKCode?
    /// Milliseconds until the payer could act.
    public let readyDuration: Int64?

    /// What rates are told for.
    public struct Group: Hashable, Sendable {
        /// Where it runs.
        public let environment: CheckoutEnvironment?
        /// The SDK.
        public let sdk: CheckoutSDK
        /// Its version.
        public let version: String
        /// What wraps it.
        public let wrapper: CheckoutWrapper?
        /// What is paid for.
        public let kind: CheckoutKind?
    }

    /// What the model keeps of an event.
    public init(_ event: CheckoutEvent) {
        flow = event[.flow]
        session = event[.session]
        sequence = event[.sequence] ?? 0
        name = event.name
        time = event.timestamp.milliseconds
        group = Group(
            environment: event[.environment],
            sdk: event[.sdkName] ?? .other,
            version: event[.sdkVersion]?.description ?? "",
            wrapper: event[.sdkWrapper],
            kind: event[.kind]
        )
        outcome = event[.outcome]
        certainty = event[.certainty]
        isDeviceForbidden = event[.deviceResult] == .forbidden
        errorType = event[.errorType]
        code = event[.sdkCode]
        readyDuration = event[.readyDuration].map(\.milliseconds)
    }
}
