public import TelemetryWire

extension InttegroFlow {
    /// The lifecycle events, as documented and in their order.
    public enum EventType: String, CaseIterable, Hashable, Sendable {
        /// The sheet is shown.
        case presented
        /// The payer can act.
        case ready
        /// Something was changed.
        case change
        /// The order is made.
        case orderPrepared
        /// The payer has pressed Pay.
        case paymentAttemptStarted
        /// The payer has to do something else.
        case paymentActionRequired
        /// The provider works on it.
        case paymentProcessing
        /// The attempt failed; the sheet stays, and another may follow.
        case paymentAttemptFailed
        /// Came through.
        case completed
        /// Left.
        case canceled
        /// Failed for good.
        case failed

        /// Ours.
        public var name: CheckoutEventName {
            switch self {
            case .presented: .presented
            case .ready: .ready
            case .change: .changed
            case .orderPrepared: .orderPrepared
            case .paymentAttemptStarted: .attemptStarted
            case .paymentActionRequired: .actionRequired
            case .paymentProcessing: .attemptProcessing
            case .paymentAttemptFailed: .attemptFailed
            case .completed, .canceled, .failed: .ended
            }
        }

        /// How the checkout ended, for the three that end it. The backend decides what was paid.
        public var outcome: CheckoutOutcome? {
            switch self {
            case .completed: .completed
            case .canceled: .cancelled
            case .failed: .failed
            default: nil
            }
        }

        /// Whether the payer can try again.
        public var isRecoverable: Bool { self == .paymentAttemptFailed }

        var word: CheckoutSDKEvent { CheckoutSDKEvent(reading: rawValue) }
    }

    /// Optional features of the sheet, with their documented defaults.
    public struct Features: Hashable, Sendable {
        /// Whether the payer may change the payment method.
        public var allowPaymentMethodChange = true
        /// Whether an invoice is offered.
        public var showInvoiceDownload = false
        /// Whether line items are shown.
        public var showLineItems = false
        /// Whether a receipt is offered.
        public var showReceiptDownload = false

        /// The documented defaults.
        public init() {}
    }

    /// What is paid for.
    public enum Subject: CaseIterable, Hashable, Sendable {
        /// An order that exists.
        case order
        /// A buy link: the order is made when the payer presses Pay, together with the attempt.
        case purchaseIntent

        /// In the vocabulary.
        public var kind: CheckoutKind {
            switch self {
            case .order: .order
            case .purchaseIntent: .purchaseIntent
            }
        }
    }
}
