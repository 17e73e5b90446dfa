public import CheckoutTelemetry
public import HeadlessSupport

/// The payment sheet: mobile money, an order or a buy link, eleven events in order. What the payer and the provider do arrives
/// here; names beside those of events and features are this core's.
@MainActor
public final class InttegroSheet {
    /// What is paid for.
    public enum Subject: Hashable, Sendable {
        /// An order that exists.
        case order(id: String)
        /// A buy link: the order is made when the payer presses Pay.
        case purchaseIntent(purchaseIntentID: String)
    }

    /// How it is set up; refuses what cannot be.
    public struct Setup: Sendable {
        /// What is paid for.
        public let subject: Subject
        /// Where the provider comes back to.
        public let returnURL: String
        /// Whether the payer may change the payment method.
        public var allowPaymentMethodChange = true
        /// Whether an invoice is offered.
        public var showInvoiceDownload = false
        /// Whether line items are shown.
        public var showLineItems = false
        /// Whether a receipt is offered.
        public var showReceiptDownload = false

        /// A setup; throws for an empty id and for a return URL without a scheme.
        public init(subject: Subject, returnURL: String) throws(SetupError) {
            switch subject {
            case .order(""): throw SetupError(field: "orderId")
            case .purchaseIntent(""): throw SetupError(field: "purchaseIntentID")
            default: break
            }
            guard WebAddress(returnURL) != nil else { throw SetupError(field: "returnUrl") }
            self.subject = subject
            self.returnURL = returnURL
        }
    }

    /// Why a setup was refused.
    public struct SetupError: Error, Hashable {
        /// The field at fault.
        public let field: String
    }

    private let clock: SteppedClock
    private let setup: Setup
    private let observer: @MainActor (CheckoutEvent) -> Void
    private let completion: @MainActor (CheckoutEvent) -> Void
    private let flowID: String
    private let flow: InttegroFlow?
    private var order: CheckoutEvent.Order?
    private var sequence = 0
    private var isPaying = false

    /// The last event, once there is one.
    public private(set) var ending: CheckoutEvent?

    /// A sheet that is shown. `completion` gets exactly the terminal event that `observer` got.
    public init(
        _ setup: Setup,
        clock: SteppedClock,
        telemetry: CheckoutSession? = nil,
        observer: @escaping @MainActor (CheckoutEvent) -> Void = { _ in },
        completion: @escaping @MainActor (CheckoutEvent) -> Void = { _ in }
    ) {
        self.setup = setup
        self.clock = clock
        self.observer = observer
        self.completion = completion
        flowID = EventID.random().description
        var subject = InttegroFlow.Subject.purchaseIntent
        if case .order(let id) = setup.subject {
            order = CheckoutEvent.Order(id: id)
            subject = .order
        }
        flow = telemetry.map { [flowID] in InttegroFlow($0, subject: subject, flowID: flowID) }
        var features = InttegroFlow.Features()
        features.allowPaymentMethodChange = setup.allowPaymentMethodChange
        features.showInvoiceDownload = setup.showInvoiceDownload
        features.showLineItems = setup.showLineItems
        features.showReceiptDownload = setup.showReceiptDownload
        flow?.start(features: features)
    }

    /// Tells of a setup that threw: it is a checkout that did not open.
    public static func rejected(_ error: SetupError, isOrder: Bool, telemetry: CheckoutSession?) {
        guard let telemetry else { return }
        let flow = InttegroFlow(telemetry, subject: isOrder ? .order : .purchaseIntent)
        flow.configurationRejected(CheckoutErrorField(reading: error.field))
    }

    /// Tells host and telemetry, in this order: the event is one occurrence with one number.
    private func emit(
        _ type: CheckoutEvent.Kind,
        failure: CheckoutEvent.Failure? = nil,
        _ details: InttegroFlow.EventDetails = InttegroFlow.EventDetails()
    ) {
        guard ending == nil else { return }
        sequence += 1
        let event = CheckoutEvent(
            type: type,
            occurredAt: clock.wallMilliseconds,
            flowID: flowID,
            sequence: sequence,
            order: order,
            failure: failure
        )
        if type.isTerminal { ending = event }
        observer(event)
        tell(event, details)
        if type.isTerminal {
            completion(event)
            // The same occurrence a second time: telemetry knows it by its number.
            tell(event, details)
        }
    }

    private func tell(_ event: CheckoutEvent, _ details: InttegroFlow.EventDetails) {
        var details = details
        details.hasOrder = event.order != nil
        flow?.observe(
            InttegroFlow.EventType(rawValue: event.type.rawValue),
            sequence: event.sequence,
            occurredAt: event.occurredAt,
            details
        )
    }

    /// The sheet is on the screen.
    public func shown() { emit(.presented) }

    /// The payer can act.
    public func becameReady() { emit(.ready) }

    /// The payer changes something; the method only where that is allowed.
    public func changed(method: Bool = false) {
        guard !method || setup.allowPaymentMethodChange else { return }
        emit(.change)
    }

    /// An order is made, or was loaded.
    public func prepared(order: CheckoutEvent.Order) {
        self.order = order
        emit(.orderPrepared)
    }

    /// The payer presses Pay. A buy link makes its order now.
    public func payPressed(madeOrder: CheckoutEvent.Order? = nil) {
        guard !isPaying, ending == nil else { return }
        if order == nil, let madeOrder { prepared(order: madeOrder) }
        isPaying = true
        emit(.paymentAttemptStarted, InttegroFlow.EventDetails(paymentMethod: .mobileMoney))
    }

    /// The payer has to confirm on the phone, or elsewhere.
    public func actionNeeded(_ action: CheckoutActionKind) {
        emit(.paymentActionRequired, InttegroFlow.EventDetails(paymentMethod: .mobileMoney, action: action))
    }

    /// The provider works on it.
    public func providerAccepted() {
        emit(.paymentProcessing, InttegroFlow.EventDetails(paymentMethod: .mobileMoney))
    }

    /// The provider refuses; the sheet stays.
    public func providerRefused(message: String) {
        isPaying = false
        emit(
            .paymentAttemptFailed,
            failure: CheckoutEvent.Failure(message: message),
            InttegroFlow.EventDetails(paymentMethod: .mobileMoney, errorType: .paymentDeclined)
        )
    }

    /// The provider says it was paid.
    public func providerConfirmed() { emit(.completed) }

    /// The payer leaves.
    public func dismissed() { emit(.canceled) }

    /// It cannot go on.
    public func failed(message: String, because type: CheckoutErrorType) {
        emit(.failed, failure: CheckoutEvent.Failure(message: message), InttegroFlow.EventDetails(errorType: type))
    }

    /// Whether a URL that the app was opened with is the provider's return.
    public func returned(to url: String) -> Bool {
        guard let address = WebAddress(url), let own = WebAddress(setup.returnURL) else { return false }
        return address.isSamePlace(as: own)
    }
}
