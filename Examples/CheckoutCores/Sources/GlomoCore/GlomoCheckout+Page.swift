internal import CheckoutTelemetry
internal import HeadlessSupport

/// What the page sends and where it wants to go.
extension GlomoCheckout {
    /// A message over the bridge. Names of fields come in camel case and in snake case. Returns whether it was taken.
    @discardableResult
    public func pageSent(_ message: [String: String]?) -> Bool {
        guard !isFinished else {
            // One journey, one result: the flow knows that it has ended, and counts.
            if let message, let event = message["event"] { repeated(event, message) }
            return false
        }
        guard let message, let event = message["event"] else { return reject(.undecodable) }
        guard ["success", "failure", "journey"].contains(event) else { return reject(.unknownType) }
        guard let order = Self.value("orderId", message) else { return reject(.missingOrderId) }
        switch event {
        case "journey": return journey(message, order)
        case "success": succeed(message, order)
        default: fail(message, order)
        }
        return true
    }

    private func reject(_ reason: CheckoutBridgeReason) -> Bool {
        flow?.bridgeMessageRejected(reason: reason)
        return false
    }

    private func succeed(_ message: [String: String], _ order: String) {
        end()
        let payload = GlomoPayPayload(
            orderId: order,
            paymentId: Self.value("paymentId", message),
            signature: Self.value("signature", message),
            rawResponse: message
        )
        deliver(.onPaymentSuccess) { $0.onPaymentSuccess(payload) }
        flow?.onPaymentSuccess(hasSignature: payload.signature != nil, hasPaymentID: payload.paymentId != nil)
    }

    private func fail(_ message: [String: String], _ order: String) {
        end()
        let payment = Self.value("paymentId", message)
        let payload = GlomoPayPayload(orderId: order, paymentId: payment, signature: nil, rawResponse: message)
        deliver(.onPaymentFailure) { $0.onPaymentFailure(payload) }
        flow?.onPaymentFailure(hasPaymentID: payment != nil)
    }

    private func journey(_ message: [String: String], _ order: String) -> Bool {
        guard let name = Self.value("journeyType", message), ["bankTransfer", "bank_transfer"].contains(name) else {
            return reject(.unknownType)
        }
        end()
        let payload = GlomoPayUserJourneyPayload(
            journeyType: .bankTransfer,
            orderId: order,
            senderAccountNumber: Self.value("senderAccountNumber", message),
            transactionReference: Self.value("transactionReference", message),
            status: Self.value("status", message),
            rawResponse: message
        )
        deliver(.onUserJourneyCompleted) { $0.onUserJourneyCompleted(payload) }
        flow?.onUserJourneyCompleted(type: .bankTransfer, status: payload.status)
        return true
    }

    private func repeated(_ event: String, _ message: [String: String]) {
        switch event {
        case "success": flow?.onPaymentSuccess(hasSignature: Self.value("signature", message) != nil)
        case "failure": flow?.onPaymentFailure()
        case "journey": flow?.onUserJourneyCompleted()
        default: break
        }
    }

    /// A field by its name in camel case, or the same in snake case.
    static func value(_ name: String, _ message: [String: String]) -> String? {
        if let value = message[name] { return value }
        let snake = name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
        return message[snake]
    }

    /// The bank's page wants to go there. Returns whether it may: everything but a handful of schemes is blocked.
    public func bankPageNavigates(to url: String) -> Bool {
        let scheme = WebAddress(url)?.scheme ?? ""
        if ["http", "https", "about", "blob", "data"].contains(scheme) { return true }
        flow?.navigationBlocked(url: url)
        return false
    }

    /// The checkout's page asks to open a URL outside. Returns whether it is opened.
    public func pageAsksToOpen(_ url: String) -> Bool {
        let scheme = WebAddress(url)?.scheme ?? ""
        if !["", "javascript", "data", "file"].contains(scheme) { return true }
        flow?.urlRejected(url: url)
        return false
    }
}
