/// What an SDK calls the callback, result or event behind ours (`checkout.sdk.event`); which are whose, says
/// `CheckoutSDK.events`.
public enum CheckoutSDKEvent: String, CheckoutWord {
    // Glomo's callbacks.

    /// Paid.
    case onPaymentSuccess
    /// Refused.
    case onPaymentFailure
    /// Errors of the SDK.
    case onSdkError
    /// A connection failure.
    case onConnectionError
    /// An asynchronous journey was handed in.
    case onUserJourneyCompleted
    /// It ended without a result.
    case onPaymentTerminate

    // Qasimha's results.

    /// Came back on the success URL.
    case success
    /// Failed.
    case failure
    /// Left.
    case cancelled

    // Inttegro's events, in their order.

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
    /// The attempt failed; another may follow.
    case paymentAttemptFailed
    /// Paid.
    case completed
    /// Left.
    case canceled
    /// Failed for good.
    case failed

    // Dodo's events.

    /// The page is shown.
    case checkoutOpened = "checkout.opened"
    /// The return URL came.
    case checkoutReturnReceived = "checkout.return_received"
    /// The page is gone.
    case checkoutClosed = "checkout.closed"

    /// One that the SDK does not document.
    case other = "_OTHER"
}
