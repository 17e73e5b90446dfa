package import Sanitizer
package import TelemetryWire

/// A number of things dropped for one reason.
package struct OutcomeCount: Sendable, Hashable {
    /// Who dropped them.
    package enum Source: UInt8, Sendable, Hashable, CaseIterable {
        /// This relay.
        case relay
        /// A client, as its report says.
        case client
    }

    /// Who dropped them.
    package var source: Source
    /// Why.
    package var reason: DropReason
    /// The data category or item type, from a closed list; `other` for unknown ones.
    package var category: Sanitized<String>
    /// How many.
    package var quantity: Int64

    /// A count from its parts.
    package init(source: Source, reason: DropReason, category: Sanitized<String>, quantity: Int64) {
        self.source = source
        self.reason = reason
        self.category = category
        self.quantity = quantity
    }
}
