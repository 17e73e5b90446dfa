public import TelemetryWire

extension InttegroFlow {
    /// What a lifecycle event says beside its type: words only. Order, payer, message and documents are not taken.
    public struct EventDetails: Sendable, Hashable {
        /// How it is paid.
        public var paymentMethod: CheckoutPaymentMethodKind?
        /// What the payer has to do.
        public var action: CheckoutActionKind?
        /// Why an attempt or the checkout failed; `.other` where the core cannot say.
        public var errorType: CheckoutErrorType?
        /// Whether the event carries the order.
        public var hasOrder: Bool?

        /// Nothing.
        public init(
            paymentMethod: CheckoutPaymentMethodKind? = nil,
            action: CheckoutActionKind? = nil,
            errorType: CheckoutErrorType? = nil,
            hasOrder: Bool? = nil
        ) {
            self.paymentMethod = paymentMethod
            self.action = action
            self.errorType = errorType
            self.hasOrder = hasOrder
        }

        /// Sets what the event carries; what events of its name do not carry is not taken.
        func fill(_ event: inout CheckoutEvent, _ type: EventType) {
            event[.sdkEvent] = type.word
            event[.paymentMethod] = paymentMethod
            event[.orderPresent] = hasOrder
            if type == .paymentActionRequired { event[.actionKind] = action ?? .other }
            if type == .failed { event[.errorType] = errorType ?? .other }
        }
    }
}
