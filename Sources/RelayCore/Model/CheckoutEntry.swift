package import Sanitizer
package import TelemetryWire

/// One entry of a `checkout_event` container, ready to be stored: decoded strictly, and clean.
package struct CheckoutEntry: Sendable {
    /// What happened.
    package var event: CheckoutEvent
    /// The clean text of every attribute that is a word or a token, in the order of the event's attributes.
    package var texts: [(attribute: CheckoutAttribute, text: Sanitized<String>)]
    /// How many checkouts it stands for, in millionths: 1,000,000 where the client did not sample.
    package var weight: Int64

    /// An entry from its parts.
    package init(
        event: CheckoutEvent,
        texts: [(attribute: CheckoutAttribute, text: Sanitized<String>)],
        weight: Int64
    ) {
        self.event = event
        self.texts = texts
        self.weight = weight
    }

    /// One checkout, in millionths.
    static let unit: Int64 = 1_000_000
    /// The most checkouts that an entry stands for: a rate below 1 in 10,000 counts as that.
    static let greatestWeight: Int64 = 10_000 * unit

    /// What one of those stands for that a client kept at this rate. No rate, or none that is one, is 1.
    static func weight(sampleRate: Double?) -> Int64 {
        guard let rate = sampleRate, rate > 0, rate <= 1 else { return unit }
        let exact = (Double(unit) / rate).rounded()
        return exact < Double(greatestWeight) ? Int64(exact) : greatestWeight
    }

    /// The clean text of an attribute; nil if there is none.
    func text(_ attribute: CheckoutAttribute) -> Sanitized<String>? {
        texts.first { $0.attribute == attribute }?.text
    }

    /// Whose entry it is; nil without identity, which the decoder does not let pass.
    var key: FlowKey? {
        if let flow = event[.flow] { return FlowKey(id: flow, isSession: false) }
        return event[.session].map { FlowKey(id: $0, isSession: true) }
    }
}

/// What entries are told apart by: a checkout's id, or a process's for what belongs to no checkout.
package struct FlowKey: Sendable, Hashable {
    /// The id.
    package var id: EventID
    /// Whether it is a process's.
    package var isSession: Bool

    /// A key from its parts.
    package init(id: EventID, isSession: Bool) {
        self.id = id
        self.isSession = isSession
    }
}
