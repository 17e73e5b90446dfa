package import TelemetryWire

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
