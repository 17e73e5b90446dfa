import CheckoutTelemetry
import HeadlessSupport
import QasimhaCore
import Testing

@Suite @MainActor
struct QasimhaTests {
    let clock = SteppedClock(wallMilliseconds: 1_764_550_000_000)
    nonisolated static let urls = MerchantURL(
        success: "https://shop.example/ok",
        failure: "https://shop.example/failed",
        cancel: "shopapp://cancel"
    )
    nonisolated static let payment = "https://pay.example/session/1"

    @Test(
        "a return is known by scheme, host and path, and says how it ended",
        arguments: [
            ("https://shop.example/ok?orderId=1&orderReferenceId=r", .success(orderId: "1", orderReferenceId: "r")),
            ("HTTPS://Shop.Example/ok/?orderId=1", .success(orderId: "1", orderReferenceId: nil)),
            ("https://shop.example/ok", .failure(status: "unverified", orderId: nil, message: nil)),
            (
                "https://shop.example/failed?status=declined&orderId=1",
                .failure(status: "declined", orderId: "1", message: nil)
            ),
            ("shopapp://cancel?orderId=1", .cancelled), ("https://shop.example/okay", nil),
            ("https://other.example/ok", nil), ("otherapp://oauth?code=1", nil),
        ] as [(String, QasimhaCheckout.Ending?)]
    )
    func returns(_ url: String, _ ending: QasimhaCheckout.Ending?) throws {
        let told = try Told(.qasimha, clock)
        let checkout = QasimhaCheckout(telemetry: told.session)
        var endings: [QasimhaCheckout.Ending] = []
        checkout.start(paymentUrl: Self.payment, merchantURL: Self.urls) { endings.append($0) }
        #expect(checkout.handleReturn(url: url) == (ending != nil))
        #expect(endings == [ending].compactMap { $0 })
        #expect(told.names.last == (ending == nil ? "return.ignored" : "ended"))
        // A second one belongs to nothing any more.
        if ending != nil { #expect(!checkout.handleReturn(url: url)) }
        #expect(endings.count <= 1)
        #expect(!told.text.contains("code=1"))
    }

    @Test("success and failure on one URL are told apart by nothing")
    func ambiguous() throws {
        let told = try Told(.qasimha, clock)
        let checkout = QasimhaCheckout(telemetry: told.session)
        var endings: [QasimhaCheckout.Ending] = []
        let urls = MerchantURL(success: "https://shop.example/done", failure: "https://shop.example/done")
        checkout.start(paymentUrl: Self.payment, merchantURL: urls) { endings.append($0) }
        checkout.handleReturn(url: "https://shop.example/done?orderId=1")
        #expect(endings == [.failure(status: "unverified", orderId: "1", message: nil)])
        #expect(told.text.contains(#""checkout.return.kind":"ambiguous""#))
    }

    @Test("a second start is its own trouble, and the first goes on")
    func oneAtATime() throws {
        let told = try Told(.qasimha, clock)
        let checkout = QasimhaCheckout(telemetry: told.session)
        var endings: [QasimhaCheckout.Ending] = []
        let page = checkout.start(paymentUrl: Self.payment, merchantURL: Self.urls) { _ in endings.append(.cancelled) }
        #expect(checkout.start(paymentUrl: Self.payment, merchantURL: Self.urls) { endings.append($0) } == nil)
        #expect(endings == [.failure(status: "already_presenting", orderId: nil, message: nil)])
        #expect(page?.isFinished == false && !told.names.contains("ended"))
        page?.dismissed()
        #expect(endings.count == 2)
        // Now another one may start.
        #expect(checkout.start(paymentUrl: Self.payment, merchantURL: Self.urls) { _ in } != nil)
    }

    @Test(
        "options that cannot be are refused",
        arguments: [("http://pay.example/x", "ar"), ("pay.example", "ar"), ("https:///x", "ar"), (payment, "fr")]
    )
    func invalid(_ url: String, _ language: String) throws {
        let told = try Told(.qasimha, clock)
        var endings: [QasimhaCheckout.Ending] = []
        let page = QasimhaCheckout(telemetry: told.session)
            .start(paymentUrl: url, merchantURL: Self.urls, language: language) { endings.append($0) }
        #expect(page == nil && endings == [.failure(status: "invalid_options", orderId: nil, message: nil)])
        #expect(told.names == ["flow.started", "config.rejected", "ended"])
    }

    @Test("the language is added when the URL has none")
    func language() {
        let pages = ["https://p.example/a", "https://p.example/a?x=1", "https://p.example/a?lang=en"].map {
            QasimhaCheckout().start(paymentUrl: $0, merchantURL: Self.urls) { _ in }?.url
        }
        #expect(
            pages == [
                "https://p.example/a?lang=ar", "https://p.example/a?x=1&lang=ar", "https://p.example/a?lang=en",
            ]
        )
    }

