internal import HeadlessSupport

/// Where the page comes back to.
public struct MerchantURL: Hashable, Sendable {
    /// After a payment.
    public let success: String
    /// After a failure.
    public let failure: String
    /// After a cancel; that of failures when omitted.
    public let cancel: String

    /// The three URLs of a checkout.
    public init(success: String, failure: String, cancel: String? = nil) {
        self.success = success
        self.failure = failure
        self.cancel = cancel ?? failure
    }

    /// Which of them an address is; nil if none. Success goes before failure where they are the same.
    func match(_ url: String) -> Match? {
        guard let address = WebAddress(url) else { return nil }
        for (candidate, match) in [(success, Match.success), (cancel, .cancel), (failure, .failure)] {
            // Failure and cancel that share a URL are told apart by nothing: a failure.
            if match == .cancel, cancel == failure { continue }
            if WebAddress(candidate)?.isSamePlace(as: address) == true { return match }
        }
        return nil
    }

    enum Match { case success, failure, cancel }

    var hosts: [String] { [success, failure, cancel].compactMap { WebAddress($0)?.host }.filter { !$0.isEmpty } }
}
