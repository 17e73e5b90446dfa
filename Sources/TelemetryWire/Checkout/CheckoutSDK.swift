/// The checkout SDK that an event comes from (`checkout.sdk.name`), and the names that its documentation gives things.
public enum CheckoutSDK: String, CheckoutWord {
    /// Glomo (`GlomoPaySDK`).
    case glomo
    /// Qasimha (`QasimhaCheckout`).
    case qasimha
    /// Inttegro.
    case inttegro
    /// Dodo (`DodoCheckout`).
    case dodo
    /// Another one.
    case unlisted = "other"
    /// One that this version does not know.
    case other = "_OTHER"

    /// Its callbacks, results or events (`checkout.sdk.event`), spelled as documented.
    public var events: [CheckoutSDKEvent] {
        switch self {
        case .glomo:
            [
                .onPaymentSuccess, .onPaymentFailure, .onSdkError, .onConnectionError, .onUserJourneyCompleted,
                .onPaymentTerminate,
            ]
        case .qasimha: [.success, .failure, .cancelled]
        case .inttegro:
            [
                .presented, .ready, .change, .orderPrepared, .paymentAttemptStarted, .paymentActionRequired,
                .paymentProcessing, .paymentAttemptFailed, .completed, .canceled, .failed,
            ]
        case .dodo: [.checkoutOpened, .checkoutReturnReceived, .checkoutClosed]
        case .unlisted, .other: []
        }
    }

    /// Its error types, statuses and codes (`checkout.sdk.code`), spelled as documented.
    public var codes: [CheckoutSDKCode] {
        switch self {
        case .glomo:
            [
                .validationError, .deviceForbidden, .networkError, .unknown, .noInternet, .dnsFailure, .timeout,
                .sslError, .httpClientError, .httpServerError, .webResourceError, .userDismiss, .programmatic,
                .connectionError,
            ]
        case .qasimha: [.unverified, .invalidOptions, .alreadyPresenting]
        case .inttegro: []
        case .dodo:
            [
                .succeeded, .failed, .cancelled, .pending, .expired, .invalidCheckoutURL, .invalidReturnURL,
                .alreadyInProgress, .platformError,
            ]
        case .unlisted, .other: []
        }
    }

    /// Whether it says when the payer can act: without that, readiness has no rate.
    public var reportsReady: Bool { self == .glomo || self == .inttegro }
    /// Whether it says that it is slow to become ready.
    public var reportsSlowReady: Bool { self == .glomo }
    /// Whether it says when the payer tries to pay.
    public var reportsAttempts: Bool { self == .inttegro }
    /// Whether it checks the device.
    public var checksDevice: Bool { self == .glomo }
    /// Whether it has a widget.
    public var hasWidget: Bool { self == .qasimha }
    /// Whether it keeps a record of a checkout that has no end.
    public var keepsAbandonedRecord: Bool { self == .dodo }
    /// Whether it numbers its events itself.
    public var numbersEvents: Bool { self == .inttegro }
}
