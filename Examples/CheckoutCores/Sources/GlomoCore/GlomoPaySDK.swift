public import CheckoutTelemetry
internal import HeadlessSupport

/// The SDK's entry. Callbacks come on the main actor.
@MainActor
public final class GlomoPaySDK {
    private let device: GlomoDevice
    // Nil: a core without telemetry.
    private let telemetry: CheckoutSession?

    /// An SDK on a device. `telemetry` is the SDK's own, not the host's.
    public init(on device: GlomoDevice, telemetry: CheckoutSession? = nil) {
        self.device = device
        self.telemetry = telemetry
    }

    /// What is wrong with a configuration; starts nothing.
    public func validate(_ config: GlomoPayConfig) -> [SdkError] {
        let faults = config.faults
        if let telemetry { GlomoFlow.validated(faults.map(\.told), publicKey: config.publicKey, in: telemetry) }
        return faults
    }

    /// Starts a checkout. It opens only when the configuration is right, the device may pay and the order is known.
    ///
    /// - Parameters:
    ///   - presenter: Shows the page.
    ///   - config: What is paid for.
    ///   - orderType: `auto`, `standard` or `lrs`.
    ///   - listener: Told how it ended; held weakly.
    ///   - animated: For the presenter.
    ///   - completion: Called when the page is shown.
    @discardableResult
    public func startCheckout(
        from presenter: any GlomoPresenter,
        config: GlomoPayConfig,
        orderType: String = "auto",
        listener: any GlomoPayListener,
        animated: Bool = true,
        completion: (@MainActor () -> Void)? = nil
    ) -> GlomoPayCheckoutHandle {
        let flow = telemetry.map {
            GlomoFlow(
                $0,
                publicKey: config.publicKey,
                orderId: config.orderId,
                subscriptionId: config.subscriptionId
            )
        }
        let checkout = GlomoCheckout(device: device, config: config, listener: listener, flow: flow)
        flow?.startCheckout(
            orderType: GlomoFlow.OrderType(rawValue: orderType),
            autoCloseOnConnectionError: config.autoCloseOnConnectionError
        )
        let missing = GlomoFlow.UsageDescription.allCases.filter { !device.usageDescriptions.contains($0.rawValue) }
        flow?.usageDescriptionsMissing(missing)
        if checkout.mayOpen(requested: orderType) {
            checkout.completion = completion
            presenter.present(checkout, animated: animated)
        }
        return GlomoPayCheckoutHandle(checkout)
    }
}

/// Closes a checkout that was started.
@MainActor
public final class GlomoPayCheckoutHandle {
    private let checkout: GlomoCheckout

    init(_ checkout: GlomoCheckout) {
        self.checkout = checkout
    }

    /// Closes it: `onPaymentTerminate(.programmatic)`, once. Before it is shown that waits; after its end nothing happens.
    public func close() {
        checkout.closeByHost()
    }

    /// The flow's id, which a host may show to its support; nil without telemetry.
    public var flow: FlowID? { checkout.flow?.flow.id }
}

/// Shows the page. A stand-in for the view controller.
@MainActor
public protocol GlomoPresenter {
    /// The page is to be shown; `pageShown` follows when it is, at once or later.
    func present(_ checkout: GlomoCheckout, animated: Bool)
}

extension SdkError {
    /// What of it is told.
    var told: GlomoFlow.SdkError {
        GlomoFlow.SdkError(GlomoFlow.SdkErrorType(rawValue: type.rawValue), field: field)
    }
}
