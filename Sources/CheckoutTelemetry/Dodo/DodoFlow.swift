internal import TelemetryDelivery
public import TelemetryWire

/// One checkout of DodoCheckout, told by its own events, statuses and errors.
///
/// A table over `Flow`: every call says what the SDK has just done, and takes what a core holds at that moment. Of URLs only
/// host and scheme are looked at, and only where they are a documented one is anything told. Any thread; calls return
/// at once, and never throw, block on I/O or trap. The SDK promises to send nothing: `Configuration(checkout:version:)` is
/// `.off` unless the merchant opted in.
public final class DodoFlow: Sendable {
    /// The version that the documentation describes.
    public static let documentedVersion = "1.1.0"

    /// The machine behind the table.
    public let flow: Flow
    let session: CheckoutSession
    let environment: CheckoutEnvironment?
    // 1 once the SDK said that its page is gone: told with the end.
    private let isClosed = AtomicCell(0)

    /// A checkout that is about to be asked for, or one of an earlier process that goes on.
    ///
    /// - Parameters:
    ///   - session: Made with the identity of `.dodo`.
    ///   - checkoutURL: Only its host is looked at, for where the checkout runs.
    ///   - record: What the record of an abandoned checkout says, by `Flow.resumption`; nil or unreadable: a new flow.
    ///   - orderReference: 16 hexadecimal digits of an HMAC that the merchant made; other text is left out.
    public init(
        _ session: CheckoutSession,
        checkoutURL: String?,
        resuming record: String? = nil,
        orderReference: String? = nil
    ) {
        self.session = session
        environment = checkoutURL.flatMap(Self.environment(checkoutURL:))
        var options = FlowOptions(kind: .session, keyMode: .absent, environment: environment)
        options.resuming = record.flatMap { FlowResumption($0) }
        options.orderReference = CheckoutToken.orderReference(orderReference)
        flow = Flow(session, options)
    }

    /// `DodoCheckout.start` was called.
    public func start(style: PresentationStyle? = .pageSheet) {
        flow.start {
            $0[.presentation] = .browser
            $0[.presentationStyle] = style?.word ?? .other
        }
    }

    /// `onEvent`. That the page is gone is no event of ours, but told with the end.
    public func onEvent(_ event: Event) {
        switch event {
        case .opened:
            flow.present {
                $0[.sdkEvent] = .checkoutOpened
                $0[.presentation] = .browser
            }
        case .returnReceived:
            flow.record(.returnReceived) { $0[.sdkEvent] = .checkoutReturnReceived }
        case .closed:
            isClosed.store(1)
        }
    }

    /// `handleOpenURL` was given a URL of another app's, or of no checkout: that it came, and nothing else.
    public func openURLIgnored() {
        flow.record(.returnIgnored)
    }

    /// The result: a hint for the user interface. Of what it carries only whether it is there is told.
    public func finished(
        _ status: Status,
        hasPaymentID: Bool = false,
        hasSubscriptionID: Bool = false,
        hasLicenseKey: Bool = false,
        hasEmail: Bool = false
    ) {
        let wasClosed = isClosed.value == 1
        flow.end(status.outcome, status.certainty) {
            $0[.sdkEvent] = wasClosed ? .checkoutClosed : nil
            $0[.sdkCode] = status.code
            $0[.errorType] = status.errorType
            $0[.paymentIDPresent] = hasPaymentID
            $0[.subscriptionIDPresent] = hasSubscriptionID
            $0[.licenseKeyPresent] = hasLicenseKey
            $0[.emailPresent] = hasEmail
            $0[.closedReported] = wasClosed
            if status == .cancelled { $0[.cancelReason] = .sheetDismissed }
        }
    }

    /// `CheckoutError`: misuse or a failure of the platform, and the end of a checkout that did not open. While another
    /// checkout runs it is the end of nothing: it is told outside of both.
    public func failed(_ code: ErrorCode) {
        guard code != .alreadyInProgress else {
            session.record(.error) {
                $0[.kind] = .session
                $0[.environment] = environment
                $0[.sdkCode] = code.code
                $0[.errorType] = code.errorType
            }
            return
        }
        if !flow.isStarted { flow.start() }
        flow.record(.error) {
            $0[.sdkCode] = code.code
            $0[.errorType] = code.errorType
            $0[.errorIndex] = 0
            $0[.errorCount] = 1
        }
        flow.end(.notOpened, .unknown) {
            $0[.sdkCode] = code.code
            $0[.errorType] = code.errorType
        }
    }

    /// The record of a checkout without a final status was found: its age in seconds is told as a bucket, and what is known
    /// to have become of it. After an error that another checkout runs there is no such record.
    public func abandonedFound(age seconds: Int, prior: CheckoutAbandonedPrior) {
        flow.record(.abandonedFound) {
            $0[.abandonedAge] = Self.ageBucket(seconds)
            $0[.abandonedPrior] = prior
        }
    }

    /// The record was taken away, as its checkout is final.
    public func abandonedCleared() {
        flow.record(.abandonedCleared)
    }
}
