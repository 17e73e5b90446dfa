internal import TelemetryDelivery
public import TelemetryWire

/// One checkout of Inttegro's SDK, told by its eleven lifecycle events.
///
/// A table over `Flow` that keeps the SDK's own numbers and times: our start is 1, the SDK's event n is n + 1, so that lost
/// events show. An event that comes twice, such as the last one to the completion too, is one. Any thread; calls return at
/// once, and never throw, block on I/O or trap.
public final class InttegroFlow: Sendable {
    /// The version that the documentation describes.
    public static let documentedVersion = "0.4.1"
    /// How far outcomes can be believed: events are for the user interface, and the backend decides.
    public static let certainty = CheckoutCertainty.clientHint

    /// The machine behind the table.
    public let flow: Flow
    // What is added to the SDK's numbers; 0 until the first one comes, which may be 0 or 1.
    private let shift = AtomicCell(0)

    /// A checkout that is about to be asked for.
    ///
    /// - Parameters:
    ///   - session: Made with the identity of `.inttegro`, and with the wrapper that the bridge knows.
    ///   - subject: What is paid for; ids are not taken.
    ///   - flowID: The SDK's, a UUID or 32 hexadecimal digits; other text is left out, and the flow gets an id of ours.
    ///   - environment: If the core knows where it runs.
    ///   - orderReference: 16 hexadecimal digits of an HMAC that the merchant made; other text is left out.
    public init(
        _ session: CheckoutSession,
        subject: Subject,
        flowID: String? = nil,
        environment: CheckoutEnvironment? = nil,
        orderReference: String? = nil
    ) {
        var options = FlowOptions(kind: subject.kind, environment: environment)
        options.id = flowID.flatMap { EventID($0) }
        options.orderReference = CheckoutToken.orderReference(orderReference)
        flow = Flow(session, options)
    }

    /// The sheet was asked for.
    public func start(features: Features = Features()) {
        flow.start {
            $0[.presentation] = .sheet
            $0[.configMethodChange] = features.allowPaymentMethodChange
            $0[.configInvoice] = features.showInvoiceDownload
            $0[.configLineItems] = features.showLineItems
            $0[.configReceipt] = features.showReceiptDownload
        }
    }

    /// A lifecycle event.
    ///
    /// - Parameters:
    ///   - type: Which one; nil, one that is not documented, is told as a change.
    ///   - sequence: The SDK's number. One that is not above the last is the same event again, or came too late, and only counted.
    ///   - occurredAt: The SDK's time, in milliseconds since 1970.
    ///   - details: What else the event says.
    public func observe(
        _ type: EventType?,
        sequence: Int,
        occurredAt: Int64? = nil,
        _ details: EventDetails = EventDetails()
    ) {
        guard let number = number(of: sequence) else { return }
        let stamp = FlowStamp(sequence: number, time: occurredAt.map { Timestamp(milliseconds: $0) })
        guard let type else { return flow.record(.changed, stamp) { $0[.sdkEvent] = .other } }
        let fill: (inout CheckoutEvent) -> Void = { details.fill(&$0, type) }
        switch type {
        case .presented:
            flow.present(stamp) {
                fill(&$0)
                $0[.presentation] = .sheet
            }
        case .ready: flow.ready(stamp, fill)
        case .paymentAttemptStarted: flow.attemptStarted(stamp, fill)
        case .paymentAttemptFailed: flow.attemptFailed(details.errorType ?? .other, stamp, fill)
        case .change, .orderPrepared, .paymentActionRequired, .paymentProcessing: flow.record(type.name, stamp, fill)
        case .completed, .canceled, .failed:
            flow.end(type.outcome ?? .other, Self.certainty, stamp, fill)
        }
    }

    /// Our number of an event of the SDK's; nil for one that cannot be.
    private func number(of sequence: Int) -> Int? {
        guard sequence >= 0, sequence < Flow.lastSequence - 1 else { return nil }
        if shift.value == 0 { shift.store(sequence == 0 ? 2 : 1) }
        return sequence + Int(truncatingIfNeeded: shift.value)
    }

    /// The configuration was refused, and threw: the sheet does not open.
    public func configurationRejected(_ field: CheckoutErrorField? = nil) {
        if !flow.isStarted { flow.start() }
        flow.record(.configRejected) {
            $0[.errorType] = .validation
            $0[.errorField] = field
        }
        flow.end(.notOpened, .unknown) { $0[.errorType] = .validation }
    }
}
