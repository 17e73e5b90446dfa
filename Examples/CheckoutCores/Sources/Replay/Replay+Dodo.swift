internal import CheckoutTelemetry
internal import DodoCore
internal import HeadlessSupport

private final class Storage: SessionRecords {
    var record: SessionRecord?
}

/// A browser in which one thing happens.
private struct Browser: DodoBrowser {
    let act: @MainActor (DodoCheckout) -> Bool

    func open(_ url: String, _ customization: BrowserCustomization, for checkout: DodoCheckout) -> Bool {
        act(checkout)
    }
}

extension Replay {
    func dodo(_ payload: Payload, _ session: CheckoutSession, _ clock: SteppedClock) async -> Bool {
        let event = payload.text("event") ?? ""
        let code = payload.text("code")
        let url = payload.text("url")
        let storage = Storage()
        let back = url.map { String($0.prefix { $0 != "?" && $0 != "#" }) } ?? "shopapp://back/checkout"
        let isForeign = event == "openURLIgnored" || payload.text("matched") == "false"
        var isTaken = true
        let browser = Browser { checkout in
            guard code != "PLATFORM_ERROR" else { return false }
            checkout.opened()
            clock.advance(by: .seconds(20))
            if code == "ALREADY_IN_PROGRESS" {
                checkout.startWithoutResult(
                    checkoutUrl: "https://checkout.dodopayments.com/session/second",
                    returnUrl: back,
                    customization: BrowserCustomization()
                )
            }
            if isForeign, let url { isTaken = !checkout.handleOpenURL(url) }
            if event == "checkout.return_received", let url { isTaken = checkout.handleOpenURL(url) }
            checkout.closed()
            return true
        }
        let checkout = DodoCheckout(clock: clock, browser: browser, records: storage, telemetry: session)
        let page =
            code == "INVALID_CHECKOUT_URL"
            ? "http://checkout.dodopayments.com/session/x"
            : payload.text("checkoutUrl", "checkoutURL") ?? "https://checkout.dodopayments.com/session/cks_replayed"
        let home = code == "INVALID_RETURN_URL" ? "shopapp:" : isForeign ? "shopapp://back/checkout" : back
        _ = try? await checkout.start(checkoutUrl: page, returnUrl: home)
        if event.hasPrefix("abandoned") || payload.text("sessionId") != nil {
            _ = checkout.abandonedSession()
            if event == "abandonedCleared" { checkout.clearAbandonedSession() }
        }
        return isTaken
    }
}
