internal import CheckoutTelemetry
internal import GlomoCore
internal import HeadlessSupport

/// A host that listens.
private final class Host: GlomoPayListener {
    unowned let day: Day

    init(_ day: Day) { self.day = day }

    func onPaymentSuccess(_ payload: GlomoPayPayload) { day.tell("glomo.onPaymentSuccess") }
    func onPaymentFailure(_ payload: GlomoPayPayload) { day.tell("glomo.onPaymentFailure") }
    func onSdkError(_ errors: [SdkError]) { day.tell("glomo.onSdkError") }
    func onConnectionError(_ error: ConnectionError) { day.tell("glomo.onConnectionError") }
    func onUserJourneyCompleted(_ payload: GlomoPayUserJourneyPayload) { day.tell("glomo.onUserJourneyCompleted") }
    func onPaymentTerminate(_ source: TerminationSource) { day.tell("glomo.onPaymentTerminate") }
}

/// Keeps the checkout that it is to show.
private final class Screen: GlomoPresenter {
    var checkout: GlomoCheckout?

    func present(_ checkout: GlomoCheckout, animated: Bool) { self.checkout = checkout }
}

/// Answers from a list of orders.
private struct OrderServer: OrderSource {
    let clock: SteppedClock
    let answer: OrderAnswer
    let delay: Duration

    func fetch(order: String, key: String) -> OrderAnswer {
        clock.advance(by: delay)
        return answer
    }
}

extension Day {
    func glomo(_ dice: inout Dice) {
        let isNew = dice.chance(0.4)
        let clock = morning(&dice)
        let wrapper = dice.pick(CheckoutWrapper.native, [(0.3, .flutter)])
        let session = session(
            .glomo,
            isNew ? "1.1.0-rc.1" : "1.0.0",
            wrapper,
            clock,
            system: dice.pick(Self.systems)
        )
        let tail = dice.pick(secrets.tails)
        let mode = dice.pick("live_", [(0.12, "test_"), (0.03, "mock_")])
        var config = GlomoPayConfig(publicKey: mode + tail)
        if dice.chance(0.15) { config.subscriptionId = "sub_" + tail } else { config.orderId = "order_" + tail }
        config.autoCloseOnConnectionError = dice.chance(0.8)
        if dice.chance(0.02) { spoil(&config, &dice) }

        let url = "https://api.glomo-pay.example/v1/orders/\(config.orderId ?? "")?key=\(config.publicKey)"
        let server = OrderServer(
            clock: clock,
            answer: orderAnswer(&dice, url, faults: isNew ? 0.05 : 0.025),
            delay: dice.milliseconds(80...1_500)
        )
        var device = GlomoDevice(clock: clock, orders: server)
        if dice.chance(0.012) { device.compromise = dice.pick([.jailbreak, .debugger]) }
        if dice.chance(0.01) { device.usageDescriptions = [] }
        let sdk = GlomoPaySDK(on: device, telemetry: session)
        if dice.chance(0.05) { _ = sdk.validate(config) }

        let screen = Screen()
        var host: Host? = Host(self)
        guard let listener = host else { return }
        let handle = sdk.startCheckout(
            from: screen,
            config: config,
            orderType: dice.pick("auto", [(0.1, "standard"), (0.1, "lrs")]),
            listener: listener
        )
        guard let checkout = screen.checkout else { return }
        clock.advance(by: dice.milliseconds(150...900))
        if dice.chance(0.01) { handle.close() }
        // Killed before anything is shown.
        if dice.chance(0.004) { return }
        checkout.pageShown()
        guard !checkout.isFinished else { return }
        load(checkout, clock, &dice, slow: isNew ? 0.06 : 0.03)
        guard !checkout.isFinished else { return }
        if dice.chance(0.004) { host = nil }
        use(checkout, handle, clock, &dice, isNew: isNew)
        withExtendedLifetime(host) {}
    }

    private func spoil(_ config: inout GlomoPayConfig, _ dice: inout Dice) {
        switch dice.number(0...3) {
        case 0: config.publicKey = "pk_" + config.publicKey
        case 1: (config.orderId, config.subscriptionId) = (nil, nil)
        case 2: config.publicKey = "live_"
        default: (config.orderId, config.subscriptionId) = ("order_", nil)
        }
    }

    private func orderAnswer(_ dice: inout Dice, _ url: String, faults: Double) -> OrderAnswer {
        let customer = "\"email\":\"\(dice.pick(secrets.emails))\",\"name\":\"\(dice.pick(secrets.names))\""
        guard dice.chance(faults) else {
            let type = dice.chance(0.25) ? "lrs" : "standard"
            return .answer(status: 200, body: "{\"order_type\":\"\(type)\",\"customer\":{\(customer)}}")
        }
        switch dice.number(0...4) {
        case 0: return .timeout(url: url)
        case 1: return .transport(failure(-1_009, url, &dice))
        case 2: return .transport(failure(-1_003, url, &dice))
        case 3: return .answer(status: dice.pick([404, 401, 500]), body: "{\"error\":\"no order\",\(customer)}")
        default: return .answer(status: 200, body: "<html>\(customer)</html>")
        }
    }

    private func failure(_ code: Int, _ url: String, _ dice: inout Dice) -> LoadFailure {
        LoadFailure(
            "NSURLErrorDomain",
            code,
            url: url,
            description: "\(url) failed for \(dice.pick(secrets.emails)) with card \(dice.pick(secrets.cards))"
        )
    }

