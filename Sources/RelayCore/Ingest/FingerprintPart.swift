internal import Sanitizer
internal import TelemetryWire

/// One part of a fingerprint that a client gave.
enum FingerprintPart: Equatable {
    /// `{{ default }}`: what the event would be grouped by without a fingerprint.
    case standard
    /// `{{ name }}`: the event's field of that name; the part as it stands if there is none.
    case field(String, text: String)
    /// The text itself.
    case text(String)
    /// Empty.
    case nothing

    /// Reads a part; blanks inside the braces make no difference.
    init(_ part: String) {
        guard part.contains(where: { $0 != " " }) else {
            self = .nothing
            return
        }
        guard part.hasPrefix("{{"), part.hasSuffix("}}"), part.utf8.count >= 4 else {
            self = .text(part)
            return
        }
        let name = String(part.dropFirst(2).dropLast(2).filter { $0 != " " })
        self = name == "default" ? .standard : .field(name, text: part)
    }
}

/// The fields of an event that a fingerprint may name, by the names that Sentry's clients know.
struct GroupingFields {
    /// The index fields.
    var index = EventIndex()
    /// The frame that lists show.
    var frame: GroupingFrame?
    /// The exception's value.
    var value: Sanitized<String>?
    /// The transaction.
    var transaction: Sanitized<String>?
    /// The severity.
    var level: Level?

    /// The field of that name; nil if the event has none, or no event has.
    subscript(name: String) -> String? {
        switch name {
        case "type", "error.type": index.type?.value
        case "value", "error.value": value?.value
        case "message": index.message?.value
        case "transaction": transaction?.value
        case "function", "stack.function": frame.map { $0.function ?? $0.place }?.value
        case "module", "stack.module", "package", "stack.package": frame?.place.value
        case "level": level?.name.description
        case "logger": index.logger?.value
        case "release": index.release?.value
        case "environment": index.environment?.value
        case let tag where tag.hasPrefix("tags."): index.tags.last { $0.key.value == tag.dropFirst(5) }?.value.value
        default: nil
        }
    }
}
