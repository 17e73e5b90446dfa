internal import Sanitizer
internal import TelemetryWire

/// What an observer of the pass learned about an event.
struct IndexedEvent {
    /// The id in the payload.
    var id: EventID?
    /// When it happened by the client's clock, milliseconds since 1970.
    var timestamp: Int64?
    /// Its severity.
    var level: Level?
    /// Fields for lists.
    var index = EventIndex()
    /// The frame that lists show.
    var frame: GroupingFrame?
    /// What groups it.
    var grouping: Grouping

    /// Takes over what the sanitizer read.
    mutating func take(_ outcome: EventSanitizer.Outcome) {
        id = outcome.eventID
        timestamp = outcome.timestamp?.milliseconds
        level = outcome.level
        grouping.fields.level = outcome.level
    }
}

/// How long index fields may become, UTF-8 bytes.
enum IndexLimits {
    /// Types, releases, environments, names.
    static let word = 200
    /// Messages.
    static let message = 4_096
    /// Tags an event.
    static let tags = 200
    /// Parts of a fingerprint that are looked at one by one; further ones count as one.
    static let fingerprint = 64
}

extension SanitizedBuffer {
    /// The time that stands at `range`: seconds since 1970 as a number, or RFC 3339 in quotes. Milliseconds.
    func time(at range: Range<Int>, isNumber: Bool) -> Int64? {
        if isNumber { return Timestamp(unixSeconds: span.extracting(range))?.milliseconds }
        guard range.count > 2 else { return nil }
        return Timestamp(rfc3339: span.extracting(range.lowerBound + 1..<range.upperBound - 1))?.milliseconds
    }
}
