package import Sanitizer

/// What was left out of checkout events by a reader that did not know it, or taken by the relay's own pass: which is a
/// newer SDK, or a client's fault. Counted by SDK and version; what stood there is not kept.
package struct CheckoutAnomaly: Sendable, Hashable {
    /// What it was. Raw values are stored.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// An event that is not in the vocabulary: its entry is refused.
        case unknownEvent = "unknown_event"
        /// An entry of another shape, without a time or an identity: refused.
        case invalidEntry = "invalid_entry"
        /// An attribute that the event does not carry.
        case unknownAttribute = "unknown_attribute"
        /// A word that is not on the attribute's list, now `_OTHER`.
        case unknownWord = "unknown_word"
        /// A value of another type or out of range.
        case droppedValue = "dropped_value"
        /// A value that the relay's pass took: the client's pass did not.
        case redacted
    }

    /// The SDK; nil if it did not say.
    package var sdk: Sanitized<String>?
    /// Its version; nil if it did not say.
    package var version: Sanitized<String>?
    /// What it was.
    package var kind: Kind
    /// The rule that took a value.
    package var rule: Rule?
    /// How many.
    package var quantity: Int64

    /// An anomaly from its parts.
    package init(
        sdk: Sanitized<String>?,
        version: Sanitized<String>?,
        kind: Kind,
        rule: Rule? = nil,
        quantity: Int64
    ) {
        self.sdk = sdk
        self.version = version
        self.kind = kind
        self.rule = rule
        self.quantity = quantity
    }
}

/// How often something was left out of checkout events.
package struct CheckoutAnomalySummary: Sendable, Hashable {
    /// The project.
    package var project: ProjectID
    /// The SDK; empty if unknown.
    package var sdk: String
    /// Its version; empty if unknown.
    package var version: String
    /// What it was.
    package var kind: String
    /// The rule; empty where none took it.
    package var rule: String
    /// How many.
    package var quantity: Int64
}
