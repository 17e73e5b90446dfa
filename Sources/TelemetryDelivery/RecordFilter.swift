package import Sanitizer
package import TelemetryEnvelope

/// What a host's hooks make of clean records. Made and used by one worker's thread.
package protocol RecordFilter: AnyObject {
    /// Looks at one record, outside all locks. May take as long as the host's code does.
    func verdict(on record: Record) -> RecordVerdict
}

/// What becomes of a record that a filter looked at.
package enum RecordVerdict: Sendable, Hashable {
    /// It goes as it is.
    case keep
    /// These clean bytes go in its place.
    case replace(Sanitized<[UInt8]>)
    /// It goes nowhere.
    case drop(DropReason)
}
