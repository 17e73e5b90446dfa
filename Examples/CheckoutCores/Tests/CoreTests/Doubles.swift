import CheckoutTelemetry
import DodoCore
import GlomoCore
import HeadlessSupport

/// A listener that remembers.
final class Ear: GlomoPayListener {
    var heard: [String] = []
    var errors: [SdkError] = []
    var failures: [ConnectionError] = []
    var payloads: [GlomoPayPayload] = []
    var journeys: [GlomoPayUserJourneyPayload] = []

    func onPaymentSuccess(_ payload: GlomoPayPayload) {
        heard.append("success")
        payloads.append(payload)
    }
    func onPaymentFailure(_ payload: GlomoPayPayload) {
        heard.append("failure")
        payloads.append(payload)
    }
    func onSdkError(_ errors: [SdkError]) {
        heard.append("sdkError")
        self.errors += errors
    }
    func onConnectionError(_ error: ConnectionError) {
        heard.append("connectionError")
        failures.append(error)
    }
    func onUserJourneyCompleted(_ payload: GlomoPayUserJourneyPayload) {
        heard.append("journey")
        journeys.append(payload)
    }
    func onPaymentTerminate(_ source: TerminationSource) { heard.append("terminate:" + source.rawValue) }
}

/// A screen that shows at once, or when it is asked to.
final class Screen: GlomoPresenter {
    var checkout: GlomoCheckout?
    let isLate: Bool

    init(isLate: Bool = false) { self.isLate = isLate }

    func present(_ checkout: GlomoCheckout, animated: Bool) {
        self.checkout = checkout
        if !isLate { checkout.pageShown() }
    }
}

/// Orders that all get one answer.
final class Orders: OrderSource {
    let answer: OrderAnswer
    var asked: [String] = []

    init(_ answer: OrderAnswer = .answer(status: 200, body: #"{"order_type":"standard"}"#)) { self.answer = answer }

    func fetch(order: String, key: String) -> OrderAnswer {
        asked.append(order)
        return answer
    }
}

/// The device's storage.
final class Storage: SessionRecords {
    var record: SessionRecord?
}

/// A browser with a payer who does one thing.
struct Browser: DodoBrowser {
    let act: @MainActor (DodoCheckout) -> Bool

    func open(_ url: String, _ customization: BrowserCustomization, for checkout: DodoCheckout) -> Bool {
        act(checkout)
    }
}

/// A session whose events can be read back.
struct Told {
    let reporter: Reporter
    let session: CheckoutSession

    init(_ sdk: CheckoutSDK, _ clock: SteppedClock) throws {
        reporter = try Reporter(Configuration(mode: .memory(capacity: 1_000)))
        session = CheckoutSession(CheckoutIdentity(sdk, version: "1.0.0"), reporter: reporter, clock: clock.time)
    }

    /// Names of events, without what they begin with.
    var names: [String] {
        reporter.memory.compactMap { event in
            guard let start = event.text.firstRange(of: #""name":"checkout."#) else { return nil }
            return String(event.text[start.upperBound...].prefix { $0 != "\"" })
        }
    }

    /// Everything as text.
    var text: String { reporter.memory.map(\.text).joined(separator: "\n") }
}
