internal import CheckoutTelemetry
internal import HeadlessSupport
internal import InttegroCore

extension Replay {
    /// The sheet goes through what comes before the event of the payload, then through that.
    func inttegro(_ payload: Payload, _ session: CheckoutSession, _ clock: SteppedClock) -> Bool {
        let intent = payload.text("purchaseIntentID")
        let order = payload.text("orderId", "orderID")
        guard
            let setup = try? InttegroSheet.Setup(
                subject: intent.map { .purchaseIntent(purchaseIntentID: $0) } ?? .order(id: order ?? "replayed"),
                returnURL: payload.text("returnURL") ?? "merchant-app://done"
            )
        else { return false }
        let sheet = InttegroSheet(setup, clock: clock, telemetry: session)
        let name = payload.text("type", "event") ?? ""
        let message = payload.text("message") ?? ""
        sheet.shown()
        guard name != "presented" else { return true }
        if let failure = payload.member("error"), name.isEmpty {
            // A wrapper's error: the sheet could not go on.
            sheet.failed(message: Payload(failure).text("message") ?? "", because: .platformError)
            return true
        }
        sheet.becameReady()
        switch name {
        case "ready": break
        case "change": sheet.changed()
        case "orderPrepared": sheet.prepared(order: CheckoutEvent.Order(id: order ?? "replayed"))
        case "canceled": sheet.dismissed()
        case "failed": sheet.failed(message: message, because: .paymentDeclined)
        default:
            sheet.payPressed(madeOrder: CheckoutEvent.Order(id: order ?? "replayed"))
            switch name {
            case "paymentAttemptStarted": break
            case "paymentActionRequired": sheet.actionNeeded(.prompt)
            case "paymentProcessing": sheet.providerAccepted()
            case "paymentAttemptFailed": sheet.providerRefused(message: message)
            case "completed": sheet.providerConfirmed()
            default: return false
            }
        }
        return true
    }
}
