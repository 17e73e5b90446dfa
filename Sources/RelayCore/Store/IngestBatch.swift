public import Sanitizer
public import TelemetryGzip
public import TelemetryWire

/// What one request asks the store to keep, committed in one transaction or not at all.
public struct IngestBatch: Sendable {
    /// The project it goes to.
    public var project: ProjectID
    /// The row id of the key that authenticated it.
    public var key: Int64
    /// The envelope's batch id. A batch seen before changes nothing: its outcomes are not counted again either.
    public var batchID: EventID?
    /// Events to keep.
    public var events: [IngestEvent] = []
    /// What was dropped and why; counted in the same transaction.
    public var outcomes: [OutcomeCount] = []
    /// When the request's last byte arrived, milliseconds since 1970.
    public var receivedAt: Int64

    /// An empty batch.
    public init(project: ProjectID, key: Int64, batchID: EventID?, receivedAt: Int64) {
        self.project = project
        self.key = key
        self.batchID = batchID
        self.receivedAt = receivedAt
    }
}

/// A project's number, as in the DSN's path.
public struct ProjectID: Sendable, Hashable, CustomStringConvertible {
    /// The number; 1 is made at first start.
    public let rawValue: Int64

    /// Wraps a number.
    public init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The number in decimal.
    public var description: String { String(rawValue) }
}

/// One event, ready to be stored: nothing in it can be raw.
public struct IngestEvent: Sendable {
    /// What kind of item it came from.
    public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
        /// An `event` item or a store request.
        case event
        /// One entry of a `log` item.
        case log
        /// A `feedback` or `user_report` item.
        case feedback
    }

    /// Its id; the second of two events with one id in a project is a duplicate.
    public var id: EventID
    /// What it came from.
    public var kind: Kind
    /// When it happened by the client's clock, milliseconds since 1970, or the time of receipt.
    public var timestamp: Int64
    /// Its severity.
    public var level: Level
    /// The whole clean document, `_meta` included.
    public var payload: SanitizedGzip
    /// Fields for lists and search, taken in the same pass that scrubbed.
    public var index: EventIndex
    /// What groups it with others.
    public var fingerprint: Fingerprint
    /// What the relay redacted.
    public var findings: [Finding]

    /// An event from its parts.
    public init(
        id: EventID,
        kind: Kind,
        timestamp: Int64,
        level: Level,
        payload: SanitizedGzip,
        index: EventIndex,
        fingerprint: Fingerprint,
        findings: [Finding]
    ) {
        self.id = id
        self.kind = kind
        self.timestamp = timestamp
        self.level = level
        self.payload = payload
        self.index = index
        self.fingerprint = fingerprint
        self.findings = findings
    }
}

/// The fields of an event that lists, grouping and search need. All of them clean; lengths are cut by the producer.
public struct EventIndex: Sendable {
    /// The exception's type, or nil for a message.
    public var type: Sanitized<String>?
    /// The exception's value or the message.
    public var message: Sanitized<String>?
    /// The top in-app frame, `module.function` or file and function.
    public var culprit: Sanitized<String>?
    /// The release.
    public var release: Sanitized<String>?
    /// The environment.
    public var environment: Sanitized<String>?
    /// The platform.
    public var platform: Sanitized<String>?
    /// The logger.
    public var logger: Sanitized<String>?
    /// The reporting client's name.
    public var sdkName: Sanitized<String>?
    /// The reporting client's version.
    public var sdkVersion: Sanitized<String>?
    /// Tags, in document order.
    public var tags: [(key: Sanitized<String>, value: Sanitized<String>)] = []

    /// An empty index.
    public init() {}
}

/// What groups events into an issue: 128 bits over sanitized values, and the version of the algorithm.
public struct Fingerprint: Sendable, Hashable {
    /// The version of the grouping algorithm.
    public let algorithm: UInt8
    /// The first 64 bits.
    public let high: UInt64
    /// The last 64 bits.
    public let low: UInt64

    /// A fingerprint from its parts.
    public init(algorithm: UInt8, high: UInt64, low: UInt64) {
        self.algorithm = algorithm
        self.high = high
        self.low = low
    }
}

/// A number of things dropped for one reason.
public struct OutcomeCount: Sendable, Hashable {
    /// Who dropped them.
    public enum Source: UInt8, Sendable, Hashable, CaseIterable {
        /// This relay.
        case relay
        /// A client, as its report says.
        case client
    }

    /// Who dropped them.
    public var source: Source
    /// Why.
    public var reason: DropReason
    /// The data category or item type, from a closed list; `other` for unknown ones.
    public var category: Sanitized<String>
    /// How many.
    public var quantity: Int64

    /// A count from its parts.
    public init(source: Source, reason: DropReason, category: Sanitized<String>, quantity: Int64) {
        self.source = source
        self.reason = reason
        self.category = category
        self.quantity = quantity
    }
}

/// What became of a batch, after its commit.
public struct BatchReceipt: Sendable, Hashable {
    /// What became of one event.
    public enum Fate: UInt8, Sendable, Hashable {
        /// Stored by this batch.
        case stored
        /// Stored before; counted as duplicate.
        case duplicate
    }

    /// In the order of the batch's events.
    public var fates: [Fate]
    /// Whether the whole batch had been seen before.
    public var isRepeat: Bool

    /// A receipt from its parts.
    public init(fates: [Fate], isRepeat: Bool) {
        self.fates = fates
        self.isRepeat = isRepeat
    }
}