    private func address(_ dice: inout Dice) -> String {
        "https://\(dice.pick(secrets.names).prefix(4)):pw@checkout.glomo-pay.example/pay/\(dice.pick(secrets.tails))"
            + "?email=\(dice.pick(secrets.emails))&account=\(dice.pick(secrets.accounts))"
    }

    /// Until the page can be used, or not.
    private func load(_ checkout: GlomoCheckout, _ clock: SteppedClock, _ dice: inout Dice, slow: Double) {
        if dice.chance(0.04) {
            clock.advance(by: dice.milliseconds(100...3_000))
            let code = dice.pick([-999, -1_001, -1_003, -1_009, -1_202, -1_100, -77])
            checkout.pageFailed(failure(code, address(&dice), &dice))
        } else if dice.chance(0.03) {
            clock.advance(by: dice.milliseconds(100...3_000))
            let status = dice.pick([403, 404, 500, 503])
            checkout.pageFailed(LoadFailure(nil, nil, statusCode: status, url: address(&dice)))
        }
        if checkout.isRetryShown {
            clock.advance(by: dice.milliseconds(500...9_000))
            if dice.chance(0.3) { return checkout.dismissed() }
            checkout.retryPressed()
        }
        guard !checkout.isFinished else { return }
        let isSlow = dice.chance(slow)
        clock.advance(by: isSlow ? dice.milliseconds(15_500...60_000) : dice.milliseconds(300...9_000))
        if isSlow, dice.chance(0.4) { return checkout.dismissed() }
        // Left on the screen, and never came up.
        if dice.chance(0.006) { return }
        checkout.pageBecameInteractive()
    }

    /// What the payer does.
    private func use(
        _ checkout: GlomoCheckout,
        _ handle: GlomoPayCheckoutHandle,
        _ clock: SteppedClock,
        _ dice: inout Dice,
        isNew: Bool
    ) {
        if dice.chance(0.3) { bank(checkout, clock, &dice) }
        if dice.chance(0.05) { checkout.uploadPicked(dice.pick([.camera, .photoLibrary, .files])) }
        if dice.chance(0.02) {
            checkout.pageAsksToOpen(
                dice.pick(["javascript:steal('\(dice.pick(secrets.cards))')", "file:///etc/x", "data:text/html,x"])
            ) ? () : ()
        }
        if dice.chance(0.01) { checkout.pageSent(dice.pick([nil, ["event": "upi"], ["event": "success"]])) }
        clock.advance(by: dice.milliseconds(4_000...240_000))
        if dice.chance(0.02) {
            checkout.pageFailed(failure(dice.pick([-1_009, -1_001, -999]), address(&dice), &dice))
            guard !checkout.isFinished else { return }
        }
        // The app is killed, or the phone put away: nothing more comes.
        if dice.chance(0.03) { return }
        let isPaid = dice.chance(isNew ? 0.62 : 0.7)
        let message = result(&dice)
        if isPaid {
            var success = message
            success["event"] = "success"
            if dice.chance(0.99) { success["signature"] = dice.pick(secrets.signatures) }
            checkout.pageSent(success)
            // The page says it twice now and then.
            if dice.chance(0.01) { checkout.pageSent(success) }
            if dice.chance(0.01) { handle.close() }
            return
        }
        switch dice.number(0...9) {
        case 0...2:
            var failed = message
            failed["event"] = "failure"
            failed["reason"] = "card \(dice.pick(secrets.cards)) of \(dice.pick(secrets.names)) was declined"
            checkout.pageSent(failed)
        case 3:
            var journey = message
            journey["event"] = "journey"
            journey["journey_type"] = "bankTransfer"
            journey["sender_account_number"] = dice.pick(secrets.accounts)
            journey["transaction_reference"] = dice.pick(secrets.references)
            journey["status"] = dice.pick(["submitted", "pending", "sent by \(dice.pick(secrets.names))"])
            checkout.pageSent(journey)
            if dice.chance(0.2) { checkout.pageSent(message.merging(["event": "success"]) { $1 }) }
        case 4: handle.close()
        default: checkout.dismissed()
        }
    }

    private func result(_ dice: inout Dice) -> [String: String] {
        [
            dice.chance(0.5) ? "orderId" : "order_id": "order_" + dice.pick(secrets.tails),
            "payment_id": "pay_" + dice.pick(secrets.tails),
            "email": dice.pick(secrets.emails),
            "contact": dice.pick(secrets.phones),
            "card": dice.pick(secrets.cards),
        ]
    }

    private func bank(_ checkout: GlomoCheckout, _ clock: SteppedClock, _ dice: inout Dice) {
        clock.advance(by: dice.milliseconds(2_000...20_000))
        checkout.bankPageOpened(showsStrip: dice.chance(0.5))
        let isAllowed = checkout.bankPageNavigates(to: "https://bank.example/otp?acct=\(dice.pick(secrets.accounts))")
        if isAllowed, dice.chance(0.1) {
            _ = checkout.bankPageNavigates(to: "intent://pay?vpa=\(dice.pick(secrets.emails))#Intent;end")
        }
        clock.advance(by: dice.milliseconds(2_000...60_000))
        checkout.bankPageClosed()
    }
}
