internal import TelemetryDelivery
public import TelemetryWire

/// One checkout of Glomo's SDK, told by its own callbacks.
///
/// A table over `Flow`: every call says what the SDK has just done, in the page's words, and takes what a core holds at that
/// moment. Keys are reduced to their mode, ids to their presence, URLs to scheme and registrable domain before
/// anything is kept. Any thread; calls return at once, and never throw, block on I/O or trap.
public final class GlomoFlow: Sendable {
    /// The version that the documentation describes.
    public static let documentedVersion = "1.0.0"

    /// The machine behind the table.
    public let flow: Flow
    let keyMode: CheckoutKeyMode
    // 1 from a `close` until the SDK's own terminate, which is the same end.
    let isClosing = AtomicCell(0)

    /// A checkout that is about to be asked for.
    ///
    /// - Parameters:
    ///   - session: Made with the identity of `.glomo`.
    ///   - publicKey: Only its prefix is looked at.
    ///   - orderId: Only whether there is one. Exactly one of the two ids says what is paid for.
    ///   - subscriptionId: Only whether there is one.
    ///   - orderReference: 16 hexadecimal digits of an HMAC that the merchant made; other text is left out.
    public init(
        _ session: CheckoutSession,
        publicKey: String?,
        orderId: String?,
        subscriptionId: String? = nil,
        orderReference: String? = nil
    ) {
        keyMode = Self.keyMode(publicKey)
        var options = FlowOptions(
            kind: Self.kind(orderId: orderId, subscriptionId: subscriptionId),
            keyMode: keyMode,
            environment: Self.environment(keyMode)
        )
        options.orderReference = CheckoutToken.orderReference(orderReference)
        options.closeEvent = .onPaymentTerminate
        options.closeCode = .programmatic
        flow = Flow(session, options)
    }

    /// `startCheckout` was called.
    public func startCheckout(orderType: OrderType? = .auto, autoCloseOnConnectionError: Bool = true) {
        flow.start {
            $0[.orderTypeRequested] = orderType?.word ?? .other
            $0[.configAutoClose] = autoCloseOnConnectionError
        }
    }

    /// The handle's `close()`. Before the checkout is shown it waits for that; after the end it does nothing. The SDK's
    /// `onPaymentTerminate(.programmatic)` that follows is the same end, and may be told or not.
    public func close() {
        if flow.outcome == nil { isClosing.store(1) }
        flow.close()
    }

    /// The checkout is on the screen.
    public func presented() {
        flow.present { $0[.surface] = .checkout }
    }

    /// The page is interactive.
    public func ready() {
        flow.ready()
    }

    /// The order was fetched, and says its type.
    public func orderTypeResolved(_ type: CheckoutOrderType) {
        flow.record(.orderTypeResolved) { $0[.orderType] = type }
    }

    /// The order's type is not known: the checkout does not open. The SDK's error follows. `statusCode` is the HTTP status,
    /// where one came.
    public func orderTypeFailed(_ failure: CheckoutOrderTypeFailure, statusCode: Int? = nil) {
        flow.record(.orderTypeResolved) {
            $0[.orderTypeFailure] = failure
            $0[.statusCode] = statusCode
        }
    }

    /// The device was looked at before a checkout with a live key; for other keys nothing is, and that is told.
    public func deviceChecked(found signal: CheckoutDeviceSignal? = nil) {
        let result = Self.deviceResult(keyMode, found: signal)
        flow.record(.deviceCheck) {
            $0[.deviceResult] = result
            if result == .forbidden { $0[.deviceSignal] = signal }
        }
    }

    /// The app lacks usage descriptions: one warning each, before the system ends the app over it.
    public func usageDescriptionsMissing(_ missing: [UsageDescription]) {
        for description in UsageDescription.allCases where missing.contains(description) {
            flow.record(.integrationWarning) { $0[.integrationCheck] = description.check }
        }
    }
}
