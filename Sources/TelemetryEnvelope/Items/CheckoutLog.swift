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

    /// The level of a checkout event as we write it; nil for anything else.
    package static func level(of entry: Span<UInt8>) -> Level? {
        guard let parts = try? Parts(entry), parts.trace != nil else { return nil }
        return parts.level
    }

    /// Appends the checkout event of which `log` is the entry, as JSON. What is not as we write it makes another event, or
    /// none: throws.
    package static func append(eventOf log: Span<UInt8>, to json: inout ContiguousArray<UInt8>) throws(DecodeError) {
        var reader = JSONReader(log)
        var name = 0..<0
        var timestamp = 0..<0
        var severity = 0..<0
        var attributes: [(key: Range<Int>, value: Range<Int>)] = []
        try reader.beginObject("log")
        while let key = try reader.nextKey() {
            if reader.equals(key, "attributes") {
                try reader.beginObject("attributes")
                while let key = try reader.nextKey() {
                    attributes.append((key, try value(&reader)))
                }
            } else {
                guard let range = try reader.skip() else { throw DecodeError(.invalidItem, "log") }
                if reader.equals(key, "body") { name = range }
                if reader.equals(key, "timestamp") { timestamp = range }
                if reader.equals(key, "severity_number") { severity = range }
            }
        }
        try reader.finish()
        func copy(_ range: Range<Int>) {
            unsafe log.extracting(range).withUnsafeBufferPointer { unsafe json.append(contentsOf: $0) }
        }
        json.append(contentsOf: "{\"name\":".utf8)
        copy(name)
        json.append(contentsOf: ",\"timestamp\":".utf8)
        copy(timestamp)
        json.append(contentsOf: ",\"severity_number\":".utf8)
        copy(severity)
        json.append(contentsOf: ",\"attributes\":{".utf8)
        for (index, attribute) in attributes.enumerated() {
            if index > 0 { json.append(0x2C) }
            copy(attribute.key.lowerBound - 1..<attribute.key.upperBound + 1)
            json.append(0x3A)
            copy(attribute.value)
        }
        json.append(contentsOf: "}}".utf8)
    }

    /// The `value` of `{"value":…,"type":…}`.
    private static func value(_ reader: inout JSONReader) throws(DecodeError) -> Range<Int> {
        var value = 0..<0
        try reader.beginObject("attributes")
        while let key = try reader.nextKey() {
            guard let range = try reader.skip() else { throw DecodeError(.invalidItem, "attributes") }
            if reader.equals(key, "value") { value = range }
        }
        return value
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
                    if reader.equals(key, "checkout.flow.id") { flow = content }
                    if reader.equals(key, "session.id") { session = content }
                case 0x74, 0x66: type = "boolean"
                case 0x7B, 0x5B, 0x6E: throw DecodeError(.invalidItem, "attributes")
                default: type = reader.int64(value) == nil ? "double" : "integer"
                }
                fields.append(Field(key: key, value: value, type: type))
            }
        }
    }
}
