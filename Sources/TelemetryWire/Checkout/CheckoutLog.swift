package import Sanitizer

/// A checkout event as an entry of a Sentry `log` item, for servers that know no checkout events.
package enum CheckoutLog {
    /// The entries of one `log` item (Sentry's clients send no more).
    package static let entryLimit = 100

    /// Appends a checkout event's clean JSON as a log entry: the name is the body, attributes get types, and the flow, or
    /// else the session, is the trace. False, and nothing appended, if it is not a checkout event.
    package static func append(_ entry: borrowing SanitizedBuffer, to log: inout SanitizedBuffer) -> Bool {
        guard let parts = try? Parts(entry.span), let trace = parts.trace else { return false }
        log.append("{\"timestamp\":")
        log.append(entry, in: parts.timestamp)
        log.append(",\"trace_id\":\"")
        log.append(entry, in: trace)
        log.append("\",\"level\":\"")
        log.append(parts.level.name)
        log.append("\",\"severity_number\":")
        log.append(counter: parts.level.severityNumber)
        log.append(",\"body\":\"")
        log.append(entry, in: parts.name)
        log.append("\",\"attributes\":{")
        for (index, field) in parts.fields.enumerated() {
            log.append(index == 0 ? "\"" : ",\"")
            log.append(entry, in: field.key)
            log.append("\":{\"value\":")
            log.append(entry, in: field.value)
            log.append(",\"type\":\"")
            log.append(field.type)
            log.append("\"}")
        }
        log.append("}}")
        return true
    }

    /// Where the parts of an event stand.
    private struct Parts {
        struct Field {
            var key: Range<Int>
            var value: Range<Int>
            var type: StaticString
        }

        var name = 0..<0
        var timestamp = 0..<0
        var level = Level.info
        var fields: [Field] = []
        var flow: Range<Int>?
        var session: Range<Int>?

        var trace: Range<Int>? { flow ?? session }

        init(_ entry: Span<UInt8>) throws(DecodeError) {
            var reader = JSONReader(entry)
            try reader.beginObject("checkout_event")
            while let key = try reader.nextKey() {
                if reader.equals(key, "name") {
                    name = try reader.requiredString("name")
                } else if reader.equals(key, "timestamp") {
                    guard case .number(let lexeme) = try reader.token() else {
                        throw DecodeError(.invalidItem, "timestamp")
                    }
                    timestamp = lexeme
                } else if reader.equals(key, "severity_number") {
                    let number = try reader.requiredCount("severity_number", upTo: 24)
                    level = Level.allCases.first { $0.severityNumber == number } ?? .info
                } else if reader.equals(key, "attributes") {
                    try read(&reader, entry)
                } else {
                    throw DecodeError(.invalidItem, "checkout_event")
                }
            }
            try reader.finish()
            guard !name.isEmpty, !timestamp.isEmpty else { throw DecodeError(.invalidItem, "checkout_event") }
        }

        private mutating func read(_ reader: inout JSONReader, _ entry: Span<UInt8>) throws(DecodeError) {
            try reader.beginObject("attributes")
            while let key = try reader.nextKey() {
                guard let value = try reader.skip() else { throw DecodeError(.invalidItem, "attributes") }
                let type: StaticString
                switch entry[value.lowerBound] {
                case 0x22:
                    type = "string"
                    let content = value.lowerBound + 1..<value.upperBound - 1
                    if reader.equals(key, CheckoutAttribute.flow.name) { flow = content }
                    if reader.equals(key, CheckoutAttribute.session.name) { session = content }
                case 0x74, 0x66: type = "boolean"
                case 0x7B, 0x5B, 0x6E: throw DecodeError(.invalidItem, "attributes")
                default: type = reader.int64(value) == nil ? "double" : "integer"
                }
                fields.append(Field(key: key, value: value, type: type))
            }
        }
    }
}
