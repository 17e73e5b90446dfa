/// What is paid for (`checkout.kind`).
public enum CheckoutKind: String, CheckoutWord {
    /// An order.
    case order
    /// A subscription.
    case subscription
    /// A buy link: the order is made when the payer pays.
    case purchaseIntent = "purchase_intent"
    /// A session of the provider's page.
    case session
    /// One that this version does not know.
    case other = "_OTHER"
}

/// What a public key is for (`checkout.key.mode`), from its prefix; the key itself is never kept.
public enum CheckoutKeyMode: String, CheckoutWord {
    /// Real money.
    case live
    /// Tests.
    case test
    /// Answers made up.
    case mock
    /// There is no key.
    case absent = "none"
    /// One that this version does not know.
    case other = "_OTHER"
}

/// Where the checkout runs (`deployment.environment.name`).
public enum CheckoutEnvironment: String, CheckoutWord {
    /// Real money.
    case production
    /// Before production.
    case staging
    /// Tests.
    case test
    /// A developer's machine.
    case development
    /// One that this version does not know.
    case other = "_OTHER"
}

/// What wraps the native SDK (`checkout.sdk.wrapper`).
public enum CheckoutWrapper: String, CheckoutWord {
    /// Nothing.
    case native
    /// Flutter.
    case flutter
    /// React Native.
    case reactNative = "react_native"
    /// One that this version does not know.
    case other = "_OTHER"
}

/// The type of an order, once resolved (`checkout.order_type`).
public enum CheckoutOrderType: String, CheckoutWord {
    /// An ordinary order.
    case standard
    /// A remittance under India's Liberalised Remittance Scheme.
    case lrs
    /// One that this version does not know.
    case other = "_OTHER"
}

/// The type of order that the host asked for (`checkout.order_type.requested`).
public enum CheckoutOrderTypeRequest: String, CheckoutWord {
    /// Whatever the order is.
    case auto
    /// An ordinary order.
    case standard
    /// A remittance.
    case lrs
    /// One that this version does not know.
    case other = "_OTHER"
}

/// How it is paid (`checkout.payment_method.kind`).
public enum CheckoutPaymentMethodKind: String, CheckoutWord {
    /// Mobile money.
    case mobileMoney = "mobile_money"
    /// A card.
    case card
    /// A bank transfer.
    case bankTransfer = "bank_transfer"
    /// A wallet.
    case wallet
    /// One that this version does not know.
    case other = "_OTHER"
}

/// What the payer has to do (`checkout.action.kind`).
public enum CheckoutActionKind: String, CheckoutWord {
    /// Go to another page.
    case redirect
    /// Answer a prompt on the phone.
    case prompt
    /// Pass 3-D Secure.
    case threeDs = "three_ds"
    /// One that this version does not know.
    case other = "_OTHER"
}

/// An asynchronous journey (`checkout.journey.type`).
public enum CheckoutJourneyType: String, CheckoutWord {
    /// A bank transfer.
    case bankTransfer = "bank_transfer"
    /// One that this version does not know.
    case other = "_OTHER"
}

/// How a journey stands (`checkout.journey.status`): a list of ours; other text is `_OTHER`.
public enum CheckoutJourneyStatus: String, CheckoutWord {
    /// Begun.
    case initiated
    /// Handed in.
    case submitted
    /// Not decided.
    case pending
    /// Being worked on.
    case processing
    /// Through.
    case completed
    /// Refused.
    case failed
    /// One that this version does not know.
    case other = "_OTHER"
}

/// The language that was asked for (`checkout.language`).
public enum CheckoutLanguage: String, CheckoutWord {
    /// Arabic.
    case ar
    /// English.
    case en
    /// One that this version does not know.
    case other = "_OTHER"
}