    @Test(
        "only https and hosts on the list",
        arguments: [
            ("https://pay.example/next", true), ("https://extra.example/x", true), ("https://shop.example/terms", true),
            ("http://pay.example/next", false), ("https://id.bank.example/login?a=50100234567891", false),
            ("tel:+2332123456789", false), ("javascript:1", false),
        ]
    )
    func navigation(_ url: String, _ isAllowed: Bool) throws {
        let told = try Told(.qasimha, clock)
        let page = QasimhaCheckout(telemetry: told.session)
            .start(paymentUrl: Self.payment, merchantURL: Self.urls, extraAllowedHosts: ["Extra.example"]) { _ in }
        #expect(page?.navigates(to: url) == isAllowed)
        #expect(told.names.contains("navigation.blocked") == !isAllowed)
        #expect(!told.text.contains("50100234567891") && !told.text.contains("2332123456789"))
    }

    @Test("a cancel says what was behind it")
    func cancels() throws {
        for (presentation, isFault, reason) in [
            (.webView, false, "sheet_dismissed"), (.webAuthenticationSession, false, "auth_session_cancelled"),
            (.webView, true, "load_failed_closed"),
        ] as [(QasimhaCheckout.Presentation, Bool, String)] {
            let told = try Told(.qasimha, clock)
            var endings: [QasimhaCheckout.Ending] = []
            let page = QasimhaCheckout(telemetry: told.session)
                .start(paymentUrl: Self.payment, merchantURL: Self.urls, presentation: presentation) {
                    endings.append($0)
                }
            page?.challenged(method: "Basic", realm: "Zo Xa", proposedCredential: "hunter2")
            if isFault { page?.loadFailed() } else { page?.dismissed() }
            #expect(endings == [.cancelled])
            #expect(told.text.contains("\"checkout.cancel.reason\":\"\(reason)\""))
            #expect(told.names.contains("auth_challenge.rejected") && !told.text.contains("hunter2"))
        }
    }

    @Test(
        "the widget hides itself rather than guess",
        arguments: [
            ("pk_live_x", 500, nil, .answer(status: 200, body: #"{"plans":[]}"#, after: .seconds(1)), nil),
            ("sk_live_x", 500, nil, .answer(status: 200, body: #"{"plans":[]}"#, after: .zero), "invalid_key"),
            ("pk_test_x", 500, "http://a.example", .answer(status: 200, body: "{}", after: .zero), "invalid_key"),
            ("pk_test_x", 500, "http://localhost:1", .answer(status: 200, body: #"{"plans":[]}"#, after: .zero), nil),
            ("pk_live_x", 0, nil, .answer(status: 200, body: #"{"plans":[]}"#, after: .zero), "amount_out_of_range"),
            ("pk_live_x", 5, nil, .failed(after: .seconds(9)), "network_error"),
            ("pk_live_x", 5, nil, .answer(status: 200, body: #"{"plans":[]}"#, after: .seconds(6)), "network_error"),
            ("pk_live_x", 5, nil, .answer(status: 500, body: #"{"plans":[]}"#, after: .zero), "bad_response"),
            ("pk_live_x", 5, nil, .answer(status: 200, body: "<html>", after: .zero), "bad_response"),
        ] as [(String, Int, String?, PromoWidget.Answer, String?)]
    )
    func widget(_ key: String, _ amount: Int, _ base: String?, _ answer: PromoWidget.Answer, _ reason: String?) throws {
        let told = try Told(.qasimha, clock)
        let widget = PromoWidget(clock: clock, telemetry: told.session)
        let start = clock.wallMilliseconds
        widget.load(publicKey: key, amount: amount, apiBaseURL: base) { request in
            #expect(request.timeout == .seconds(5) && request.url.contains("/api/v1/widget/plans"))
            return answer
        }
        #expect(clock.wallMilliseconds - start <= 5_000)
        #expect(widget.text.isEmpty == (reason != nil))
        #expect(told.names == [reason == nil ? "widget.loaded" : "widget.hidden"])
        if let reason { #expect(told.text.contains("\"checkout.widget.reason\":\"\(reason)\"")) }
    }
}
