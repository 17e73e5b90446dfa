public import CheckoutTelemetry
public import HeadlessSupport

/// The promotional view: shows what the server quotes, or nothing at all. It never computes a figure.
@MainActor
public final class PromoWidget {
    /// What a request for plans gets.
    public enum Answer: Hashable, Sendable {
        /// An answer after some time.
        case answer(status: Int, body: String, after: Duration)
        /// No connection.
        case failed(after: Duration)
    }

    /// What is asked: never cookies, never a cache.
    public struct Request: Hashable, Sendable {
        /// `GET <base>/api/v1/widget/plans`.
        public let url: String
        /// `X-Public-Key`.
        public let publicKey: String
        /// Given up after.
        public let timeout: Duration
    }

    private let telemetry: CheckoutSession?
    private let clock: SteppedClock
    /// What is shown; empty: zero size.
    public private(set) var text = ""

    /// A widget; `telemetry` only if the merchant opted in.
    public init(clock: SteppedClock, telemetry: CheckoutSession? = nil) {
        self.clock = clock
        self.telemetry = telemetry
    }

    /// Where keys of a kind are asked; nil for a key that is none, or an address that is neither https nor this machine.
    static func base(publicKey: String, apiBaseURL: String?) -> String? {
        guard publicKey.hasPrefix("pk_live_") || publicKey.hasPrefix("pk_test_") else { return nil }
        guard let apiBaseURL else {
            return publicKey.hasPrefix("pk_live_") ? "https://production.invalid" : "https://uat.invalid"
        }
        guard let address = WebAddress(apiBaseURL) else { return nil }
        let isLocal = ["localhost", "127.0.0.1"].contains(address.host)
        return address.scheme == "https" || (address.scheme == "http" && isLocal) ? apiBaseURL : nil
    }

    /// Loads and shows plans for an amount, or hides itself.
    public func load(
        publicKey: String,
        amount: Int,
        range: ClosedRange<Int> = 1...10_000_000,
        apiBaseURL: String? = nil,
        from server: (Request) -> Answer
    ) {
        text = ""
        guard let base = Self.base(publicKey: publicKey, apiBaseURL: apiBaseURL) else {
            return hide(.invalidKey, publicKey, apiBaseURL)
        }
        guard range.contains(amount) else { return hide(.amountOutOfRange, publicKey, apiBaseURL) }
        let request = Request(
            url: base + "/api/v1/widget/plans?amount=\(amount)",
            publicKey: publicKey,
            timeout: .seconds(5)
        )
        switch server(request) {
        case .failed(let duration):
            clock.advance(by: min(duration, request.timeout))
            hide(.networkError, publicKey, apiBaseURL)
        case .answer(let status, let body, let duration):
            clock.advance(by: min(duration, request.timeout))
            guard duration <= request.timeout else { return hide(.networkError, publicKey, apiBaseURL) }
            guard (200..<300).contains(status), body.hasPrefix("{"), body.contains("\"plans\"") else {
                return hide(.badResponse, publicKey, apiBaseURL)
            }
            text = body
            if let telemetry {
                QasimhaFlow.widgetLoaded(
                    after: duration,
                    publicKey: publicKey,
                    apiBaseURL: apiBaseURL,
                    in: telemetry
                )
            }
        }
    }

    private func hide(_ reason: CheckoutWidgetReason, _ publicKey: String, _ apiBaseURL: String?) {
        guard let telemetry else { return }
        QasimhaFlow.widgetHidden(reason: reason, publicKey: publicKey, apiBaseURL: apiBaseURL, in: telemetry)
    }
}
