internal import CheckoutTelemetry
internal import HeadlessSupport
internal import InttegroCore

extension Day {
    func inttegro(_ dice: inout Dice) {
        let isNew = dice.chance(0.4)
        let clock = morning(&dice)
        let wrapper = dice.pick(CheckoutWrapper.native, [(0.3, .reactNative), (0.2, .flutter)])
        let session = session(.inttegro, isNew ? "0.5.0" : "0.4.1", wrapper, clock, system: dice.pick(Self.systems))
        let isOrder = dice.chance(0.6)
        let id = dice.chance(0.01) ? "" : dice.pick(secrets.tails)
        let setup: InttegroSheet.Setup
        do {
            var made = try InttegroSheet.Setup(
                subject: isOrder ? .order(id: id) : .purchaseIntent(purchaseIntentID: id),
                returnURL: dice.chance(0.01) ? "/back" : "merchant-app://done"
            )
            made.allowPaymentMethodChange = dice.chance(0.8)
            made.showLineItems = dice.chance(0.3)
            made.showReceiptDownload = dice.chance(0.3)
            setup = made
        } catch {
            tell("inttegro.rejected")
            return InttegroSheet.rejected(error, isOrder: isOrder, telemetry: session)
        }
        let sheet = InttegroSheet(
            setup,
            clock: clock,
            telemetry: session,
            completion: { [self] in tell("inttegro." + $0.type.rawValue) }
        )
        clock.advance(by: dice.milliseconds(20...300))
        sheet.shown()
        clock.advance(by: dice.milliseconds(200...4_000))
        if dice.chance(0.02) {
            return sheet.failed(message: "no network for \(dice.pick(secrets.emails))", because: .noInternet)
        }
        if dice.chance(0.03) { return dice.chance(0.5) ? sheet.dismissed() : () }
        if dice.chance(0.98) { sheet.becameReady() }
        if isOrder { sheet.prepared(order: CheckoutEvent.Order(id: dice.pick(secrets.tails))) }
        for _ in 0..<dice.number(0...2) {
            clock.advance(by: dice.milliseconds(500...9_000))
            sheet.changed(method: dice.chance(0.5))
        }
        if dice.chance(0.12) { return sheet.dismissed() }
        pay(sheet, clock, &dice, paid: isNew ? 0.8 : 0.74)
    }

    private func pay(_ sheet: InttegroSheet, _ clock: SteppedClock, _ dice: inout Dice, paid: Double) {
        for attempt in 1...4 {
            clock.advance(by: dice.milliseconds(1_000...30_000))
            sheet.payPressed(madeOrder: CheckoutEvent.Order(id: dice.pick(secrets.tails)))
            if dice.chance(0.7) { sheet.actionNeeded(dice.pick(.prompt, [(0.2, .redirect)])) }
            clock.advance(by: dice.milliseconds(2_000...60_000))
            _ = sheet.returned(to: "merchant-app://done?msisdn=\(dice.pick(secrets.phones))")
            if dice.chance(0.02) { return }
            sheet.providerAccepted()
            clock.advance(by: dice.milliseconds(500...20_000))
            if dice.chance(paid) { return sheet.providerConfirmed() }
            sheet.providerRefused(
                message: "\(dice.pick(secrets.phones)) of \(dice.pick(secrets.names)) has too little"
            )
            if attempt == 4 || dice.chance(0.35) { break }
        }
        if dice.chance(0.6) { return sheet.dismissed() }
        if dice.chance(0.8) {
            sheet.failed(message: "gave up on \(dice.pick(secrets.phones))", because: .paymentDeclined)
        }
    }
}
