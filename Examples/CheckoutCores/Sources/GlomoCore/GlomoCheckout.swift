public import CheckoutTelemetry
internal import HeadlessSupport

/// One checkout: what the page and the payer do to it arrives here. A stand-in for page and view controller, so none of
/// these names is documented.
@MainActor
public final class GlomoCheckout {
    let flow: GlomoFlow?
    let config: GlomoPayConfig
    private let device: GlomoDevice
    private weak var listener: (any GlomoPayListener)?
    private var slowTimer: Int?
    private var isShown = false
    private var isInteractive = false
    private var isClosing = false
    var completion: (@MainActor () -> Void)?

    /// Whether it is over.
    public private(set) var isFinished = false
    /// Whether the retry surface is shown.
    public private(set) var isRetryShown = false
    /// Whether the bank's page is shown.
    public private(set) var isOverlayShown = false

    init(device: GlomoDevice, config: GlomoPayConfig, listener: any GlomoPayListener, flow: GlomoFlow?) {
        self.device = device
        self.config = config
        self.listener = listener
        self.flow = flow
    }

    /// Whether it may open; if not, the listener knows why. The order's type is never guessed.
    func mayOpen(requested: String) -> Bool {
        let faults = config.faults
        guard faults.isEmpty else { return refuse(faults) }
        let isLive = config.publicKey.hasPrefix("live_")
        flow?.deviceChecked(found: isLive ? device.compromise?.signal : nil)
        if isLive, device.compromise != nil {
            return refuse([SdkError(type: .deviceForbidden, message: "This device may not pay", field: nil)])
        }
        guard let order = config.orderId else { return true }
        switch device.orders.fetch(order: order, key: config.publicKey) {
        case .answer(let status, let body):
            guard (200..<300).contains(status) else { return refuse(order, .httpStatus, body, status) }
            guard let type = OrderAnswer.orderType(in: body), ["standard", "lrs"].contains(type) else {
                return refuse(order, .unparseable, body)
            }
            flow?.orderTypeResolved(CheckoutOrderType(reading: requested == "auto" ? type : requested))
            return true
        case .timeout(let url):
            flow?.orderTypeFailed(.timeout)
            report(LoadFailure("NSURLErrorDomain", -1_001, url: url))
        case .transport(let failure):
            flow?.orderTypeFailed(.transport)
            report(failure)
        }
        isFinished = true
        return false
    }

    private func refuse(
        _ order: String,
        _ failure: CheckoutOrderTypeFailure,
        _ body: String,
        _ status: Int? = nil
    ) -> Bool {
        flow?.orderTypeFailed(failure, statusCode: status)
        return refuse([SdkError(type: .networkError, message: "Order \(order): \(body)", field: nil)])
    }

    private func refuse(_ errors: [SdkError]) -> Bool {
        isFinished = true
        deliver(.onSdkError) { $0.onSdkError(errors) }
        flow?.onSdkError(errors.map(\.told))
        return false
    }

    /// The presenter shows the page.
    public func pageShown() {
        guard !isShown, !isFinished else { return }
        isShown = true
        flow?.presented()
        slowTimer = device.clock.after(.seconds(15)) { [weak self] in self?.warnThatSlow() }
        completion?()
        if isClosing { finish(.programmatic) }
    }

    private func warnThatSlow() {
        guard !isFinished, !isInteractive else { return }
        let error = ConnectionError(
            type: .timeout,
            message: "Not interactive after 15 seconds",
            statusCode: nil,
            failedURL: nil,
            errorCode: nil,
            shouldAutoClose: false,
            isRecoverable: true
        )
        deliver(.onConnectionError) { $0.onConnectionError(error) }
        flow?.onConnectionError(type: .timeout, shouldAutoClose: false, isRecoverable: true)
        showRetry(.advisoryTimeout)
    }

    /// The page can be used.
    public func pageBecameInteractive() {
        guard !isFinished, !isInteractive else { return }
        isInteractive = true
        isRetryShown = false
        device.clock.cancel(slowTimer)
        flow?.ready()
    }

    /// A load of the page failed.
    public func pageFailed(_ failure: LoadFailure) {
        guard !isFinished else { return }
        guard let type = report(failure) else { return showRetry(.cancelledNavigation) }
        guard type.closes, config.autoCloseOnConnectionError else {
            return showRetry(type == .unknown ? .unmappedFailure : .connectionError)
        }
        finish(.connectionError)
    }

    /// Tells the listener; nil for a navigation that was cancelled, which nobody is told of.
    @discardableResult
    private func report(_ failure: LoadFailure) -> ConnectionErrorType? {
        guard let type = failure.type else { return nil }
        let error = ConnectionError(
            type: type,
            message: failure.description,
            statusCode: failure.statusCode,
            failedURL: failure.url,
            errorCode: failure.code,
            shouldAutoClose: type.closes,
            isRecoverable: type.isRecoverable
        )
        deliver(.onConnectionError) { $0.onConnectionError(error) }
        flow?.onConnectionError(
            type: GlomoFlow.ConnectionErrorType(rawValue: type.rawValue),
            statusCode: failure.statusCode,
            errorCode: failure.code,
            errorDomain: failure.domain,
            failedURL: failure.url,
            shouldAutoClose: type.closes,
            isRecoverable: type.isRecoverable
        )
        return type
    }

    private func showRetry(_ cause: CheckoutRetryCause) {
        isRetryShown = true
        flow?.retryShown(cause: cause)
    }

    /// The payer asks for another try.
    public func retryPressed() {
        guard isRetryShown, !isFinished else { return }
        isRetryShown = false
        flow?.retryRequested()
    }

    /// The payer leaves.
    public func dismissed() {
        guard isShown, !isFinished else { return }
        finish(.userDismiss)
    }

    func closeByHost() {
        guard !isFinished else { return }
        guard isShown else {
            isClosing = true
            flow?.close()
            return
        }
        finish(.programmatic)
    }

    private func finish(_ source: TerminationSource) {
        end()
        deliver(.onPaymentTerminate) { $0.onPaymentTerminate(source) }
        if source == .programmatic { flow?.close() }
        flow?.onPaymentTerminate(source: GlomoFlow.TerminationSource(rawValue: source.rawValue))
    }

    func end() {
        isFinished = true
        device.clock.cancel(slowTimer)
    }

    /// Calls the listener if it is still there. If not, its result is lost, and that is told before the end.
    func deliver(_ callback: GlomoFlow.Callback, _ call: (any GlomoPayListener) -> Void) {
        guard let listener else {
            flow?.listenerReleased(callback: callback)
            return
        }
        call(listener)
    }

    /// The bank's page opens over the checkout; whether the strip about remittances has content.
    public func bankPageOpened(showsStrip: Bool) {
        isOverlayShown = true
        flow?.overlayOpened(showsCarousel: showsStrip)
    }

    /// Back, or the bank's page is done: only the overlay closes.
    public func bankPageClosed() {
        isOverlayShown = false
        flow?.overlayClosed()
    }

    /// The payer picks a document.
    public func uploadPicked(_ source: CheckoutUploadSource) {
        flow?.uploadStarted(source: source)
    }
}

extension GlomoDevice.Compromise {
    var signal: CheckoutDeviceSignal {
        switch self {
        case .jailbreak: .jailbreak
        case .debugger: .debugger
        }
    }
}
