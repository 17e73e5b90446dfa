public import Sanitizer
public import TelemetryWire

/// An issue as lists show it. Times are milliseconds since 1970.
public struct IssueSummary: Sendable, Hashable {
    /// What people have decided about it.
    public enum State: Int64, Sendable, Hashable, CaseIterable {
        /// Nothing yet.
        case open
        /// Said to be fixed.
        case resolved
        /// Not to be shown.
        case muted

        /// The name that commands print.
        public var name: String {
            switch self {
            case .open: "open"
            case .resolved: "resolved"
            case .muted: "muted"
            }
        }
    }

    /// Its name.
    public var id: ShortID
    /// Its project.
    public var project: ProjectID
    /// The exception's type, if it is one.
    public var type: String?
    /// The message.
    public var message: String?
    /// Where it happened.
    public var culprit: String?
    /// The level of its latest event.
    public var level: Level
    /// Its state.
    public var state: State
    /// First seen.
    public var firstSeen: Int64
    /// Last seen.
    public var lastSeen: Int64
    /// Events stored.
    public var events: Int64
    /// The release of its first event.
    public var firstRelease: String?
    /// The latest release that named itself.
    public var lastRelease: String?

    /// Type and message in one line.
    public var title: String { IssueSummary.title(type: type, message: message) }

    static func title(type: String?, message: String?) -> String {
        switch (type, message) {
        case (let type?, let message?) where !message.isEmpty: type.isEmpty ? message : "\(type): \(message)"
        case (let type?, _) where !type.isEmpty: type
        case (_, let message?) where !message.isEmpty: message
        default: "(no title)"
        }
    }
}

/// An event as lists show it. Times are milliseconds since 1970.
public struct EventSummary: Sendable, Hashable {
    /// Its id.
    public var id: EventID
    /// Its project.
    public var project: ProjectID
    /// The issue it belongs to.
    public var issue: ShortID
    /// What it came from.
    public var kind: IngestEvent.Kind
    /// Its severity.
    public var level: Level
    /// When it happened, by the client's clock.
    public var timestamp: Int64
    /// When it was received.
    public var receivedAt: Int64
    /// The exception's type.
    public var type: String?
    /// The message.
    public var message: String?
    /// Where it happened.
    public var culprit: String?
    /// The release.
    public var release: String?
    /// The environment.
    public var environment: String?
    /// The platform.
    public var platform: String?
    /// The logger.
    public var logger: String?
    /// The reporting client's name.
    public var sdkName: String?
    /// The reporting client's version.
    public var sdkVersion: String?
    /// How many values the relay redacted in it.
    public var findings: Int64

    /// Type and message in one line.
    public var title: String { IssueSummary.title(type: type, message: message) }

    /// The kind's name.
    public var kindName: String {
        switch kind {
        case .event: "event"
        case .log: "log"
        case .feedback: "feedback"
        }
    }
}

/// An event with everything that is stored of it.
public struct StoredEvent: Sendable {
    /// Its list entry.
    public var summary: EventSummary
    /// The clean document: JSON, UTF-8.
    public var payload: [UInt8]
    /// What was redacted at the relay, in document order.
    public var findings: [StoredFinding]
}

/// A redaction as it is stored; `Finding` itself can only be made by the sanitizer.
public struct StoredFinding: Sendable, Hashable {
    /// JSON Pointer of the value in the stored document.
    public var path: String
    /// The rule's id.
    public var rule: String
    /// What was done: `remove`, `replace` or `rename`.
    public var method: String
    /// Where the replacement stands, in UTF-8 bytes of the stored string.
    public var range: Range<Int64>
    /// Why.
    public var evidence: Finding.Evidence
    /// Which end of the wire: `client` or `relay`.
    public var stage: String
    /// The version of the policy; 0 if unknown.
    public var policyVersion: Int64
}

/// An ingest key with its dates, milliseconds since 1970.
public struct KeySummary: Sendable, Hashable {
    /// The key.
    public var key: ProjectKey
    /// Its project's slug.
    public var slug: String
    /// When it was made.
    public var createdAt: Int64
    /// When it was disabled, if it is.
    public var disabledAt: Int64?
}

/// A count of what was dropped for one reason.
public struct OutcomeSummary: Sendable, Hashable {
    /// The project.
    public var project: ProjectID
    /// Who dropped it.
    public var source: OutcomeCount.Source
    /// Why.
    public var reason: String
    /// Of what kind.
    public var category: String
    /// How many.
    public var quantity: Int64
    /// The first hour with one, milliseconds since 1970.
    public var firstHour: Int64
    /// The last hour with one, milliseconds since 1970.
    public var lastHour: Int64
}

/// Totals of a store or a project.
public struct StoreStatistics: Sendable, Hashable {
    /// Issues.
    public var issues: Int64 = 0
    /// Events.
    public var events: Int64 = 0
    /// Redactions recorded.
    public var findings: Int64 = 0
    /// Things dropped, by the relay and by clients.
    public var dropped: Int64 = 0
    /// Events seen again and not stored again.
    public var duplicates: Int64 = 0
    /// Bytes of documents before compression.
    public var rawBytes: Int64 = 0
    /// Bytes of documents as stored.
    public var storedBytes: Int64 = 0
    /// Bytes of the database file.
    public var fileBytes: Int64 = 0
}
