public import TelemetryWire

extension QasimhaFlow {
    /// `MerchantURL`: where the page comes back to. Kept as scheme, host and path, in this process only.
    public struct MerchantURL: Hashable, Sendable {
        private let success: ReturnAddress?
        private let failure: ReturnAddress?
        private let cancel: ReturnAddress?

        /// The three URLs of a checkout; without one for cancels the page uses that for failures.
        public init(success: String, failure: String, cancel: String? = nil) {
            self.success = ReturnAddress(success)
            self.failure = ReturnAddress(failure)
            self.cancel = cancel.flatMap(ReturnAddress.init)
        }

        /// Which of them a URL is, by scheme, host and path; nil if none, `.ambiguous` if several.
        public func kind(of url: String) -> CheckoutReturnKind? {
            guard let address = ReturnAddress(url) else { return nil }
            let candidates: [(ReturnAddress?, CheckoutReturnKind)] = [
                (success, .success), (failure, .failure), (cancel, .cancel),
            ]
            let matches = candidates.filter { $0.0 == address }.map(\.1)
            return matches.count > 1 ? .ambiguous : matches.first
        }
    }

    /// How a return came, by its scheme: `http` and `https` as a universal link, others as the app's own.
    public static func channel(of url: String) -> CheckoutReturnChannel {
        switch URLOutline(url).scheme {
        case .http?, .https?: .universalLink
        default: .customScheme
        }
    }
}
