/// How a checkout ended (`checkout.outcome`).
public enum CheckoutOutcome: String, CheckoutWord {
    /// The payer came through; whether money moved, the certainty says.
    case completed
    /// The payment was refused or could not be verified.
    case failed
    /// The payer left, or was taken to have left. Never a failure.
    case cancelled
    /// The provider has not decided.
    case pending
    /// The session was too old.
    case expired
    /// An asynchronous journey, such as a bank transfer, was handed in.
    case journeySubmitted = "journey_submitted"
    /// It was closed by the program or by a connection failure.
    case terminated
    /// It ended before anything was presented.
    case notOpened = "not_opened"
    /// One that this version does not know.
    case other = "_OTHER"
}

/// How far an outcome can be believed (`checkout.outcome.certainty`).
public enum CheckoutCertainty: String, CheckoutWord {
    /// The SDK's own callback says so.
    case confirmed
    /// A hint for the user interface; the backend decides.
    case clientHint = "client_hint"
    /// Nobody can tell here.
    case unknown
    /// One that this version does not know.
    case other = "_OTHER"
}

/// What stood behind a cancel (`checkout.cancel.reason`).
public enum CheckoutCancelReason: String, CheckoutWord {
    /// The payer dismissed the sheet.
    case sheetDismissed = "sheet_dismissed"
    /// The system's sign-in session was cancelled.
    case authSessionCancelled = "auth_session_cancelled"
    /// The page could not be loaded: a fault inside a cancel.
    case loadFailedClosed = "load_failed_closed"
    /// The page came back on the cancel URL.
    case returnUrl = "return_url"
    /// One that this version does not know.
    case other = "_OTHER"
}

/// Who ended a checkout that has no result (`checkout.termination.source`).
public enum CheckoutTerminationSource: String, CheckoutWord {
    /// The payer.
    case userDismiss = "user_dismiss"
    /// The host, by `close`.
    case programmatic
    /// A connection failure that closes.
    case connectionError = "connection_error"
    /// One that this version does not know.
    case other = "_OTHER"
}
