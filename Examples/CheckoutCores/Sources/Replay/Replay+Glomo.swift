internal import CheckoutTelemetry
internal import GlomoCore
internal import HeadlessSupport
internal import TelemetryTesting

/// A host that forgets what it is told.
private final class Host: GlomoPayListener {
    func onPaymentSuccess(_ payload: GlomoPayPayload) {}
    func onPaymentFailure(_ payload: GlomoPayPayload) {}
    func onSdkError(_ errors: [SdkError]) {}
    func onConnectionError(_ error: ConnectionError) {}
    func onUserJourneyCompleted(_ payload: GlomoPayUserJourneyPayload) {}
    func onPaymentTerminate(_ source: TerminationSource) {}
}

private final class Screen: GlomoPresenter {
    var checkout: GlomoCheckout?

    func present(_ checkout: GlomoCheckout, animated: Bool) { self.checkout = checkout }
}

private struct OneAnswer: OrderSource {
    let answer: OrderAnswer

    func fetch(order: String, key: String) -> OrderAnswer { answer }
}

extension Replay {
    func glomo(_ payload: Payload, _ session: CheckoutSession, _ clock: SteppedClock) -> Bool {
        let name = payload.text("callback", "event") ?? ""
        var config = GlomoPayConfig(publicKey: payload.text("publicKey", "X-Public-Key") ?? "live_replayed")
        if !config.publicKey.hasPrefix("live_"), payload.text("keyMode") == "live" {
            config.publicKey = "live_replayed"
        }
        config.orderId = "order_" + (payload.text("orderId", "order_id")?.replacing("order_", with: "") ?? "replayed")
        var device = GlomoDevice(clock: clock, orders: OneAnswer(answer: orderAnswer(payload)))
        let errors = name == "onSdkError" ? payload.text("type") : nil
        switch errors {
        case "validationError": spoil(&config, field: payload.text("field"))
        case "deviceForbidden":
            let checks = payload.value["/device/checks"]?.elements ?? []
            device.compromise = checks.contains(.string("jailbreak")) ? .jailbreak : .debugger
        default: break
        }
        let screen = Screen()
        let host = Host()
        let handle = GlomoPaySDK(on: device, telemetry: session).startCheckout(
            from: screen,
            config: config,
            orderType: payload.text("orderType") ?? "auto",
            listener: host
        )
        defer { withExtendedLifetime((handle, host)) {} }
        guard let checkout = screen.checkout else { return true }
        checkout.pageShown()
        return happen(name, payload, checkout, handle, clock)
    }

    private func happen(
        _ name: String,
        _ payload: Payload,
        _ checkout: GlomoCheckout,
        _ handle: GlomoPayCheckoutHandle,
        _ clock: SteppedClock
    ) -> Bool {
        var message = payload.fields
        if name != "onConnectionError" { checkout.pageBecameInteractive() }
        switch name {
        case "onPaymentSuccess": message["event"] = "success"
        case "onPaymentFailure": message["event"] = "failure"
        case "onUserJourneyCompleted": message["event"] = "journey"
        case "onConnectionError":
            connectionFailed(payload, checkout, clock)
            return true
        case "onPaymentTerminate":
            if payload.text("source") == "userDismiss" { checkout.dismissed() } else { handle.close() }
            return true
        case "navigationBlocked":
            return !checkout.bankPageNavigates(to: payload.text("url") ?? (payload.text("scheme") ?? "") + ":")
        case "urlRejected": return !checkout.pageAsksToOpen(payload.text("url") ?? (payload.text("scheme") ?? "") + ":")
        case "bridgeMessageRejected":
            switch payload.text("reason") {
            case "undecodable": return !checkout.pageSent(nil)
            case "unknownType": message["event"] = "unheard"
            default:
                message["event"] = "success"
                message["orderId"] = nil
                message["order_id"] = nil
            }
            return !checkout.pageSent(message)
        case "uploadStarted", "upload":
            checkout.uploadPicked(CheckoutUploadSource(reading: payload.text("source") ?? ""))
            return true
        case "overlayOpened":
            checkout.bankPageOpened(showsStrip: payload.text("carousel", "showsStrip") == "true")
            return true
        default: return name == "orderTypeResolved" || name == "onSdkError"
        }
        message["orderId"] = message["orderId"] ?? "order_replayed"
        return checkout.pageSent(message)
    }

    private func connectionFailed(_ payload: Payload, _ checkout: GlomoCheckout, _ clock: SteppedClock) {
        // Slow, and not closing: that is what the core finds by itself.
        if payload.text("type") == "timeout", payload.text("shouldAutoClose") == "false" {
            return clock.advance(by: .seconds(15))
        }
        let codes = [
            "noInternet": -1_009, "dnsFailure": -1_003, "timeout": -1_001, "sslError": -1_200,
            "webResourceError": -1_100,
        ]
        let type = payload.text("type") ?? ""
        var status = payload.integer("statusCode", "status")
        if status == nil, type == "httpClientError" { status = 400 }
        if status == nil, type == "httpServerError" { status = 500 }
        checkout.pageFailed(
            LoadFailure(
                payload.text("domain") ?? "NSURLErrorDomain",
                payload.integer("errorCode") ?? codes[type],
                statusCode: type.hasPrefix("http") ? status : nil,
                url: payload.text("failedURL", "url") ?? "https://glomo.example/",
                description: payload.text("message") ?? ""
            )
        )
    }

    private func orderAnswer(_ payload: Payload) -> OrderAnswer {
        if payload.text("type") == "networkError" {
            return .answer(status: payload.integer("status", "statusCode") ?? 502, body: "\(payload.value)")
        }
        switch payload.text("event") == "orderTypeResolved" ? payload.text("result", "failure") : nil {
        case "timeout"?: return .timeout(url: "https://glomo.example/orders")
        case "transport"?:
            return .transport(LoadFailure("NSURLErrorDomain", -1_009, url: "https://glomo.example/orders"))
        case "unparseable"?: return .answer(status: 200, body: "\(payload.value)")
        case "http_status"?, "httpStatus"?: return .answer(status: 500, body: "\(payload.value)")
        case let type: return .answer(status: 200, body: "{\"order_type\":\"\(type ?? "standard")\"}")
        }
    }

    private func spoil(_ config: inout GlomoPayConfig, field: String?) {
        switch field {
        case "publicKey": config.publicKey = String(config.publicKey.drop { $0 != "_" })
        case "subscriptionId": (config.orderId, config.subscriptionId) = (nil, "sub")
        default: config.orderId = "replayed"
        }
    }
}
