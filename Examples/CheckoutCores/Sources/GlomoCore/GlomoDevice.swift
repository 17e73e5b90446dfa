internal import CheckoutTelemetry
public import HeadlessSupport

/// What the platform gives the core. Headless: every part is a stand-in, and nothing of it is documented.
@MainActor
public struct GlomoDevice {
    /// Time.
    public var clock: SteppedClock
    /// Where orders come from.
    public var orders: any OrderSource
    /// What the check of the device finds, if it looks.
    public var compromise: Compromise?
    /// The usage descriptions that the app has.
    public var usageDescriptions: Set<String> = ["NSCameraUsageDescription", "NSPhotoLibraryUsageDescription"]

    /// What a check of the device can find.
    public enum Compromise: Sendable {
        /// Jailbroken.
        case jailbreak
        /// Watched by a debugger.
        case debugger
    }

    /// A device with nothing wrong.
    public init(clock: SteppedClock, orders: any OrderSource) {
        self.clock = clock
        self.orders = orders
    }
}

/// Where an order is fetched from before the checkout opens.
@MainActor
public protocol OrderSource {
    /// Fetches an order with a key; may let time pass.
    func fetch(order: String, key: String) -> OrderAnswer
}

/// What came of a fetch.
public enum OrderAnswer: Hashable, Sendable {
    /// An answer.
    case answer(status: Int, body: String)
    /// No answer in time.
    case timeout(url: String)
    /// No connection.
    case transport(LoadFailure)

    /// The order's type in a body: the value of the first member `order_type` or `orderType`.
    static func orderType(in body: String) -> String? {
        for key in ["\"order_type\":\"", "\"orderType\":\""] {
            guard let range = body.firstRange(of: key) else { continue }
            let value = body[range.upperBound...]
            guard let end = value.firstIndex(of: "\"") else { return nil }
            return String(value[..<end])
        }
        return nil
    }
}
