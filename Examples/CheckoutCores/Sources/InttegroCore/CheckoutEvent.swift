/// One event of a checkout's life, as the host observes it. For user interfaces: the backend decides what was paid.
public struct CheckoutEvent: Hashable, Sendable {
    /// The documented types, in their order.
    public enum Kind: String, CaseIterable, Sendable {
        /// The sheet is shown.
        case presented
        /// The payer can act.
        case ready
        /// Something was changed.
        case change
        /// The order is made.
        case orderPrepared
        /// The payer has pressed Pay.
        case paymentAttemptStarted
        /// The payer has to do something else.
        case paymentActionRequired
        /// The provider works on it.
        case paymentProcessing
        /// The attempt failed; the sheet stays.
        case paymentAttemptFailed
        /// Came through.
        case completed
        /// Left.
        case canceled
        /// Failed for good.
        case failed

        /// Whether it is the last one.
        public var isTerminal: Bool { self == .completed || self == .canceled || self == .failed }
    }

    /// What happened.
    public let type: Kind
    /// When, in milliseconds since 1970.
    public let occurredAt: Int64
    /// The checkout.
    public let flowID: String
    /// Which event of it, from 1.
    public let sequence: Int
    /// The order as far as a client may see it.
    public let order: Order?
    /// Why an attempt or the checkout failed.
    public let failure: Failure?

    /// An order.
    public struct Order: Hashable, Sendable {
        /// Its id.
        public let id: String

        /// An order.
        public init(id: String) {
            self.id = id
        }
    }

    /// A failure, for people.
    public struct Failure: Hashable, Sendable {
        /// What to show.
        public let message: String
    }
}
