/// What went wrong, in neutral terms (`error.type`); absent where nothing did.
public enum CheckoutErrorType: String, CheckoutWord {
    /// The configuration was refused.
    case validation
    /// The device is not allowed to pay.
    case deviceForbidden = "device_forbidden"
    /// The order could not be used, by an answer of the server.
    case orderFault = "order_fault"
    /// No connection.
    case noInternet = "no_internet"
    /// The host's name was not resolved.
    case dnsFailure = "dns_failure"
    /// No answer in time.
    case timeout
    /// No secure connection.
    case tlsError = "tls_error"
    /// An HTTP status 4xx.
    case httpClientError = "http_client_error"
    /// An HTTP status 5xx.
    case httpServerError = "http_server_error"
    /// A resource of the page failed to load.
    case webResourceError = "web_resource_error"
    /// The payment was refused.
    case paymentDeclined = "payment_declined"
    /// The checkout's session was too old.
    case sessionExpired = "session_expired"
    /// A return could not be verified.
    case returnUnverified = "return_unverified"
    /// The checkout URL is not one.
    case invalidCheckoutUrl = "invalid_checkout_url"
    /// The return URL is not one.
    case invalidReturnUrl = "invalid_return_url"
    /// Another checkout is running.
    case alreadyInProgress = "already_in_progress"
    /// The platform failed.
    case platformError = "platform_error"
    /// A page load failed and closed the checkout.
    case loadFailedClosed = "load_failed_closed"
    /// The host's listener was gone when a result came.
    case listenerReleased = "listener_released"
    /// One that this version does not know.
    case other = "_OTHER"
}

/// Which field of a configuration was at fault (`checkout.error.field`), spelled as the SDKs do.
public enum CheckoutErrorField: String, CheckoutWord {
    /// The key.
    case publicKey
    /// The order's id.
    case orderId
    /// The subscription's id.
    case subscriptionId
    /// The purchase intent's id.
    case purchaseIntentID
    /// The type of the order.
    case orderType
    /// The checkout's URL.
    case checkoutUrl
    /// The payment page's URL.
    case paymentUrl
    /// The return URL.
    case returnUrl
    /// The merchant's return URLs.
    case merchantUrl
    /// The amount.
    case amount
    /// The language.
    case language
    /// One that this version does not know.
    case other = "_OTHER"
}

/// Why the type of an order is not known (`checkout.order_type.failure`).
public enum CheckoutOrderTypeFailure: String, CheckoutWord {
    /// No answer in time.
    case timeout
    /// No connection.
    case transport
    /// Another status than 2xx.
    case httpStatus = "http_status"
    /// An answer that cannot be read.
    case unparseable
    /// One that this version does not know.
    case other = "_OTHER"
}

/// Why a message of the page was not taken (`checkout.bridge.reason`).
public enum CheckoutBridgeReason: String, CheckoutWord {
    /// It names no order.
    case missingOrderId = "missing_order_id"
    /// It is of no known type.
    case unknownType = "unknown_type"
    /// It cannot be read.
    case undecodable
    /// One that this version does not know.
    case other = "_OTHER"
}

/// Why the retry surface was shown (`checkout.retry.cause`).
public enum CheckoutRetryCause: String, CheckoutWord {
    /// The checkout was slow to become interactive.
    case advisoryTimeout = "advisory_timeout"
    /// A load was superseded.
    case cancelledNavigation = "cancelled_navigation"
    /// The platform failed in a way that has no type.
    case unmappedFailure = "unmapped_failure"
    /// A connection failure that does not close.
    case connectionError = "connection_error"
    /// One that this version does not know.
    case other = "_OTHER"
}
