internal import CheckoutTelemetry
internal import HeadlessSupport
internal import QasimhaCore

extension Day {
    func qasimha(_ dice: inout Dice) {
        let isNew = dice.chance(0.4)
        let clock = morning(&dice)
        let session = session(.qasimha, isNew ? "0.1.1" : "0.1.0", .native, clock, system: dice.pick(Self.systems))
        if dice.chance(0.3) { promo(clock, session, &dice) }
        let checkout = QasimhaCheckout(telemetry: session)
        let merchant =
            dice.chance(0.05)
            ? MerchantURL(success: "https://shop.example/done", failure: "https://shop.example/done")
            : MerchantURL(
                success: "https://shop.example/ok",
                failure: "https://shop.example/failed",
                cancel: dice.chance(0.5) ? "shopapp://cancel" : nil
            )
        let scheme = dice.chance(0.02) ? "http" : "https"
        let url = "\(scheme)://pay.qasimha.example/session/\(dice.pick(secrets.tokens))?u=\(dice.pick(secrets.emails))"
        if dice.chance(0.02) { checkout.handleReturn(url: foreign(&dice)) }
        let presentation = dice.pick(
            QasimhaCheckout.Presentation?.some(.webAuthenticationSession),
            [(0.4, .webView), (0.05, nil)]
        )
        let page = checkout.start(
            paymentUrl: url,
            merchantURL: merchant,
            presentation: presentation,
            language: dice.chance(0.3) ? "en" : "ar"
        ) { [self] in tell($0) }
        guard let page else { return }
        if dice.chance(0.02) {
            // An impatient tap: the second call's trouble alone.
            checkout.start(paymentUrl: url, merchantURL: merchant) { [self] in tell($0) }
        }
        clock.advance(by: dice.milliseconds(300...8_000))
        if dice.chance(isNew ? 0.04 : 0.02) { return page.loadFailed() }
        if dice.chance(0.05) {
            page.navigates(
                to: dice.pick([
                    "https://id.wallet-\(dice.pick(["a", "b"])).example/login?n=\(dice.pick(secrets.accounts))",
                    "tel:\(dice.pick(secrets.phones))", "http://pay.qasimha.example/?pan=\(dice.pick(secrets.cards))",
                ])
            )
        }
        if dice.chance(0.01) {
            page.challenged(
                method: dice.pick(["NSURLAuthenticationMethodHTTPBasic", "Digest"]),
                realm: dice.pick(secrets.names),
                proposedCredential: dice.pick(secrets.tails)
            )
        }
        if dice.chance(0.02) { checkout.handleReturn(url: foreign(&dice)) }
        clock.advance(by: dice.milliseconds(5_000...300_000))
        if dice.chance(0.04) { return }
        finish(page, checkout, merchant, &dice, paid: isNew ? 0.66 : 0.69)
    }

    private func finish(
        _ page: QasimhaPage,
        _ checkout: QasimhaCheckout,
        _ merchant: MerchantURL,
        _ dice: inout Dice,
        paid: Double
    ) {
        let order = "?orderId=\(dice.pick(secrets.tails))&orderReferenceId=\(dice.pick(secrets.references))"
        let detail = order + "&email=\(dice.pick(secrets.emails))"
        if dice.chance(paid) {
            come(back: merchant.success + (dice.chance(0.98) ? detail : ""), page, checkout, &dice)
        } else if dice.chance(0.4) {
            let status = dice.pick(["declined", "rejected", "sent%20back%20to%20\(dice.pick(secrets.accounts))"])
            come(back: merchant.failure + detail + "&status=\(status)", page, checkout, &dice)
        } else if dice.chance(0.3) {
            come(back: merchant.cancel + detail, page, checkout, &dice)
        } else {
            page.dismissed()
        }
    }

    private func come(back url: String, _ page: QasimhaPage, _ checkout: QasimhaCheckout, _ dice: inout Dice) {
        if dice.chance(0.5) { page.navigates(to: url) } else { checkout.handleReturn(url: url) }
    }

    /// A URL of somebody else's, with a code of theirs.
    func foreign(_ dice: inout Dice) -> String {
        "otherapp://oauth/callback?code=\(dice.pick(secrets.tails))&state=\(dice.pick(secrets.signatures))"
    }

    private func tell(_ ending: QasimhaCheckout.Ending) {
        switch ending {
        case .success: tell("qasimha.success")
        case .failure: tell("qasimha.failure")
        case .cancelled: tell("qasimha.cancelled")
        }
    }

    private func promo(_ clock: SteppedClock, _ session: CheckoutSession?, _ dice: inout Dice) {
        let widget = PromoWidget(clock: clock, telemetry: session)
        let key = dice.pick("pk_live_", [(0.1, "pk_test_"), (0.02, "sk_live_")]) + dice.pick(secrets.tails)
        let roll = dice.unit()
        let delay = dice.milliseconds(60...6_500)
        let customer = dice.pick(secrets.emails)
        widget.load(publicKey: key, amount: dice.chance(0.03) ? 0 : dice.number(100...90_000)) { _ in
            if roll < 0.02 { return .failed(after: delay) }
            if roll < 0.04 { return .answer(status: 502, body: "<html>\(customer)", after: delay) }
            return .answer(status: 200, body: "{\"plans\":[],\"for\":\"\(customer)\"}", after: delay)
        }
    }
}
