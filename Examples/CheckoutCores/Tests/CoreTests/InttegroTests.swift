import CheckoutTelemetry
import HeadlessSupport
import InttegroCore
import Testing

@Suite @MainActor
struct InttegroTests {
    let clock = SteppedClock(wallMilliseconds: 1_764_550_000_000)

    @Test("a refused setup throws, and names the field")
    func refused() throws {
        #expect(throws: InttegroSheet.SetupError.self) {
            try InttegroSheet.Setup(subject: .order(id: ""), returnURL: "app://x")
        }
        #expect(throws: InttegroSheet.SetupError.self) {
            try InttegroSheet.Setup(subject: .purchaseIntent(purchaseIntentID: ""), returnURL: "app://x")
        }
        let told = try Told(.inttegro, clock)
        do {
            _ = try InttegroSheet.Setup(subject: .order(id: "1"), returnURL: "/x")
            Issue.record("a return URL without a scheme was taken")
        } catch {
            #expect(error.field == "returnUrl")
            InttegroSheet.rejected(error, isOrder: true, telemetry: told.session)
        }
        #expect(told.names == ["flow.started", "config.rejected", "ended"])
    }

    @Test("the eleven events are the documented ones, in their order")
    func names() {
        let names = [
            "presented", "ready", "change", "orderPrepared", "paymentAttemptStarted", "paymentActionRequired",
            "paymentProcessing", "paymentAttemptFailed", "completed", "canceled", "failed",
        ]
        #expect(InttegroCore.CheckoutEvent.Kind.allCases.map(\.rawValue) == names)
        #expect(InttegroCore.CheckoutEvent.Kind.allCases.filter(\.isTerminal).count == 3)
    }

    @Test("a failed attempt keeps the sheet; completion gets the very event that the observer got, and it is told once")
    func attempts() throws {
        let told = try Told(.inttegro, clock)
        var seen: [InttegroCore.CheckoutEvent] = []
        var completed: [InttegroCore.CheckoutEvent] = []
        let setup = try InttegroSheet.Setup(
            subject: .purchaseIntent(purchaseIntentID: "pi_1"),
            returnURL: "merchant-app://done"
        )
        let sheet = InttegroSheet(
            setup,
            clock: clock,
            telemetry: told.session,
            observer: { seen.append($0) },
            completion: { completed.append($0) }
        )
        sheet.shown()
        clock.advance(by: .milliseconds(700))
        sheet.becameReady()
        sheet.payPressed(madeOrder: CheckoutEvent.Order(id: "o_7781"))
        sheet.payPressed()
        sheet.actionNeeded(.prompt)
        sheet.providerRefused(message: "+233241234567 has too little")
        sheet.payPressed()
        sheet.providerAccepted()
        sheet.providerConfirmed()
        sheet.dismissed()
        #expect(
            seen.map(\.type.rawValue) == [
                "presented", "ready", "orderPrepared", "paymentAttemptStarted", "paymentActionRequired",
                "paymentAttemptFailed", "paymentAttemptStarted", "paymentProcessing", "completed",
            ]
        )
        #expect(seen.map(\.sequence) == Array(1...9) && Set(seen.map(\.flowID)).count == 1)
        #expect(completed == [seen.last].compactMap { $0 })
        #expect(told.names.filter { $0 == "ended" }.count == 1 && !told.names.contains("terminal.duplicate"))
        #expect(told.text.contains(#""checkout.ready.duration":0.7"#))
        #expect(told.text.contains(#""checkout.attempt.count":2"#))
        #expect(!told.text.contains("233241234567") && !told.text.contains("o_7781"))
    }

    @Test("the payment method changes only where it may")
    func features() throws {
        var setup = try InttegroSheet.Setup(subject: .order(id: "1"), returnURL: "merchant-app://done")
        #expect(
            [
                setup.allowPaymentMethodChange, setup.showInvoiceDownload, setup.showLineItems,
                setup.showReceiptDownload,
            ] == [true, false, false, false]
        )
        setup.allowPaymentMethodChange = false
        var seen: [String] = []
        let sheet = InttegroSheet(setup, clock: clock, observer: { seen.append($0.type.rawValue) })
        sheet.changed(method: true)
        sheet.changed()
        #expect(seen == ["change"])
        #expect(sheet.returned(to: "merchant-app://done?x=1") && !sheet.returned(to: "merchant-app://other"))
    }
}
