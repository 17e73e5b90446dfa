public import TelemetryWire

extension QasimhaFlow {
    /// The results of a checkout, as documented.
    public enum Result: String, CaseIterable, Hashable, Sendable {
        /// Came back on the success URL. Not money: the server says.
        case success
        /// Failed, with a status.
        case failure
        /// Left, or closed by a fault.
        case cancelled

        var word: CheckoutSDKEvent { CheckoutSDKEvent(reading: rawValue) }
    }

    /// The statuses that the SDK itself gives a failure, as documented. Any other is the server's text.
    public enum Status: String, CaseIterable, Hashable, Sendable {
        /// The return could not be verified.
        case unverified
        /// The options were refused.
        case invalidOptions = "invalid_options"
        /// Another checkout is shown: this one was not begun, and the other one goes on.
        case alreadyPresenting = "already_presenting"

        /// In neutral terms.
        public var errorType: CheckoutErrorType {
            switch self {
            case .unverified: .returnUnverified
            case .invalidOptions: .validation
            case .alreadyPresenting: .alreadyInProgress
            }
        }

        var code: CheckoutSDKCode { CheckoutSDKCode(reading: rawValue) }
    }

    /// How a checkout is presented, as far as the page prints names.
    public enum Presentation: String, CaseIterable, Hashable, Sendable {
        /// The system's sign-in session.
        case webAuthenticationSession
        /// A web view.
        case webView

        /// In the vocabulary.
        public var word: CheckoutPresentation {
            switch self {
            case .webAuthenticationSession: .webAuthSession
            case .webView: .webView
            }
        }
    }

    /// Statuses of a server that are known to say that the payment was refused, in lower case. Others are only failures.
    public static let declinedStatuses: Set<String> = ["declined", "payment_declined", "refused", "rejected"]

    /// What a public key is for, by its prefix. The checkout itself has none; the promotional widget does.
    public static func keyMode(_ publicKey: String?) -> CheckoutKeyMode {
        guard let publicKey, !publicKey.isEmpty else { return .absent }
        if publicKey.hasPrefix("pk_live_") { return .live }
        return publicKey.hasPrefix("pk_test_") ? .test : .other
    }

    /// Where it runs: a local server says it before the key does. Nil if neither does.
    public static func environment(publicKey: String?, apiBaseURL: String? = nil) -> CheckoutEnvironment? {
        if apiBaseURL != nil { return .development }
        switch keyMode(publicKey) {
        case .live: return .production
        case .test: return .staging
        case .mock, .absent, .other: return nil
        }
    }

    /// The language of the page: Arabic unless another is asked for.
    public static func language(_ name: String?) -> CheckoutLanguage {
        name.map(CheckoutLanguage.init(reading:)) ?? .ar
    }
}

/// What the page documents beside names.
extension QasimhaFlow {
    /// Schemes that the web view may go to: this one, and hosts on the list only.
    public static let navigationScheme = CheckoutURLScheme.https
    /// Seconds after which the promotional widget gives up.
    public static let widgetTimeout = 5
}
