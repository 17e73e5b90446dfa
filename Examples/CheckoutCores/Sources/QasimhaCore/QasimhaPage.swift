internal import CheckoutTelemetry
internal import HeadlessSupport

/// The page while it is shown: what it and the payer do arrives here. A stand-in for web view and sign-in session, so
/// none of these names is documented.
@MainActor
public final class QasimhaPage {
    /// What is loaded: the payment URL with the language.
    public let url: String
    private let merchantURL: MerchantURL
    private let hosts: Set<String>
    private let presentation: QasimhaCheckout.Presentation?
    private let flow: QasimhaFlow?
    private let completion: @MainActor (QasimhaCheckout.Ending) -> Void

    /// Whether it is over.
    public private(set) var isFinished = false

    init(
        url: String,
        merchantURL: MerchantURL,
        hosts: Set<String>,
        presentation: QasimhaCheckout.Presentation?,
        flow: QasimhaFlow?,
        completion: @escaping @MainActor (QasimhaCheckout.Ending) -> Void
    ) {
        self.url = url
        self.merchantURL = merchantURL
        self.hosts = hosts
        self.presentation = presentation
        self.flow = flow
        self.completion = completion
    }

    /// The page wants to go there. Returns whether it may: the return ends the checkout, other places are on the list or blocked.
    @discardableResult
    public func navigates(to url: String) -> Bool {
        guard !isFinished else { return false }
        if merchantURL.match(url) != nil {
            _ = returned(to: url, inProcess: true)
            return false
        }
        if let address = WebAddress(url), address.scheme == "https", hosts.contains(address.host) { return true }
        flow?.navigationBlocked(url: url)
        return false
    }

    /// An HTTP authentication was asked for: cancelled, whatever it is. Realm and proposed credential are not looked at.
    public func challenged(method: String, realm: String, proposedCredential: String?) {
        guard !isFinished else { return }
        flow?.authChallengeRejected(method: method)
    }

    /// The payer closes the sheet.
    public func dismissed() {
        leave(presentation == .webView ? .sheetDismissed : .authSessionCancelled)
    }

    /// The page could not be loaded, and the web view closes rather than show something else.
    public func loadFailed() {
        leave(.loadFailedClosed)
    }

    private func leave(_ reason: CheckoutCancelReason) {
        guard !isFinished else { return }
        flow?.cancelled(reason: reason)
        finish(.cancelled)
    }

    /// A URL came back. Returns whether it belongs to this checkout.
    func returned(to url: String, inProcess: Bool) -> Bool {
        guard !isFinished, let match = merchantURL.match(url), let address = WebAddress(url) else {
            flow?.handleReturn(url: url)
            return false
        }
        flow?.handleReturn(url: url, channel: inProcess ? .inProcess : nil)
        let order = address.value("orderId") ?? address.value("order_id")
        switch match {
        case .success:
            // One URL for all outcomes, or an order that is not named: nothing says that it was paid.
            guard let order, merchantURL.success != merchantURL.failure else {
                flow?.failure(status: "unverified")
                finish(.failure(status: "unverified", orderId: order, message: nil))
                return true
            }
            flow?.success()
            finish(.success(orderId: order, orderReferenceId: address.value("orderReferenceId")))
        case .failure:
            let status = address.value("status") ?? "unverified"
            flow?.failure(status: status)
            finish(.failure(status: status, orderId: order, message: address.value("message")))
        case .cancel:
            flow?.cancelled(reason: .returnUrl)
            finish(.cancelled)
        }
        return true
    }

    private func finish(_ ending: QasimhaCheckout.Ending) {
        isFinished = true
        completion(ending)
    }
}
