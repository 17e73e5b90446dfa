/// Who is told how it ended. Held weakly: one that is released in the middle loses the result.
@MainActor
public protocol GlomoPayListener: AnyObject {
    /// Paid, as far as the SDK can say.
    func onPaymentSuccess(_ payload: GlomoPayPayload)
    /// Refused.
    func onPaymentFailure(_ payload: GlomoPayPayload)
    /// Errors of the SDK.
    func onSdkError(_ errors: [SdkError])
    /// A connection failure.
    func onConnectionError(_ error: ConnectionError)
    /// An asynchronous journey was handed in.
    func onUserJourneyCompleted(_ payload: GlomoPayUserJourneyPayload)
    /// It ended without a result.
    func onPaymentTerminate(_ source: TerminationSource)
}

extension GlomoPayListener {
    /// Nothing; the only callback that may be left out.
    public func onPaymentTerminate(_ source: TerminationSource) {}
}

/// Who ended a checkout without a result.
public enum TerminationSource: String, CaseIterable, Sendable {
    /// The payer.
    case userDismiss
    /// The host, by `close`.
    case programmatic
    /// A connection failure.
    case connectionError
}

/// A result as the page gave it.
public struct GlomoPayPayload: Hashable, Sendable {
    /// The order.
    public let orderId: String
    /// The payment.
    public let paymentId: String?
    /// What the backend checks; a failure has none.
    public let signature: String?
    /// The page's message as it came.
    public let rawResponse: [String: String]?
}

/// The documented journeys.
public enum GlomoPayUserJourneyType: String, CaseIterable, Sendable {
    /// A bank transfer.
    case bankTransfer
}

/// An asynchronous journey as the page gave it.
public struct GlomoPayUserJourneyPayload: Hashable, Sendable {
    /// Which one.
    public let journeyType: GlomoPayUserJourneyType
    /// The order.
    public let orderId: String
    /// The sender's account.
    public let senderAccountNumber: String?
    /// The transfer's reference.
    public let transactionReference: String?
    /// How it stands.
    public let status: String?
    /// The page's message as it came.
    public let rawResponse: [String: String]?
}
