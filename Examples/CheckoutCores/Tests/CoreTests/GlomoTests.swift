import CheckoutTelemetry
import GlomoCore
import HeadlessSupport
import Testing

@Suite @MainActor
struct GlomoTests {
    let clock = SteppedClock(wallMilliseconds: 1_764_550_000_000)
    let ear = Ear()
    nonisolated static let good = GlomoPayConfig(publicKey: "test_abcdef", orderId: "order_1")

    @Test(
        "a configuration is refused field by field, by prefix, length and number of ids",
        arguments: [
            (good, []), (GlomoPayConfig(publicKey: "live_k", subscriptionId: "sub_1"), []),
            (GlomoPayConfig(publicKey: "live_", orderId: "order_1"), ["publicKey"]),
            (GlomoPayConfig(publicKey: "pk_live_abc", orderId: "order_1"), ["publicKey"]),
            (GlomoPayConfig(publicKey: "mock_abc", orderId: "order_"), ["orderId"]),
            (GlomoPayConfig(publicKey: "mock_abc", orderId: "1"), ["orderId"]),
            (GlomoPayConfig(publicKey: "mock_abc", subscriptionId: "sub_"), ["subscriptionId"]),
            (GlomoPayConfig(publicKey: "mock_abc"), ["orderId"]),
            (GlomoPayConfig(publicKey: "mock_abc", orderId: "order_1", subscriptionId: "sub_1"), ["orderId"]),
            (GlomoPayConfig(publicKey: "", orderId: ""), ["publicKey", "orderId"]),
        ] as [(GlomoPayConfig, [String])]
    )
    func validation(_ config: GlomoPayConfig, _ fields: [String]) {
        let sdk = GlomoPaySDK(on: GlomoDevice(clock: clock, orders: Orders()))
        let faults = sdk.validate(config)
        #expect(faults.compactMap(\.field) == fields)
        #expect(faults.allSatisfy { $0.type == .validationError })
        let screen = Screen()
        sdk.startCheckout(from: screen, config: config, listener: ear)
        #expect((screen.checkout == nil) == !fields.isEmpty)
        #expect(ear.heard == (fields.isEmpty ? [] : ["sdkError"]))
    }

    @Test(
        "a live key needs a clean device; other keys are not looked at",
        arguments: ["live_abc", "test_abc", "mock_abc"]
    )
    func device(_ key: String) throws {
        let told = try Told(.glomo, clock)
        var device = GlomoDevice(clock: clock, orders: Orders())
        device.compromise = .jailbreak
        let screen = Screen()
        let config = GlomoPayConfig(publicKey: key, orderId: "order_1")
        GlomoPaySDK(on: device, telemetry: told.session).startCheckout(from: screen, config: config, listener: ear)
        let isLive = key.hasPrefix("live_")
        #expect(ear.errors.map(\.type) == (isLive ? [.deviceForbidden] : []))
        #expect((screen.checkout == nil) == isLive)
        #expect(told.text.contains(isLive ? #"result":"forbidden""# : #"result":"skipped""#))
    }

