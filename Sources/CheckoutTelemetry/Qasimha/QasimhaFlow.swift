public import TelemetryWire

/// One checkout of QasimhaCheckout, told by its own results.
///
/// A table over `Flow`: every call says what the SDK has just done, and takes what a core holds at that moment. URLs are
/// reduced to scheme and registrable domain, ids are not taken. Any thread; calls return at once, and never throw,
/// block on I/O or trap. The SDK promises to send nothing: `Configuration(checkout:version:)` is `.off` unless the merchant
/// opted in.
public final class QasimhaFlow: Sendable {
    /// The version that the documentation describes.
    public static let documentedVersion = "0.1.0"

    /// The machine behind the table.
    public let flow: Flow
    let session: CheckoutSession
    private let merchantURL: MerchantURL?

    /// A checkout that is about to be asked for.
    ///
    /// - Parameters:
    ///   - session: Made with the identity of `.qasimha`.
    ///   - merchantURL: Where the page comes back to; for `handleReturn`.
    ///   - publicKey: Only its prefix is looked at, if the core has one at all.
    ///   - apiBaseURL: Only whether there is one: a local server.
    ///   - orderReference: 16 hexadecimal digits of an HMAC that the merchant made; other text is left out.
    public init(
        _ session: CheckoutSession,
        merchantURL: MerchantURL? = nil,
        publicKey: String? = nil,
        apiBaseURL: String? = nil,
        orderReference: String? = nil
    ) {
        self.session = session
        self.merchantURL = merchantURL
        var options = FlowOptions(
            kind: .order,
            keyMode: Self.keyMode(publicKey),
            environment: Self.environment(publicKey: publicKey, apiBaseURL: apiBaseURL)
        )
        options.orderReference = CheckoutToken.orderReference(orderReference)
        flow = Flow(session, options)
    }

    /// `start` was accepted, and shows the page. A presentation that the documentation does not name is nil.
    public func start(presentation: Presentation?, language: String? = nil) {
        let word = presentation?.word ?? .other
        let language = Self.language(language)
        flow.start {
            $0[.presentation] = word
            $0[.language] = language
        }
        flow.present { $0[.presentation] = word }
    }

    /// `.success`: came back on the success URL. Whether money moved, the server says.
    public func success(returned kind: CheckoutReturnKind = .success) {
        flow.end(.completed, .clientHint) {
            $0[.sdkEvent] = .success
            $0[.returnKind] = kind
        }
    }

    /// `.failure` with a status of the SDK, or text of the server, which is told only as far as it is on a list.
    ///
    /// Refused options end a checkout that did not open. Another checkout that is shown is no end of anything: it is told
    /// outside of both.
    public func failure(status: String?) {
        switch status.flatMap(Status.init(rawValue:)) {
        case .alreadyPresenting?:
            session.record(.error) {
                $0[.kind] = .order
                $0[.sdkEvent] = .failure
                $0[.sdkCode] = .alreadyPresenting
                $0[.errorType] = .alreadyInProgress
            }
        case .invalidOptions?:
            startIfNeeded()
            flow.record(.configRejected) {
                $0[.sdkEvent] = .failure
                $0[.sdkCode] = .invalidOptions
                $0[.errorType] = .validation
            }
            end(.notOpened, .unknown, .invalidOptions, .validation)
        case .unverified?:
            end(.failed, .unknown, .unverified, .returnUnverified)
        case nil:
            let isDeclined = status.map { Self.declinedStatuses.contains($0.lowercased()) } ?? false
            end(.failed, .clientHint, .other, isDeclined ? .paymentDeclined : .other)
        }
    }

    /// A checkout that was refused was asked for, too.
    private func startIfNeeded() {
        if !flow.isStarted { flow.start() }
    }

    private func end(
        _ outcome: CheckoutOutcome,
        _ certainty: CheckoutCertainty,
        _ code: CheckoutSDKCode,
        _ errorType: CheckoutErrorType
    ) {
        flow.end(outcome, certainty) {
            $0[.sdkEvent] = .failure
            $0[.sdkCode] = code
            $0[.errorType] = errorType
        }
    }

    /// `.cancelled`, by what was behind it: a page that could not be loaded is a fault, and says so.
    public func cancelled(reason: CheckoutCancelReason) {
        flow.end(.cancelled, .unknown) {
            $0[.sdkEvent] = .cancelled
            $0[.cancelReason] = reason
            if reason == .loadFailedClosed { $0[.errorType] = .loadFailedClosed }
            if reason == .returnUrl { $0[.returnKind] = .cancel }
        }
    }

    /// `handleReturn(url:)`: whether the URL belongs to this checkout, by scheme, host and path. Of a foreign one nothing is told
    /// but that it came: it may hold another app's secrets.
    @discardableResult
    public func handleReturn(url: String, channel: CheckoutReturnChannel? = nil) -> Bool {
        guard let kind = merchantURL?.kind(of: url) else {
            flow.record(.returnIgnored)
            return false
        }
        let channel = channel ?? Self.channel(of: url)
        flow.record(.returnReceived) {
            $0[.returnKind] = kind
            $0[.returnChannel] = channel
        }
        return true
    }
}
