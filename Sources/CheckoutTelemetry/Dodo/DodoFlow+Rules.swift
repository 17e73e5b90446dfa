public import TelemetryWire

/// What the page documents of URLs and of the record of an abandoned checkout.
extension DodoFlow {
    /// What the id of a session begins with. It is a token: it is never taken.
    public static let sessionPrefix = "cks_"
    /// What the path of a checkout URL begins with.
    public static let checkoutPath = "/session/"
    /// The hosts of checkout URLs, and where their checkouts run.
    public static let hosts: [String: CheckoutEnvironment] = [
        "checkout.dodopayments.com": .production, "test.checkout.dodopayments.com": .test,
    ]

    /// Where the checkout of a URL runs, by its host; nil for a URL that is none of a checkout.
    public static func environment(checkoutURL: String) -> CheckoutEnvironment? {
        for (host, environment) in hosts where isURL(checkoutURL, on: host) { return environment }
        return nil
    }

    private static func isURL(_ text: String, on host: String) -> Bool {
        let start = "https://" + host + checkoutPath
        // Scheme and host in any case.
        let head = text.utf8.prefix(start.utf8.count)
        return head.count == start.utf8.count && zip(head, start.utf8).allSatisfy { lowered($0) == $1 }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// The age of a record as it is told: the lower bound of its bucket.
    static let ageBuckets = [0, 60, 300, 1_800, 3_600, 21_600, 86_400, 604_800]

    /// The bucket of an age in seconds.
    public static func ageBucket(_ seconds: Int) -> Int {
        ageBuckets.last { $0 <= seconds } ?? 0
    }
}
