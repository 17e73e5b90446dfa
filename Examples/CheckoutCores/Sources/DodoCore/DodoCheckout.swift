public import CheckoutTelemetry
public import HeadlessSupport

/// The checkout: a hosted page in the system's browser. It holds no key and has no networking of its own. One at a time.
@MainActor
public final class DodoCheckout {
    let clock: SteppedClock
    private let browser: any DodoBrowser
    let records: any SessionRecords
    let telemetry: CheckoutSession?
    private var running: Running?
    // Flows that this process began, for a record that it clears.
    var flow: DodoFlow?

    private struct Running {
        let returnURL: WebAddress?
        let flow: DodoFlow?
        let onEvent: @MainActor (DodoEvent) -> Void
        let finish: @MainActor (DodoResult) -> Void
    }

    /// A checkout; `telemetry` only if the merchant opted in.
    public init(
        clock: SteppedClock,
        browser: any DodoBrowser,
        records: any SessionRecords,
        telemetry: CheckoutSession? = nil
    ) {
        self.clock = clock
        self.browser = browser
        self.records = records
        self.telemetry = telemetry
    }

    /// Shows the page, and returns when the payer comes back or leaves. Throws for misuse and failures of the platform only.
    public func start(
        checkoutUrl: String,
        returnUrl: String,
        customization: BrowserCustomization = BrowserCustomization(),
        onEvent: @escaping @MainActor (DodoEvent) -> Void = { _ in }
    ) async throws -> DodoResult {
        let flow = try begin(checkoutUrl, returnUrl, customization)
        let address = WebAddress(returnUrl)
        let result: DodoResult? = await withCheckedContinuation { continuation in
            running = Running(returnURL: address, flow: flow, onEvent: onEvent) { continuation.resume(returning: $0) }
            guard browser.open(checkoutUrl, customization, for: self) else {
                running = nil
                return continuation.resume(returning: nil)
            }
        }
        guard let result else {
            records.record?.prior = .error
            throw failure(.platformError, flow)
        }
        return result
    }

    /// As `start`, for a process that does not live to see what comes back. While another checkout runs it is refused likewise.
    public func startWithoutResult(checkoutUrl: String, returnUrl: String, customization: BrowserCustomization) {
        do {
            let flow = try begin(checkoutUrl, returnUrl, customization)
            running = Running(returnURL: WebAddress(returnUrl), flow: flow, onEvent: { _ in }, finish: { _ in })
            if !browser.open(checkoutUrl, customization, for: self) { records.record?.prior = .error }
            running = nil
        } catch {
            // Nobody is there to be told.
        }
    }

    /// Everything before the page is shown.
    private func begin(
        _ checkoutUrl: String,
        _ returnUrl: String,
        _ customization: BrowserCustomization
    ) throws(CheckoutError) -> DodoFlow? {
        let flow = telemetry.map { DodoFlow($0, checkoutURL: checkoutUrl) }
        guard running == nil else { throw failure(.alreadyInProgress, flow) }
        flow?.start(style: DodoFlow.PresentationStyle(rawValue: customization.presentationStyle.rawValue))
        guard let session = Self.session(of: checkoutUrl) else { throw failure(.invalidCheckoutUrl, flow) }
        guard let address = WebAddress(returnUrl), !address.host.isEmpty || !address.path.isEmpty,
            !["javascript", "data", "file", "about"].contains(address.scheme)
        else { throw failure(.invalidReturnUrl, flow) }
        self.flow = flow
        // Before the page is shown: whatever happens then, the next launch finds it.
        records.record = SessionRecord(
            sessionId: session,
            createdAt: clock.wallMilliseconds,
            flow: flow?.flow.resumption?.description,
            checkoutUrl: checkoutUrl
        )
        return flow
    }

    private func failure(_ error: CheckoutError, _ flow: DodoFlow?) -> CheckoutError {
        if let code = DodoFlow.ErrorCode(rawValue: error.rawValue) { flow?.failed(code) }
        return error
    }

    /// The session of a checkout URL: https, one of two hosts, a path that begins with `/session/`; nil for any other URL.
    static func session(of url: String) -> String? {
        guard let address = WebAddress(url), address.scheme == "https",
            ["checkout.dodopayments.com", "test.checkout.dodopayments.com"].contains(address.host),
            address.path.hasPrefix("/session/")
        else { return nil }
        return String(address.path.dropFirst("/session/".count))
    }

    /// The browser shows the page.
    public func opened() {
        running?.onEvent(.opened)
        running?.flow?.onEvent(.opened)
    }

    /// The app was opened with a URL. Whether it is the return of the running checkout: by scheme, host and path.
    @discardableResult
    public func handleOpenURL(_ url: String) -> Bool {
        guard let running, let address = WebAddress(url), let own = running.returnURL, address.isSamePlace(as: own)
        else {
            if let flow = running?.flow { flow.openURLIgnored() } else { telemetry?.record(.returnIgnored) }
            return false
        }
        running.onEvent(.returnReceived)
        running.flow?.onEvent(.returnReceived)
        finish(CheckoutStatus(query: address.value("status")), address)
        return true
    }

    /// The payer closed the page before it came back.
    public func closed() {
        finish(.cancelled, nil)
    }

    private func finish(_ status: CheckoutStatus, _ address: WebAddress?) {
        guard let running else { return }
        self.running = nil
        running.onEvent(.closed)
        running.flow?.onEvent(.closed)
        var parameters: [String: String] = [:]
        for item in address?.query ?? [] where parameters[item.name] == nil { parameters[item.name] = item.value }
        if let told = DodoFlow.Status(rawValue: status.rawValue) {
            running.flow?.finished(
                told,
                hasPaymentID: parameters["payment_id"] != nil,
                hasSubscriptionID: parameters["subscription_id"] != nil,
                hasLicenseKey: parameters["license_key"] != nil,
                hasEmail: parameters["email"] != nil
            )
        }
        if status.isFinal {
            records.record = nil
        } else {
            records.record?.prior = status == .cancelled ? .cancelled : .pending
        }
        running.finish(
            DodoResult(status: status, paymentId: parameters["payment_id"], parameters: parameters)
        )
    }
}
