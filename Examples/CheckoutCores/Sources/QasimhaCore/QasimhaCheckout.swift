public import CheckoutTelemetry
internal import HeadlessSupport

/// The checkout. Its server hands a `paymentUrl`; the SDK shows it and watches for the return. One at a time.
///
/// It holds no key, stores nothing and sends nothing, unless the merchant opted in to telemetry.
@MainActor
public final class QasimhaCheckout {
    /// How the page is shown, as far as names are printed.
    public enum Presentation: String, CaseIterable, Sendable {
        /// The system's sign-in session.
        case webAuthenticationSession
        /// A web view.
        case webView
    }

    /// How it ended. The cases are the documented ones; the type's name is this core's.
    public enum Ending: Hashable, Sendable {
        /// Came back on the success URL. Not money: the server says.
        case success(orderId: String?, orderReferenceId: String?)
        /// Failed, by a status of the SDK or the server's text.
        case failure(status: String, orderId: String?, message: String?)
        /// Left.
        case cancelled
    }

    private let telemetry: CheckoutSession?
    private var running: QasimhaPage?

    /// A checkout; `telemetry` only if the merchant opted in.
    public init(telemetry: CheckoutSession? = nil) {
        self.telemetry = telemetry
    }

    /// Starts a checkout, and calls back once. `language` is `ar` unless another is asked for; `extraAllowedHosts` are hosts that the web view
    /// may go to beside those of payment and return. Returns the page that is shown; nil if none is.
    @discardableResult
    public func start(
        paymentUrl: String,
        merchantURL: MerchantURL,
        presentation: Presentation? = .webAuthenticationSession,
        language: String = "ar",
        extraAllowedHosts: [String] = [],
        completion: @escaping @MainActor (Ending) -> Void
    ) -> QasimhaPage? {
        let flow = telemetry.map { session in
            QasimhaFlow(
                session,
                merchantURL: QasimhaFlow.MerchantURL(
                    success: merchantURL.success,
                    failure: merchantURL.failure,
                    cancel: merchantURL.cancel
                )
            )
        }
        guard running == nil else {
            // The call's own trouble: the checkout that is shown goes on.
            flow?.failure(status: "already_presenting")
            completion(.failure(status: "already_presenting", orderId: nil, message: nil))
            return nil
        }
        guard let address = WebAddress(paymentUrl), address.scheme == "https", !address.host.isEmpty,
            WebAddress(merchantURL.success) != nil, WebAddress(merchantURL.failure) != nil,
            WebAddress(merchantURL.cancel) != nil, ["ar", "en"].contains(language)
        else {
            flow?.failure(status: "invalid_options")
            completion(.failure(status: "invalid_options", orderId: nil, message: nil))
            return nil
        }
        let page = QasimhaPage(
            url: Self.url(paymentUrl, language, address),
            merchantURL: merchantURL,
            hosts: Set([address.host] + merchantURL.hosts + extraAllowedHosts.map { $0.lowercased() }),
            presentation: presentation,
            flow: flow
        ) { [weak self] ending in
            self?.running = nil
            completion(ending)
        }
        running = page
        flow?.start(
            presentation: presentation.flatMap { QasimhaFlow.Presentation(rawValue: $0.rawValue) },
            language: language
        )
        return page
    }

    /// Whether a URL that the app was opened with belongs to the checkout in progress.
    @discardableResult
    public func handleReturn(url: String) -> Bool {
        guard let running else {
            telemetry?.record(.returnIgnored)
            return false
        }
        return running.returned(to: url, inProcess: false)
    }

    /// The payment URL with the language, if it has none.
    static func url(_ paymentUrl: String, _ language: String, _ address: WebAddress) -> String {
        guard address.value("lang") == nil else { return paymentUrl }
        return paymentUrl + (paymentUrl.contains("?") ? "&" : "?") + "lang=" + language
    }
}
