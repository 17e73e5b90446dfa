internal import CheckoutTelemetry

/// The result of a checkout: a hint for the user interface.
public enum CheckoutStatus: String, CaseIterable, Sendable {
    /// Came back as paid.
    case succeeded
    /// Refused.
    case failed
    /// Closed before it came back. The payment may have succeeded.
    case cancelled
    /// Not decided.
    case pending
    /// The session was too old.
    case expired

    /// By the `status` of the return URL's query; what is missing or unknown is pending.
    init(query: String?) {
        switch query {
        case "succeeded", "active": self = .succeeded
        case "failed": self = .failed
        case "expired": self = .expired
        default: self = .pending
        }
    }

    /// Whether the record of the session goes.
    var isFinal: Bool { self == .succeeded || self == .failed || self == .expired }
}

/// What comes back. Fields beside `status` and `paymentId` are under names of this core's.
public struct DodoResult: Hashable, Sendable {
    /// How it stands.
    public let status: CheckoutStatus
    /// The payment.
    public let paymentId: String?
    /// Everything else of the query, raw.
    public let parameters: [String: String]
}

/// Misuse, or a failure of the platform. A refusal is a result.
public enum CheckoutError: String, Error, CaseIterable, Sendable {
    /// Not https, another host, or another path.
    case invalidCheckoutUrl = "INVALID_CHECKOUT_URL"
    /// Without a scheme, or none that a page can come back to.
    case invalidReturnUrl = "INVALID_RETURN_URL"
    /// Another checkout is running.
    case alreadyInProgress = "ALREADY_IN_PROGRESS"
    /// The page could not be shown; it may be open all the same.
    case platformError = "PLATFORM_ERROR"
}

/// How the browser looks.
public struct BrowserCustomization: Hashable, Sendable {
    /// Names of the button that closes it.
    public enum DismissButtonStyle: String, CaseIterable, Sendable {
        /// Done.
        case done
        /// Close.
        case close
        /// Cancel.
        case cancel
    }

    /// How it is shown.
    public enum PresentationStyle: String, CaseIterable, Sendable {
        /// Can be swiped away.
        case pageSheet
        /// Cannot.
        case fullScreen
    }

    /// Its colours.
    public enum ColorScheme: String, CaseIterable, Sendable {
        /// Light.
        case light
        /// Dark.
        case dark
        /// As the system.
        case system
    }

    /// The button.
    public var dismissButtonStyle = DismissButtonStyle.done
    /// The presentation.
    public var presentationStyle = PresentationStyle.pageSheet
    /// The colours.
    public var colorScheme = ColorScheme.system

    /// The defaults.
    public init() {}
}

/// What a checkout tells its host, for logs only.
public enum DodoEvent: String, CaseIterable, Sendable {
    /// The page is shown.
    case opened = "checkout.opened"
    /// The return URL came.
    case returnReceived = "checkout.return_received"
    /// The page is gone.
    case closed = "checkout.closed"
}
