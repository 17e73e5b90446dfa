/// The error type, status or code of an SDK (`checkout.sdk.code`), spelled as documented; which are whose, says
/// `CheckoutSDK.codes`.
public enum CheckoutSDKCode: String, CheckoutWord {
    // Glomo's `SdkErrorType`.

    /// The configuration was refused.
    case validationError
    /// The device may not pay.
    case deviceForbidden
    /// The order could not be loaded.
    case networkError
    /// Anything else; also of `ConnectionErrorType`.
    case unknown

    // Glomo's `ConnectionErrorType`.

    /// No connection.
    case noInternet
    /// The host's name was not resolved.
    case dnsFailure
    /// No answer in time.
    case timeout
    /// No secure connection.
    case sslError
    /// HTTP 4xx.
    case httpClientError
    /// HTTP 5xx.
    case httpServerError
    /// A resource of the page failed.
    case webResourceError

    // Glomo's `TerminationSource`.

    /// The payer left.
    case userDismiss
    /// The host closed it.
    case programmatic
    /// A connection failure closed it.
    case connectionError

    // Qasimha's statuses.

    /// The return could not be verified.
    case unverified
    /// The options were refused.
    case invalidOptions = "invalid_options"
    /// Another checkout is shown.
    case alreadyPresenting = "already_presenting"

    // Dodo's `CheckoutStatus`.

    /// Paid.
    case succeeded
    /// Refused.
    case failed
    /// The page was closed first.
    case cancelled
    /// Not decided.
    case pending
    /// The session was too old.
    case expired

    // Dodo's `CheckoutError`.

    /// The checkout URL is not one.
    case invalidCheckoutURL = "INVALID_CHECKOUT_URL"
    /// The return URL is not one.
    case invalidReturnURL = "INVALID_RETURN_URL"
    /// Another checkout is running.
    case alreadyInProgress = "ALREADY_IN_PROGRESS"
    /// The platform failed.
    case platformError = "PLATFORM_ERROR"

    /// One that the SDK does not document.
    case other = "_OTHER"
}
