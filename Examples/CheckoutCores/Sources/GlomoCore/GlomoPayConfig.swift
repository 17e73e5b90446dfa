/// What a merchant asks for: a key, and exactly one of an order and a subscription.
public struct GlomoPayConfig: Hashable, Sendable {
    /// `live_…`, `test_…` or `mock_…`.
    public var publicKey: String
    /// `order_…`.
    public var orderId: String?
    /// `sub_…`.
    public var subscriptionId: String?
    /// Whether a failure that is marked as closing closes the checkout.
    public var autoCloseOnConnectionError: Bool

    /// A configuration; `GlomoPaySDK.validate` says whether it can be one.
    public init(
        publicKey: String,
        orderId: String? = nil,
        subscriptionId: String? = nil,
        autoCloseOnConnectionError: Bool = true
    ) {
        self.publicKey = publicKey
        self.orderId = orderId
        self.subscriptionId = subscriptionId
        self.autoCloseOnConnectionError = autoCloseOnConnectionError
    }

    /// What is wrong with it, by the documented rules; empty if nothing is.
    var faults: [SdkError] {
        var faults: [SdkError] = []
        if !["live_", "test_", "mock_"].contains(where: publicKey.hasPrefix) || publicKey.count <= 5 {
            faults.append(.validation("publicKey", "The key \(publicKey) is not valid"))
        }
        switch (orderId, subscriptionId) {
        case (let order?, nil):
            if !order.hasPrefix("order_") || order.count <= 6 {
                faults.append(.validation("orderId", "The order \(order) is not valid"))
            }
        case (nil, let subscription?):
            if !subscription.hasPrefix("sub_") || subscription.count <= 4 {
                faults.append(.validation("subscriptionId", "The subscription \(subscription) is not valid"))
            }
        case (nil, nil), (.some, .some):
            faults.append(.validation("orderId", "Exactly one of order and subscription is needed"))
        }
        return faults
    }
}
