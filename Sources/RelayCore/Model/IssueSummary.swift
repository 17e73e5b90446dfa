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
    /// The environment of its latest event.
    package var environment: String?

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
