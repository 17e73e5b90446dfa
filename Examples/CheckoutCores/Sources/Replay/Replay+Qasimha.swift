internal import CheckoutTelemetry
internal import HeadlessSupport
internal import QasimhaCore

extension Replay {
    func qasimha(_ payload: Payload, _ session: CheckoutSession, _ clock: SteppedClock) -> Bool {
        let name = payload.text("event", "result") ?? ""
        if name.hasPrefix("promo") { return promo(payload, session, clock) }
        let checkout = QasimhaCheckout(telemetry: session)
        let success = payload.text("success") ?? "https://shop.example/paid"
        let merchant = MerchantURL(
            success: success,
            failure: payload.text("failure") ?? "https://shop.example/refused",
            cancel: payload.text("cancel") ?? "https://shop.example/cart"
        )
        let status = payload.text("status", "outcome")
        let page = checkout.start(
            paymentUrl: status == "invalid_options"
                ? "" : payload.text("paymentURL", "paymentUrl") ?? "https://pay.qasimha.example/s/replayed",
            merchantURL: merchant,
            presentation: payload.text("presentation").map { $0 == "webView" ? .webView : .webAuthenticationSession }
                ?? .webView,
            language: payload.text("language", "lang") ?? "ar",
            completion: { _ in }
        )
        guard let page else { return status == "invalid_options" }
        switch name {
        case "webViewLoadFailedClosed", "loadFailed": page.loadFailed()
        case "navigationBlocked":
            return !page.navigates(to: payload.text("url") ?? "http://\(payload.text("host") ?? "")/")
        case "authChallenge", "authChallengeRejected":
            page.challenged(
                method: payload.text("method", "authenticationMethod") ?? "",
                realm: payload.text("realm") ?? "",
                proposedCredential: payload.text("proposedCredential", "user")
            )
        case "success": _ = checkout.handleReturn(url: success + "?orderId=1")
        case "cancelled": page.dismissed()
        case "returnReceived": returned(status, payload, checkout, page, merchant)
        case "returnIgnored": return !checkout.handleReturn(url: payload.text("url", "returnUrl") ?? "x://y")
        case "failure": fail(status, payload, checkout, merchant)
        default: return name == "start"
        }
        return true
    }

    private func returned(
        _ status: String?,
        _ payload: Payload,
        _ checkout: QasimhaCheckout,
        _ page: QasimhaPage,
        _ merchant: MerchantURL
    ) {
        switch status {
        case "cancelled", "canceled": _ = checkout.handleReturn(url: merchant.cancel)
        case "success", "succeeded": _ = checkout.handleReturn(url: merchant.success + "?orderId=1")
        default: fail(status, payload, checkout, merchant)
        }
    }

    private func fail(
        _ status: String?,
        _ payload: Payload,
        _ checkout: QasimhaCheckout,
        _ merchant: MerchantURL
    ) {
        switch status {
        case "already_presenting":
            // The second call's trouble.
            checkout.start(
                paymentUrl: payload.text("paymentUrl", "paymentURL") ?? "https://pay.qasimha.example/s/second",
                merchantURL: merchant,
                completion: { _ in }
            )
        case "unverified": _ = checkout.handleReturn(url: merchant.success)
        default: _ = checkout.handleReturn(url: merchant.failure + "?status=\(status ?? "")")
        }
    }

    private func promo(_ payload: Payload, _ session: CheckoutSession, _ clock: SteppedClock) -> Bool {
        let reason = payload.text("reason")
        var key = payload.text("publicKey") ?? "pk_live_replayed"
        if reason == "invalidKey" || reason == "invalid_key", key.hasPrefix("pk_") { key = "replayed" }
        PromoWidget(clock: clock, telemetry: session).load(
            publicKey: key,
            amount: reason?.hasPrefix("amount") == true ? 0 : 500,
            from: { _ in
                switch reason {
                case "networkError", "network_error": .failed(after: .seconds(5))
                case "badResponse", "bad_response": .answer(status: 500, body: "\(payload.value)", after: .seconds(1))
                default: .answer(status: 200, body: "{\"plans\":[]}", after: .milliseconds(300))
                }
            }
        )
        return true
    }
}