    @Test(
        "an order whose type is not known does not open, and each reason has its callback",
        arguments: [
            (.timeout(url: "https://a.example/x"), ["connectionError"]),
            (.transport(LoadFailure("NSURLErrorDomain", -1_009, url: "https://a.example")), ["connectionError"]),
            (.answer(status: 500, body: "x"), ["sdkError"]), (.answer(status: 200, body: "<html>"), ["sdkError"]),
            (.answer(status: 200, body: #"{"order_type":"gift"}"#), ["sdkError"]),
            (.answer(status: 200, body: #"{"orderType":"lrs"}"#), []),
        ] as [(OrderAnswer, [String])]
    )
    func orderType(_ answer: OrderAnswer, _ heard: [String]) throws {
        let told = try Told(.glomo, clock)
        let screen = Screen()
        let sdk = GlomoPaySDK(on: GlomoDevice(clock: clock, orders: Orders(answer)), telemetry: told.session)
        sdk.startCheckout(from: screen, config: Self.good, listener: ear)
        #expect(ear.heard == heard)
        #expect((screen.checkout != nil) == heard.isEmpty)
        #expect(told.names.contains("presented") == heard.isEmpty)
        #expect(told.text.contains(#""checkout.outcome":"not_opened""#) == !heard.isEmpty)
        if heard == ["sdkError"] { #expect(ear.errors.map(\.type) == [.networkError]) }
    }

    @Test("a subscription has no order to fetch")
    func subscription() {
        let orders = Orders(.timeout(url: ""))
        let screen = Screen()
        let config = GlomoPayConfig(publicKey: "live_abc", subscriptionId: "sub_1")
        let sdk = GlomoPaySDK(on: GlomoDevice(clock: clock, orders: orders))
        sdk.startCheckout(from: screen, config: config, listener: ear)
        #expect(orders.asked.isEmpty && screen.checkout != nil)
    }

    private func shown(_ told: Told? = nil, autoClose: Bool = true) throws -> GlomoCheckout {
        let screen = Screen()
        var config = Self.good
        config.autoCloseOnConnectionError = autoClose
        GlomoPaySDK(on: GlomoDevice(clock: clock, orders: Orders()), telemetry: told?.session)
            .startCheckout(from: screen, config: config, listener: ear)
        return try #require(screen.checkout)
    }

    @Test(
        "platform errors map to the documented types, with their table of recovery",
        arguments: [
            ("NSURLErrorDomain", -1_009, nil, .noInternet), ("NSURLErrorDomain", -1_003, nil, .dnsFailure),
            ("NSURLErrorDomain", -1_001, nil, .timeout), ("NSURLErrorDomain", -1_202, nil, .sslError),
            ("NSURLErrorDomain", -1_100, nil, .webResourceError), (nil, nil, 404, .httpClientError),
            (nil, nil, 503, .httpServerError), ("Odd", 7, nil, .unknown), ("NSURLErrorDomain", -999, nil, nil),
            ("WebKitErrorDomain", 102, nil, nil),
        ] as [(String?, Int?, Int?, ConnectionErrorType?)]
    )
    func connectionErrors(_ domain: String?, _ code: Int?, _ status: Int?, _ type: ConnectionErrorType?) throws {
        let told = try Told(.glomo, clock)
        let checkout = try shown(told)
        checkout.pageFailed(
            LoadFailure(domain, code, statusCode: status, url: "https://u:p@a.pay.example/x?card=4111111111111111")
        )
        #expect(ear.failures.map(\.type) == [type].compactMap { $0 })
        let recoverable: Set<ConnectionErrorType> = [.noInternet, .timeout, .httpServerError]
        #expect(ear.failures.allSatisfy { $0.isRecoverable == recoverable.contains($0.type) })
        // What is cancelled or has no type of its own shows the retry surface; the rest closes.
        let stays = type == nil || type == .unknown
        #expect(checkout.isRetryShown == stays && checkout.isFinished == !stays)
        #expect(ear.heard.contains("terminate:connectionError") == !stays)
        #expect(told.names.contains("connection.failed") == (type != nil))
        #expect(!told.text.contains("4111111111111111") && !told.text.contains("u:p"))
    }

    @Test("without auto-close every failure shows the retry surface, and retrying goes on")
    func retry() throws {
        let told = try Told(.glomo, clock)
        let checkout = try shown(told, autoClose: false)
        checkout.pageFailed(LoadFailure("NSURLErrorDomain", -1_003, url: "https://a.example"))
        #expect(checkout.isRetryShown && !checkout.isFinished)
        checkout.retryPressed()
        checkout.retryPressed()
        checkout.pageBecameInteractive()
        #expect(told.names.filter { $0.hasPrefix("retry") } == ["retry.shown", "retry.requested"])
        #expect(told.names.last == "ready")
    }

    @Test("a page that is not interactive after 15 seconds is advice, and no error", arguments: [14_999, 15_000])
    func slow(_ milliseconds: Int) throws {
        let told = try Told(.glomo, clock)
        let checkout = try shown(told)
        clock.advance(by: .milliseconds(milliseconds))
        let isSlow = milliseconds >= 15_000
        #expect(ear.failures.map(\.type) == (isSlow ? [.timeout] : []))
        #expect(ear.failures.allSatisfy { !$0.shouldAutoClose })
        #expect(!checkout.isFinished)
        checkout.pageBecameInteractive()
        clock.advance(by: .seconds(60))
        #expect(ear.heard.count == (isSlow ? 1 : 0))
        #expect(told.names.contains("ready.delayed") == isSlow)
        #expect(!told.names.contains("connection.failed") && told.names.contains("ready"))
    }

    @Test("close before the page is shown takes effect when it is, once; after the end it does nothing")
    func close() throws {
        let told = try Told(.glomo, clock)
        let screen = Screen(isLate: true)
        var completions = 0
        let handle = GlomoPaySDK(on: GlomoDevice(clock: clock, orders: Orders()), telemetry: told.session)
            .startCheckout(from: screen, config: Self.good, listener: ear) { completions += 1 }
        handle.close()
        handle.close()
        #expect(ear.heard.isEmpty)
        screen.checkout?.pageShown()
        handle.close()
        screen.checkout?.dismissed()
        #expect(ear.heard == ["terminate:programmatic"] && completions == 1)
        #expect(told.names.filter { $0 == "ended" }.count == 1 && !told.names.contains("terminal.duplicate"))
    }

    @Test("a journey is one callback, its fields in either spelling; without an order it is refused")
    func journey() throws {
        let told = try Told(.glomo, clock)
        let checkout = try shown(told)
        #expect(!checkout.pageSent(nil))
        #expect(!checkout.pageSent(["event": "journey", "journeyType": "bankTransfer"]))
        #expect(!checkout.pageSent(["event": "journey", "journeyType": "payViaBank", "orderId": "order_1"]))
        let message = [
            "event": "journey", "journey_type": "bankTransfer", "order_id": "order_1",
            "sender_account_number": "50100234567891", "status": "submitted",
        ]
        #expect(checkout.pageSent(message))
        checkout.pageSent(["event": "success", "orderId": "order_1"])
        #expect(ear.heard == ["journey"])
        #expect(ear.journeys.first?.senderAccountNumber == "50100234567891")
        #expect(!told.text.contains("50100234567891"))
        #expect(told.names.filter { $0 == "bridge.message.rejected" }.count == 3)
        #expect(told.names.suffix(2) == ["ended", "terminal.duplicate"])
    }

    @Test("a success keeps its signature, a failure never has one")
    func payloads() throws {
        for event in ["success", "failure"] {
            let checkout = try shown()
            checkout.pageSent(["event": event, "orderId": "order_1", "signature": "s", "payment_id": "pay_1"])
        }
        #expect(ear.heard == ["success", "failure"])
        #expect(ear.payloads.map(\.signature) == ["s", nil] && ear.payloads.map(\.paymentId) == ["pay_1", "pay_1"])
    }

    @Test(
        "what may be opened depends on the surface",
        arguments: [
            ("https://a.example", true, true), ("http://a.example", true, true), ("data:text/html,x", true, false),
            ("about:blank", true, true), ("blob:https://a", true, true), ("JavaScript:alert(1)", false, false),
            ("file:///etc/passwd", false, false), ("intent://pay", false, true), ("", false, false),
        ]
    )
    func urls(_ url: String, _ bank: Bool, _ page: Bool) throws {
        let told = try Told(.glomo, clock)
        let checkout = try shown(told)
        #expect(checkout.bankPageNavigates(to: url) == bank && checkout.pageAsksToOpen(url) == page)
        #expect(told.names.contains("navigation.blocked") == !bank && told.names.contains("url.rejected") == !page)
    }

    @Test("a listener that is gone loses the result, and that is told without the payload")
    func released() throws {
        let told = try Told(.glomo, clock)
        let screen = Screen()
        do {
            let short = Ear()
            GlomoPaySDK(on: GlomoDevice(clock: clock, orders: Orders()), telemetry: told.session)
                .startCheckout(from: screen, config: Self.good, listener: short)
        }
        screen.checkout?.pageSent(["event": "success", "orderId": "order_1", "signature": "f00dfeed"])
        #expect(told.names.suffix(2) == ["listener.released", "ended"])
        #expect(told.text.contains(#""checkout.callback.lost":"onPaymentSuccess""#))
        #expect(!told.text.contains("f00dfeed"))
    }
}
