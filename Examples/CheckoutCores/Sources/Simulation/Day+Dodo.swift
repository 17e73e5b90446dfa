internal import CheckoutTelemetry
internal import DodoCore
internal import HeadlessSupport

/// The device's storage: outlives processes.
private final class Storage: SessionRecords {
    var record: SessionRecord?
}

/// A browser with a payer in front of it.
private struct Browser: DodoBrowser {
    let act: @MainActor (DodoCheckout) -> Bool

    func open(_ url: String, _ customization: BrowserCustomization, for checkout: DodoCheckout) -> Bool {
        act(checkout)
    }
}

extension Day {
    func dodo(_ dice: inout Dice) async {
        let isNew = dice.chance(0.4)
        let version = isNew ? "1.2.0" : "1.1.0"
        let clock = morning(&dice)
        let system = dice.pick(Self.systems)
        let storage = Storage()
        let session = session(.dodo, version, .native, clock, system: system)
        let returnUrl = "shopapp://back/checkout"
        // What the payer does is decided before, so that it happens inside the call that waits for it.
        let wait = dice.milliseconds(4_000...300_000)
        let isKilled = dice.chance(0.04)
        let isBroken = dice.chance(0.01)
        let again = dice.chance(0.02) ? "https://checkout.dodopayments.com/session/\(dice.pick(secrets.tokens))" : nil
        let foreign = dice.chance(0.03) ? foreign(&dice) : nil
        let back = comesBack(&dice, returnUrl, paid: isNew ? 0.64 : 0.67)
        let browser = Browser { checkout in
            clock.advance(by: .milliseconds(350))
            guard !isBroken else { return false }
            checkout.opened()
            clock.advance(by: wait)
            if let again {
                // An impatient tap: the second call's trouble alone.
                checkout.startWithoutResult(
                    checkoutUrl: again,
                    returnUrl: returnUrl,
                    customization: BrowserCustomization()
                )
            }
            if let foreign { checkout.handleOpenURL(foreign) }
            guard !isKilled else {
                // The process dies here; the call never returns there. Here it has to, and its result goes nowhere.
                return true
            }
            if let back { checkout.handleOpenURL(back) } else { checkout.closed() }
            return true
        }
        let host = dice.pick("checkout.dodopayments.com", [(0.15, "test.checkout.dodopayments.com")])
        let path = dice.chance(0.01) ? "/pay/" : "/session/"
        let checkoutUrl = "https://\(host)\(path)\(dice.pick(secrets.tokens))?email=\(dice.pick(secrets.emails))"
        var customization = BrowserCustomization()
        if dice.chance(0.2) { customization.presentationStyle = .fullScreen }
        let checkout = DodoCheckout(clock: clock, browser: browser, records: storage, telemetry: session)
        let target = dice.chance(0.005) ? "shopapp" : returnUrl
        if isKilled, !isBroken {
            checkout.startWithoutResult(checkoutUrl: checkoutUrl, returnUrl: target, customization: customization)
        } else {
            do {
                let result = try await checkout.start(
                    checkoutUrl: checkoutUrl,
                    returnUrl: target,
                    customization: customization
                )
                tell("dodo." + result.status.rawValue)
            } catch {
                tell("dodo.thrown")
            }
        }
        guard storage.record != nil else { return }
        relaunch(storage, clock, version, system, browser, checkout, &dice)
    }

    /// The return URL with everything that is in one; nil: the payer closes the page.
    private func comesBack(_ dice: inout Dice, _ url: String, paid: Double) -> String? {
        let status = dice.pick(
            "failed",
            [(paid, "succeeded"), (0.04, "active"), (0.04, "processing"), (0.02, "requires_action"), (0.03, "expired")]
        )
        guard dice.chance(0.85) else { return nil }
        return url + "?status=\(status)&payment_id=pay_\(dice.pick(secrets.tails))&email=\(dice.pick(secrets.emails))"
            + "&license_key=\(dice.pick(secrets.licences))"
    }

    /// Later, in the same process or in the next one, the host looks whether a session was left.
    private func relaunch(
        _ storage: Storage,
        _ clock: SteppedClock,
        _ version: String,
        _ system: (name: String, version: String),
        _ browser: Browser,
        _ checkout: DodoCheckout,
        _ dice: inout Dice
    ) {
        guard dice.chance(0.7) else { return }
        var checkout = checkout
        clock.advance(by: dice.milliseconds(1_000...6_000_000))
        if storage.record?.prior == .terminated || dice.chance(0.4) {
            let session = session(.dodo, version, .native, clock, system: system)
            checkout = DodoCheckout(clock: clock, browser: browser, records: storage, telemetry: session)
        }
        guard checkout.abandonedSession() != nil else { return }
        tell("dodo.abandoned")
        clock.advance(by: dice.milliseconds(200...20_000))
        if dice.chance(0.6) { checkout.clearAbandonedSession() }
    }
}
