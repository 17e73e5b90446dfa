package import Sanitizer
package import TelemetryGzip
package import TelemetryWire

/// One event, ready to be stored: nothing in it can be raw.
package struct IngestEvent: Sendable {
    /// What kind of item it came from.
    package enum Kind: UInt8, Sendable, Hashable, CaseIterable {
        /// An `event` item or a store request.
        case event
        /// One entry of a `log` item.
        case log
        /// A `feedback` or `user_report` item.
        case feedback
    }

    /// Its id; the second of two events with one id in a project is a duplicate.
    package var id: EventID
    /// What it came from.
    package var kind: Kind
    /// When it happened by the client's clock, milliseconds since 1970, or the time of receipt.
    package var timestamp: Int64
    /// Its severity.
    package var level: Level
    /// The whole clean document, `_meta` included.
    package var payload: SanitizedGzip
    /// Fields for lists and search, taken in the same pass that scrubbed.
    package var index: EventIndex
    /// What groups it with others.
    package var fingerprint: Fingerprint
    /// What the relay redacted.
    package var findings: [Finding]

    /// An event from its parts.
    package init(
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
