public import TelemetryWire

/// What happens around the page, and in the promotional widget.
extension QasimhaFlow {
    /// The web view may not go there. The domain is what a merchant needs to allow it.
    public func navigationBlocked(url: String) {
        let outline = URLOutline(url)
        flow.record(.navigationBlocked) {
            $0[.surface] = .checkout
            $0[.navigationReason] = outline.scheme == Self.navigationScheme ? .hostNotAllowed : .schemeNotAllowed
            $0[.urlScheme] = outline.scheme
            $0[.serverAddress] = outline.domain
        }
    }

    /// An HTTP authentication was cancelled: its method, by the platform's name (`NSURLAuthenticationMethodHTTPBasic`) or
    /// HTTP's (`Basic`). Neither realm nor credential are taken.
    public func authChallengeRejected(method: String) {
        flow.record(.authChallengeRejected) { $0[.authMethod] = Self.authMethod(method) }
    }

    /// The method of an authentication, by the platform's name or HTTP's.
    static func authMethod(_ name: String) -> CheckoutAuthMethod {
        switch name.lowercased() {
        case "nsurlauthenticationmethodhttpbasic", "nsurlauthenticationmethoddefault", "basic": .basic
        case "nsurlauthenticationmethodhttpdigest", "digest": .digest
        case "nsurlauthenticationmethodntlm", "ntlm": .ntlm
        case "nsurlauthenticationmethodnegotiate", "negotiate": .negotiate
        case "nsurlauthenticationmethodhtmlform", "form": .form
        case "nsurlauthenticationmethodclientcertificate", "client_certificate": .clientCertificate
        default: .other
        }
    }

    /// The promotional widget shows a plan, this long after it was asked to. Belongs to no checkout.
    public static func widgetLoaded(
        after duration: Duration,
        publicKey: String?,
        apiBaseURL: String? = nil,
        in session: CheckoutSession
    ) {
        session.record(.widgetLoaded) {
            $0[.surface] = .widget
            $0[.keyMode] = keyMode(publicKey)
            $0[.environment] = environment(publicKey: publicKey, apiBaseURL: apiBaseURL)
            $0[.widgetDuration] = CheckoutSeconds(duration)
        }
    }

    /// The promotional widget hid itself rather than show what may be wrong. Belongs to no checkout.
    public static func widgetHidden(
        reason: CheckoutWidgetReason,
        publicKey: String?,
        apiBaseURL: String? = nil,
        in session: CheckoutSession
    ) {
        session.record(.widgetHidden) {
            $0[.surface] = .widget
            $0[.keyMode] = keyMode(publicKey)
            $0[.environment] = environment(publicKey: publicKey, apiBaseURL: apiBaseURL)
            $0[.widgetReason] = reason
        }
    }
}
