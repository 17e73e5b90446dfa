package import Sanitizer
package import TelemetryEnvelope

/// One clean event on its way out.
package struct Record: Sendable, Hashable {
    /// What kind of item it travels in.
    package enum Kind: UInt8, Sendable, Hashable {
        /// An `event` item of its own.
        case event
        /// An entry of a container of checkout events.
        case checkout
    }

    /// What kind of item it travels in.
    package var kind: Kind
    /// The event's id; of a checkout event one that only the reporter knows.
    package var id: EventID
    /// Its severity.
    package var level: Level
    /// Its place in the order of captures.
    package var sequence: UInt64
    /// The share of its kind that sampling keeps. An envelope holds events of one share.
    package var sampleRate: Double
    /// The event's JSON.
    package var bytes: Sanitized<[UInt8]>
    /// Where it is beside memory.
    package var custody = Custody.memory
    /// Whether the host has hooks and none has seen it yet: until then it goes no further than a journal.
    package var awaitsHooks = false

    /// A record from its parts.
    package init(
        kind: Kind = .event,
        id: EventID,
        level: Level,
        sequence: UInt64,
        sampleRate: Double = 1,
        bytes: Sanitized<[UInt8]>
    ) {
        self.kind = kind
        self.sampleRate = sampleRate
        self.id = id
        self.level = level
        self.sequence = sequence
        self.bytes = bytes
    }

    /// What the rings call a checkout event; other numbers are kinds of events, for sampling.
    package static let checkoutLabel: UInt8 = 3

    /// The kind of a record by what the rings call it.
    static func kind(of label: UInt8) -> Kind { label == checkoutLabel ? .checkout : .event }

    static func kind(of label: SanitizedRing.Label) -> Kind { kind(of: label.kind) }

    /// Whether it shortens the wait for the next batch.
    package var isUrgent: Bool { level >= .error }
}

/// Where a record is beside memory: what would be left of it if the process ended now.
package enum Custody: Sendable, Hashable {
    /// Nowhere.
    case memory
    /// In this segment of the spool's journal.
    case journal(UInt32)
    /// In a batch file of the spool.
    case file
}

/// What finally became of an event. Every event has exactly one fate.
package enum Fate: Sendable, Hashable {
    /// The server has it.
    case delivered
    /// The server had it before.
    case duplicate
    /// The server took the batch, but not this event.
    case rejected(DropReason)
    /// It never arrived.
    case dropped(DropReason)
}
