public import TelemetryWire

extension DodoFlow {
    /// `CheckoutEvent`, as documented.
    public enum Event: String, CaseIterable, Hashable, Sendable {
        /// The page is shown.
        case opened = "checkout.opened"
        /// The return URL came.
        case returnReceived = "checkout.return_received"
        /// The page is gone.
        case closed = "checkout.closed"

        var word: CheckoutSDKEvent { CheckoutSDKEvent(reading: rawValue) }
    }

    /// `CheckoutStatus`, as documented.
    public enum Status: String, CaseIterable, Hashable, Sendable {
        /// Came back as paid; the webhook decides.
        case succeeded
        /// Refused.
        case failed
        /// The page was closed before it came back. The payment may have succeeded.
        case cancelled
        /// Not decided.
        case pending
        /// The session was too old.
        case expired

        /// The status that the return URL's query says, by the documented table: what is missing or unknown is pending.
        public init(query: String?) {
            switch query {
            case "succeeded", "active": self = .succeeded
            case "failed": self = .failed
            case "expired": self = .expired
            default: self = .pending
            }
        }

        /// Whether it is final: only then the record of an abandoned checkout goes.
        public var isFinal: Bool { self == .succeeded || self == .failed || self == .expired }

        /// In the vocabulary.
        public var outcome: CheckoutOutcome {
            switch self {
            case .succeeded: .completed
            case .failed: .failed
            case .cancelled: .cancelled
            case .pending: .pending
            case .expired: .expired
            }
        }

        /// A hint where the page came back; nobody knows where it did not, or is not decided.
        public var certainty: CheckoutCertainty {
            switch self {
            case .succeeded, .failed, .expired: .clientHint
            case .cancelled, .pending: .unknown
            }
        }

        /// In neutral terms; nil where nothing went wrong.
        public var errorType: CheckoutErrorType? {
            switch self {
            case .failed: .paymentDeclined
            case .expired: .sessionExpired
            case .succeeded, .cancelled, .pending: nil
            }
        }

        var code: CheckoutSDKCode { CheckoutSDKCode(reading: rawValue) }
    }

    /// `CheckoutError`, as documented: misuse, or a failure of the platform. A refusal is a result.
    public enum ErrorCode: String, CaseIterable, Hashable, Sendable {
        /// The checkout URL is not one.
        case invalidCheckoutUrl = "INVALID_CHECKOUT_URL"
        /// The return URL is not one.
        case invalidReturnUrl = "INVALID_RETURN_URL"
        /// Another checkout is running, and goes on.
        case alreadyInProgress = "ALREADY_IN_PROGRESS"
        /// The platform failed; the page may be open all the same.
        case platformError = "PLATFORM_ERROR"

        /// In neutral terms.
        public var errorType: CheckoutErrorType {
            switch self {
            case .invalidCheckoutUrl: .invalidCheckoutUrl
            case .invalidReturnUrl: .invalidReturnUrl
            case .alreadyInProgress: .alreadyInProgress
            case .platformError: .platformError
            }
        }

        /// Whether a checkout that threw it may have been left behind.
        public var mayBeAbandoned: Bool { self != .alreadyInProgress }

        var code: CheckoutSDKCode { CheckoutSDKCode(reading: rawValue) }
    }

    /// `presentationStyle` of the browser's customization, as documented.
    public enum PresentationStyle: String, CaseIterable, Hashable, Sendable {
        /// A sheet that can be swiped away; the default.
        case pageSheet
        /// The whole screen, without a gesture that dismisses it.
        case fullScreen

        /// In the vocabulary.
        public var word: CheckoutPresentationStyle {
            switch self {
            case .pageSheet: .pageSheet
            case .fullScreen: .fullScreen
            }
        }
    }
}
