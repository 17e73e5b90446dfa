package import Sanitizer
package import TelemetryWire

/// An issue as lists show it. Times are milliseconds since 1970.
package struct IssueSummary: Sendable, Hashable {
    /// What people have decided about it.
    package enum State: Int64, Sendable, Hashable, CaseIterable {
        /// Nothing yet.
        case open
        /// Said to be fixed.
        case resolved
        /// Not to be shown.
        case muted

        /// The name that commands print.
        package var name: String {
            switch self {
            case .open: "open"
            case .resolved: "resolved"
            case .muted: "muted"
            }
        }
    }

    /// Its name.
    package var id: ShortID
    /// Its project.
    package var project: ProjectID
    /// The exception's type, if it is one.
    package var type: String?
    /// The message.
    package var message: String?
    /// Where it happened.
    package var culprit: String?
    /// The level of its latest event.
    package var level: Level
    /// Its state.
    package var state: State
    /// First seen.
    package var firstSeen: Int64
    /// Last seen.
    package var lastSeen: Int64
    /// Events stored.
    package var events: Int64
    /// The release of its first event.
    package var firstRelease: String?
    /// The latest release that named itself.
    package var lastRelease: String?

    /// Type and message in one line.
    package var title: String { IssueSummary.title(type: type, message: message) }

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
package struct EventSummary: Sendable, Hashable {
    /// Its id.
    package var id: EventID
    /// Its project.
    package var project: ProjectID
    /// The issue it belongs to.
    package var issue: ShortID
    /// What it came from.
    package var kind: IngestEvent.Kind
    /// Its severity.
    package var level: Level
    /// When it happened, by the client's clock.
    package var timestamp: Int64
    /// When it was received.
    package var receivedAt: Int64
    /// The exception's type.
    package var type: String?
    /// The message.
    package var message: String?
    /// Where it happened.
    package var culprit: String?
    /// The release.
    package var release: String?
    /// The environment.
    package var environment: String?
    /// The platform.
    package var platform: String?
    /// The logger.
    package var logger: String?
    /// The reporting client's name.
    package var sdkName: String?
    /// The reporting client's version.
    package var sdkVersion: String?
    /// How many values the relay redacted in it.
    package var findings: Int64

    /// Type and message in one line.
    package var title: String { IssueSummary.title(type: type, message: message) }

    /// The kind's name.
    package var kindName: String {
        switch kind {
        case .event: "event"
        case .log: "log"
        case .feedback: "feedback"
        }
    }
}

/// An event with everything that is stored of it.
package struct StoredEvent: Sendable {
    /// Its list entry.
    package var summary: EventSummary
    /// The clean document: JSON, UTF-8.
    package var payload: [UInt8]
    /// What was redacted at the relay, in document order.
    package var findings: [StoredFinding]
}

/// A redaction as it is stored; `Finding` itself can only be made by the sanitizer.
package struct StoredFinding: Sendable, Hashable {
    /// JSON Pointer of the value in the stored document.
    package var path: String
    /// The rule's id.
    package var rule: String
    /// What was done: `remove`, `replace` or `rename`.
    package var method: String
    /// Where the replacement stands, in UTF-8 bytes of the stored string.
    package var range: Range<Int64>
    /// Why.
    package var evidence: Finding.Evidence
    /// Which end of the wire: `client` or `relay`.
    package var stage: String
    /// The version of the policy; 0 if unknown.
    package var policyVersion: Int64
}

/// An ingest key with its dates, milliseconds since 1970.
package struct KeySummary: Sendable, Hashable {
    /// The key.
    package var key: ProjectKey
    /// Its project's slug.
    package var slug: String
    /// When it was made.
    package var createdAt: Int64
    /// When it was disabled, if it is.
    package var disabledAt: Int64?
}

/// A count of what was dropped for one reason.
package struct OutcomeSummary: Sendable, Hashable {
    /// The project.
    package var project: ProjectID
    /// Who dropped it.
    package var source: OutcomeCount.Source
    /// Why.
    package var reason: String
    /// Of what kind.
    package var category: String
    /// How many.
    package var quantity: Int64
    /// The first hour with one, milliseconds since 1970.
    package var firstHour: Int64
    /// The last hour with one, milliseconds since 1970.
    package var lastHour: Int64
}

/// Totals of a store or a project.
package struct StoreStatistics: Sendable, Hashable {
    /// Issues.
    package var issues: Int64 = 0
    /// Events.
    package var events: Int64 = 0
    /// Redactions recorded.
    package var findings: Int64 = 0
    /// Things dropped, by the relay and by clients.
    package var dropped: Int64 = 0
    /// Events seen again and not stored again.
    package var duplicates: Int64 = 0
    /// Bytes of documents before compression.
    package var rawBytes: Int64 = 0
    /// Bytes of documents as stored.
    package var storedBytes: Int64 = 0
    /// Bytes of the database file.
    package var fileBytes: Int64 = 0
}
