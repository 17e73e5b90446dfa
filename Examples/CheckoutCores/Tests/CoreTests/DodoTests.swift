import CheckoutTelemetry
import DodoCore
import HeadlessSupport
import Testing

@Suite @MainActor
struct DodoTests {
    let clock = SteppedClock(wallMilliseconds: 1_764_550_000_000)
    let storage = Storage()
    nonisolated static let url = "https://checkout.dodopayments.com/session/cks_abc"

    @Test(
        "the query says the status; what is missing or unknown is pending, and only what is final clears the record",
        arguments: [
            ("?status=succeeded", .succeeded), ("?status=active", .succeeded), ("?status=failed", .failed),
            ("?status=processing", .pending), ("?status=requires_action", .pending), ("?status=", .pending),
            ("", .pending), ("?status=expired", .expired), ("?status=SUCCEEDED", .pending), (nil, .cancelled),
        ] as [(String?, CheckoutStatus)]
    )
    func results(_ query: String?, _ status: CheckoutStatus) async throws {
        let told = try Told(.dodo, clock)
        var events: [String] = []
        let browser = Browser { checkout in
            checkout.opened()
            #expect(!checkout.handleOpenURL("otherapp://oauth?code=9"))
            if let query {
                #expect(checkout.handleOpenURL("Shop://Back/checkout" + query))
            } else {
                checkout.closed()
            }
            return true
        }
        let checkout = DodoCheckout(clock: clock, browser: browser, records: storage, telemetry: told.session)
        let result = try await checkout.start(checkoutUrl: Self.url, returnUrl: "shop://back/checkout") {
            events.append($0.rawValue)
        }
        #expect(result.status == status)
        let returned = query == nil ? [] : ["checkout.return_received"]
        #expect(events == ["checkout.opened"] + returned + ["checkout.closed"])
        #expect((storage.record == nil) == [.succeeded, .failed, .expired].contains(status))
        #expect(told.names.filter { $0 == "ended" }.count == 1 && told.names.contains("return.ignored"))
        #expect(!told.text.contains("cks_abc"))
    }

    @Test(
        "a URL that is none of a checkout throws",
        arguments: [
            ("http://checkout.dodopayments.com/session/x", "shop://b", .invalidCheckoutUrl),
            ("https://evil.example/session/x", "shop://b", .invalidCheckoutUrl),
            ("https://checkout.dodopayments.com.evil.example/session/x", "shop://b", .invalidCheckoutUrl),
            ("https://checkout.dodopayments.com/buy/x", "shop://b", .invalidCheckoutUrl),
            (url, "back", .invalidReturnUrl), (url, "javascript:x", .invalidReturnUrl), (url, "", .invalidReturnUrl),
        ] as [(String, String, CheckoutError)]
    )
    func misuse(_ url: String, _ back: String, _ expected: CheckoutError) async throws {
        let told = try Told(.dodo, clock)
        let checkout = DodoCheckout(
            clock: clock,
            browser: Browser { _ in true },
            records: storage,
            telemetry: told.session
        )
        await #expect(throws: expected) { try await checkout.start(checkoutUrl: url, returnUrl: back) }
        #expect(storage.record == nil)
        #expect(told.names == ["flow.started", "error", "ended"])
        #expect(told.text.contains("\"checkout.sdk.code\":\"\(expected.rawValue)\""))
    }

    @Test("a second start is refused, and the first goes on")
    func oneAtATime() async throws {
        let told = try Told(.dodo, clock)
        let browser = Browser { checkout in
            checkout.opened()
            checkout.startWithoutResult(
                checkoutUrl: Self.url,
                returnUrl: "shop://b",
                customization: BrowserCustomization()
            )
            return checkout.handleOpenURL("shop://b?status=succeeded&payment_id=pay_1&email=a@b.example")
        }
        let checkout = DodoCheckout(clock: clock, browser: browser, records: storage, telemetry: told.session)
        let result = try await checkout.start(checkoutUrl: Self.url, returnUrl: "shop://b")
        #expect(result.status == .succeeded && result.paymentId == "pay_1")
        #expect(result.parameters["email"] == "a@b.example")
        #expect(told.text.contains("ALREADY_IN_PROGRESS") && told.names.filter { $0 == "ended" }.count == 1)
        #expect(!told.text.contains("a@b.example") && !told.text.contains("pay_1"))
    }

    @Test("a platform that fails leaves a record: the page may be open")
    func platform() async throws {
        let checkout = DodoCheckout(clock: clock, browser: Browser { _ in false }, records: storage)
        await #expect(throws: CheckoutError.platformError) {
            try await checkout.start(checkoutUrl: Self.url, returnUrl: "shop://b")
        }
        #expect(checkout.abandonedSession()?.prior == .error)
    }

    @Test("a process that dies leaves a record, and the next one goes on with the flow until it is cleared")
    func abandoned() throws {
        let first = try Told(.dodo, clock)
        let browser = Browser { checkout in
            checkout.opened()
            return true
        }
        DodoCheckout(clock: clock, browser: browser, records: storage, telemetry: first.session)
            .startWithoutResult(
                checkoutUrl: Self.url,
                returnUrl: "shop://b",
                customization: BrowserCustomization()
            )
        clock.advance(by: .seconds(7_200))
        let second = try Told(.dodo, clock)
        let next = DodoCheckout(clock: clock, browser: browser, records: storage, telemetry: second.session)
        let record = try #require(next.abandonedSession())
        #expect(record.sessionId == "cks_abc" && record.prior == .terminated)
        #expect(clock.wallMilliseconds - record.createdAt == 7_200_000)
        next.clearAbandonedSession()
        next.clearAbandonedSession()
        #expect(next.abandonedSession() == nil)
        #expect(first.names == ["flow.started", "presented"])
        #expect(second.names == ["abandoned.found", "abandoned.cleared"])
        #expect(second.text.contains(#""checkout.sequence":1048577"#))
        #expect(second.text.contains(#""checkout.abandoned.age":3600"#))
        let flow = first.text.firstRange(of: #""checkout.flow.id":""#).map { first.text[$0.upperBound...].prefix(32) }
        #expect(second.text.contains(try #require(flow)))
    }
}
