public import TelemetryWire

/// What the page documents of identifiers, keys and URLs.
extension GlomoFlow {
    /// What an order's id begins with.
    public static let orderPrefix = "order_"
    /// What a subscription's id begins with.
    public static let subscriptionPrefix = "sub_"
    /// An identifier or key has more characters than this, by the field's name.
    public static let lengthsExceeded: [CheckoutErrorField: Int] = [.publicKey: 5, .orderId: 6, .subscriptionId: 4]
    /// Seconds from presentation after which a page that is not interactive is called slow.
    public static let readyThreshold = 15
    /// Schemes that the bank's page may go to; everything else is blocked.
    public static let bankOverlaySchemes: Set<CheckoutURLScheme> = [.http, .https, .about, .blob, .data]
    /// Schemes of URLs that the checkout's page may not ask to open.
    public static let rejectedSchemes: Set<CheckoutURLScheme> = [.javascript, .data, .file]

    /// What a public key is for, by its prefix: the only thing that is looked at.
    public static func keyMode(_ publicKey: String?) -> CheckoutKeyMode {
        guard let publicKey, !publicKey.isEmpty else { return .absent }
        if publicKey.hasPrefix("live_") { return .live }
        if publicKey.hasPrefix("test_") { return .test }
        return publicKey.hasPrefix("mock_") ? .mock : .other
    }

    /// Where a checkout with such a key runs; nil if the key does not say.
    public static func environment(_ mode: CheckoutKeyMode) -> CheckoutEnvironment? {
        switch mode {
        case .live: .production
        case .test, .mock: .test
        case .absent, .other: nil
        }
    }

    /// What is paid for: exactly one of the two ids says so; nil otherwise.
    public static func kind(orderId: String?, subscriptionId: String?) -> CheckoutKind? {
        switch (orderId, subscriptionId) {
        case (.some, nil): .order
        case (nil, .some): .subscription
        default: nil
        }
    }

    /// Whether the bank's page may go to a URL.
    public static func bankOverlayAllows(_ url: String) -> Bool {
        URLOutline(url).scheme.map(bankOverlaySchemes.contains) ?? false
    }

    /// Whether the checkout's page may ask to open a URL.
    public static func mayOpen(_ url: String) -> Bool {
        URLOutline(url).scheme.map { !rejectedSchemes.contains($0) } ?? false
    }

    /// What comes of a device check: none of a key that moves no money.
    public static func deviceResult(
        _ mode: CheckoutKeyMode,
        found signal: CheckoutDeviceSignal?
    ) -> CheckoutDeviceResult {
        guard mode == .live else { return .skipped }
        return signal == nil ? .passed : .forbidden
    }
}
