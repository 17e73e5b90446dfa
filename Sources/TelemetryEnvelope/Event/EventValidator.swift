internal import Sanitizer

/// Whether a document is an event by the letter of `Schemas/event.schema.json`.
///
/// Stricter than ingest on purpose: where ingest drops a wrong optional field and notes it, the schema says invalid, and
/// so does this. It never changes a document. What the schema does not name may be anything.
package enum EventValidator {
    /// Checks `event`. Throws `invalid_json`, or `invalid_item` with the field at fault.
    package static func validate(_ event: Span<UInt8>) throws(DecodeError) {
        var reader = JSONReader(event)
        var seen = SeenFields()
        try reader.beginObject("event")
        while let key = try reader.nextKey() {
            guard let field = EventField(reader, key) else {
                try reader.skip()
                continue
            }
            if field == .eventID { try seen.mark(0, "event_id") }
            try check(field, &reader)
        }
        try reader.finish()
    }

    private static func check(_ field: EventField, _ reader: inout JSONReader) throws(DecodeError) {
        switch field {
        case .eventID:
            _ = try reader.optionalID("event_id")
        case .timestamp:
            _ = try reader.optionalTimestamp("timestamp")
        case .level:
            try level(&reader)
        case .message:
            try textOrObject(&reader, "message")
        case .logentry:
            try textOrObject(&reader, "logentry")
        case .platform, .logger, .transaction, .serverName, .release, .dist, .environment, .culprit:
            _ = try reader.optionalString(field.name)
        case .exception, .threads:
            try values(&reader, field) { (reader) throws(DecodeError) in try stackHolder(&reader) }
        case .breadcrumbs:
            try values(&reader, field) { (reader) throws(DecodeError) in try breadcrumb(&reader) }
        case .stacktrace:
            try stacktrace(&reader)
        case .tags:
            try tags(&reader)
        case .contexts, .extra, .user, .request, .sdk, .modules:
            try object(&reader, field.name)
        case .fingerprint:
            try fingerprint(&reader)
        }
    }

    private static func level(_ reader: inout JSONReader) throws(DecodeError) {
        guard let name = try reader.optionalString("level") else { return }
        guard Level(name: reader.string(name)) != nil else { throw DecodeError(.invalidItem, "level") }
    }

    private static func textOrObject(_ reader: inout JSONReader, _ field: StaticString) throws(DecodeError) {
        switch try reader.token() {
        case .string, .null: return
        case .objectStart: try skipRest(&reader)
        default: throw DecodeError(.invalidItem, field)
        }
    }

    /// An object, an empty array (PHP's empty object), or `null`.
    private static func object(_ reader: inout JSONReader, _ field: StaticString) throws(DecodeError) {
        switch try reader.token() {
        case .null: return
        case .objectStart: try skipRest(&reader)
        case .arrayStart:
            guard try reader.token() == .arrayEnd else { throw DecodeError(.invalidItem, field) }
        default: throw DecodeError(.invalidItem, field)
        }
    }

    /// A list, `{"values": list}`, or `null`; for exceptions and threads also a bare element.
    private static func values(
        _ reader: inout JSONReader,
        _ field: EventField,
        element: (inout JSONReader) throws(DecodeError) -> Void
    ) throws(DecodeError) {
        switch try reader.token() {
        case .null: return
        case .arrayStart: try list(&reader, field.name, element)
        case .objectStart:
            while let key = try reader.nextKey() {
                if reader.equals(key, "values") {
                    switch try reader.token() {
                    case .null: break
                    case .arrayStart: try list(&reader, field.name, element)
                    default: throw DecodeError(.invalidItem, field.name)
                    }
                } else if reader.equals(key, "stacktrace") {
                    try stacktrace(&reader)
                } else {
                    try reader.skip()
                }
            }
        default: throw DecodeError(.invalidItem, field.name)
        }
    }

    /// The rest of a list of objects (or `null`s) after its bracket.
    private static func list(
        _ reader: inout JSONReader,
        _ field: StaticString,
        _ element: (inout JSONReader) throws(DecodeError) -> Void
    ) throws(DecodeError) {
        while true {
            switch try reader.token() {
            case .arrayEnd: return
            case .null: continue
            case .objectStart: try element(&reader)
            default: throw DecodeError(.invalidItem, field)
            }
        }
    }

    /// The rest of an exception or thread after its brace.
    private static func stackHolder(_ reader: inout JSONReader) throws(DecodeError) {
        while let key = try reader.nextKey() {
            if reader.equals(key, "stacktrace") {
                try stacktrace(&reader)
            } else if reader.equals(key, "type") {
                _ = try reader.optionalString("exception.type")
            } else {
                try reader.skip()
            }
        }
    }

    private static func stacktrace(_ reader: inout JSONReader) throws(DecodeError) {
        switch try reader.token() {
        case .null: return
        case .objectStart: break
        default: throw DecodeError(.invalidItem, "stacktrace")
        }
        while let key = try reader.nextKey() {
            guard reader.equals(key, "frames") else {
                try reader.skip()
                continue
            }
            switch try reader.token() {
            case .null: continue
            case .arrayStart: try list(&reader, "frames") { (reader) throws(DecodeError) in try frame(&reader) }
            default: throw DecodeError(.invalidItem, "frames")
            }
        }
    }

    /// The rest of a frame after its brace.
    private static func frame(_ reader: inout JSONReader) throws(DecodeError) {
        while let key = try reader.nextKey() {
            if reader.equals(key, "lineno") || reader.equals(key, "colno") {
                switch try reader.token() {
                case .null, .number: continue
                default: throw DecodeError(.invalidItem, "lineno")
                }
            } else if reader.equals(key, "in_app") {
                switch try reader.token() {
                case .null, .true, .false: continue
                default: throw DecodeError(.invalidItem, "in_app")
                }
            } else {
                try reader.skip()
            }
        }
    }

    /// The rest of a breadcrumb after its brace.
    private static func breadcrumb(_ reader: inout JSONReader) throws(DecodeError) {
        while let key = try reader.nextKey() {
            if reader.equals(key, "timestamp") {
                _ = try reader.optionalTimestamp("breadcrumbs.timestamp")
            } else if reader.equals(key, "level") {
                try level(&reader)
            } else {
                try reader.skip()
            }
        }
    }

    /// An object of scalars, a list of pairs, or `null`.
    private static func tags(_ reader: inout JSONReader) throws(DecodeError) {
        switch try reader.token() {
        case .null: return
        case .objectStart:
            while try reader.nextKey() != nil { try tagValue(&reader) }
        case .arrayStart:
            while true {
                switch try reader.token() {
                case .arrayEnd: return
                case .null: continue
                case .arrayStart:
                    _ = try reader.requiredString("tags")
                    try tagValue(&reader)
                    guard try reader.token() == .arrayEnd else { throw DecodeError(.invalidItem, "tags") }
                default: throw DecodeError(.invalidItem, "tags")
                }
            }
        default: throw DecodeError(.invalidItem, "tags")
        }
    }

    private static func tagValue(_ reader: inout JSONReader) throws(DecodeError) {
        switch try reader.token() {
        case .string, .number, .true, .false, .null: return
        default: throw DecodeError(.invalidItem, "tags")
        }
    }

    private static func fingerprint(_ reader: inout JSONReader) throws(DecodeError) {
        switch try reader.token() {
        case .null: return
        case .arrayStart:
            while true {
                switch try reader.token() {
                case .arrayEnd: return
                case .string, .number, .true, .false, .null: continue
                default: throw DecodeError(.invalidItem, "fingerprint")
                }
            }
        default: throw DecodeError(.invalidItem, "fingerprint")
        }
    }

    private static func skipRest(_ reader: inout JSONReader) throws(DecodeError) {
        while try reader.nextKey() != nil { try reader.skip() }
    }
}

extension EventField {
    /// The field that a key token of an event names.
    init?(_ reader: borrowing JSONReader, _ key: Range<Int>) {
        for field in Self.allCases where reader.equals(key, field.name) {
            self = field
            return
        }
        return nil
    }
}
