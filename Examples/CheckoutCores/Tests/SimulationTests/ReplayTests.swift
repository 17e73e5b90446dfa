import CheckoutTelemetry
import Replay
import Testing

/// Raw payloads of every SDK, given to its core again.
@MainActor @Suite struct ReplayTests {
    private static let secrets = [
        "4111111111111111", "live_R4wK3y", "a.person@mail.example", "50100987654321", "cks_R4wT0ken",
    ]

    @Test(
        "a payload becomes the event that it stands for, and nothing of what it holds leaves",
        arguments: [
            (
                #"{"id":"1","sdk":"glomo","input":{"callback":"onPaymentSuccess","payload":{"orderId":"order_x1","signature":"4111111111111111","rawResponse":{"email":"a.person@mail.example"}}}}"#,
                "checkout.ended", #""checkout.outcome":"completed""#
            ),
            (
                #"{"id":"2","sdk":"glomo","input":{"callback":"onUserJourneyCompleted","payload":{"journeyType":"bankTransfer","orderId":"order_x2","senderAccountNumber":"50100987654321","status":"submitted"}}}"#,
                "checkout.ended", #""checkout.journey.status":"submitted""#
            ),
            (
                #"{"id":"3","sdk":"glomo","input":{"callback":"onSdkError","errors":[{"type":"validationError","message":"live_R4wK3y","field":"publicKey"}]}}"#,
                "checkout.error", #""checkout.error.field":"publicKey""#
            ),
            (
                #"{"id":"4","sdk":"glomo","input":{"callback":"onConnectionError","error":{"type":"timeout","shouldAutoClose":false,"failedURL":"https://pay.example/live_R4wK3y"}}}"#,
                "checkout.ready.delayed", #""checkout.ready.threshold":15"#
            ),
            (
                #"{"id":"9","sdk":"glomo","input":{"callback":"onSdkError","errors":[{"type":"networkError"}],"http":{"status":502,"body":"a.person@mail.example"}}}"#,
                "checkout.order_type.resolved", #""http.response.status_code":502"#
            ),
            (
                #"{"id":"5","sdk":"qasimha","input":{"event":"webViewLoadFailedClosed","message":"4111111111111111"}}"#,
                "checkout.ended", #""checkout.cancel.reason":"load_failed_closed""#
            ),
            (
                #"{"id":"6","sdk":"inttegro","input":{"type":"paymentAttemptFailed","failure":{"message":"a.person@mail.example"}}}"#,
                "checkout.attempt.failed", #""error.type":"payment_declined""#
            ),
            (
                #"{"id":"7","sdk":"dodo","input":{"event":"checkout.return_received","url":"myapp://back/x?status=succeeded&email=a.person%40mail.example"}}"#,
                "checkout.ended", #""checkout.outcome":"completed""#
            ),
            (
                #"{"id":"8","sdk":"dodo","input":{"error":{"code":"INVALID_CHECKOUT_URL","message":"cks_R4wT0ken"}}}"#,
                "checkout.error", #""checkout.sdk.code":"INVALID_CHECKOUT_URL""#
            ),
        ]
    )
    func becomesEvent(line: String, name: String, said: String) async throws {
        var reporters: [CheckoutSDK: Reporter] = [:]
        for sdk in [CheckoutSDK.glomo, .qasimha, .inttegro, .dodo] {
            reporters[sdk] = try Reporter(Configuration(mode: .memory(capacity: 100)))
        }
        let outcome = try #require(await Replay(reporters: reporters, now: 1_764_550_000_000).run(line))
        #expect(outcome.isTaken)
        #expect(outcome.events.contains { $0.rawValue == name })
        let texts = reporters.values.flatMap(\.memory).map(\.text)
        #expect(texts.count == outcome.events.count)
        #expect(texts.contains { $0.contains(said) })
        for secret in Self.secrets { #expect(!texts.contains { $0.contains(secret) }) }
    }

    @Test("text that no core understands is not taken, and a line of another kind is none")
    func leavesOthers() async throws {
        let reporter = try Reporter(Configuration(mode: .memory(capacity: 10)))
        let replay = Replay(reporters: [.glomo: reporter], now: 1_764_550_000_000)
        let outcome = try #require(
            await replay.run(#"{"id":"1","sdk":"glomo","input":"Config(publicKey: live_R4wK3y)"}"#)
        )
        #expect(!outcome.isTaken)
        #expect(await replay.run("{}")?.id == nil)
        #expect(await replay.run("no JSON")?.id == nil)
        #expect(await replay.run(#"{"id":"1","sdk":"any","input":{}}"#)?.id == nil)
        #expect(reporter.memory.isEmpty)
    }
}
