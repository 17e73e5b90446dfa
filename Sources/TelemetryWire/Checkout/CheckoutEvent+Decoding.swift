internal import Sanitizer
package import TelemetryEnvelope

/// What was left out of a checkout event when it was read; the event itself stands.
package struct CheckoutAnomalies: Sendable, Hashable {
    /// Attributes that an event of this name does not carry, or that nobody knows.
    package var unknownAttributes = 0
    /// Words that are not on the attribute's list, now `_OTHER`.
    package var unknownWords = 0
    /// Values of another type, out of range, or there a second time.
    package var droppedValues = 0

    /// Nothing.
    package init() {}

    /// Whether nothing was left out.
    package var isEmpty: Bool { self == CheckoutAnomalies() }
}

extension CheckoutEvent {
    /// Reads an entry of a `checkout_event` container.
    ///
    /// Throws for a document of another shape, an unknown name, no time, and no identity (SDK, session or flow, and
    /// sequence). What else is wrong is left out and counted: an attribute that is not known, a value that does not fit;
    /// an unknown word becomes `_OTHER`.
    package static func decode(
        _ entry: Span<UInt8>
    ) throws(DecodeError) -> (event: CheckoutEvent, anomalies: CheckoutAnomalies) {
        var reader = JSONReader(entry)
        var seen = SeenFields()
        var name: CheckoutEventName?
        var timestamp: Timestamp?
        var attributes: Range<Int>?
        try reader.beginObject("checkout_event")
        while let key = try reader.nextKey() {
            if reader.equals(key, "name") {
                try seen.mark(0, "name")
                name = CheckoutEventName(rawValue: reader.string(try reader.requiredString("name")))
            } else if reader.equals(key, "timestamp") {
                try seen.mark(1, "timestamp")
                timestamp = try reader.optionalTimestamp("timestamp")
            } else if reader.equals(key, "attributes") {
                try seen.mark(2, "attributes")
                attributes = try reader.skip()
            } else {
                try reader.skip()
            }
        }
        try reader.finish()
        guard let name else { throw DecodeError(.invalidItem, "name") }
        guard let timestamp else { throw DecodeError(.invalidItem, "timestamp") }
        guard let attributes else { throw DecodeError(.invalidItem, "attributes") }
        var event = CheckoutEvent(name, at: timestamp)
        var anomalies = CheckoutAnomalies()
        try event.read(entry.extracting(attributes), areTyped: false, &anomalies)
        try event.checkIdentity()
        return (event, anomalies)
    }

    /// Reads an entry of a `log` container that was written for a checkout event.
    package static func decode(log entry: Span<UInt8>) throws(DecodeError) -> CheckoutEvent {
        var reader = JSONReader(entry)
        var name: CheckoutEventName?
        var timestamp: Timestamp?
        var attributes: Range<Int>?
        try reader.beginObject("log")
        while let key = try reader.nextKey() {
            if reader.equals(key, "body") {
                name = CheckoutEventName(rawValue: reader.string(try reader.requiredString("body")))
            } else if reader.equals(key, "timestamp") {
                timestamp = try reader.optionalTimestamp("timestamp")
            } else if reader.equals(key, "attributes") {
                attributes = try reader.skip()
            } else {
                try reader.skip()
            }
        }
        try reader.finish()
        guard let name, let timestamp, let attributes else { throw DecodeError(.invalidItem, "log") }
        var event = CheckoutEvent(name, at: timestamp)
        var anomalies = CheckoutAnomalies()
        try event.read(entry.extracting(attributes), areTyped: true, &anomalies)
        try event.checkIdentity()
        return event
    }

    private func checkIdentity() throws(DecodeError) {
        guard self[.sdkName] != nil else { throw DecodeError(.invalidItem, "checkout.sdk.name") }
        guard self[.sequence] != nil else { throw DecodeError(.invalidItem, "checkout.sequence") }
        guard self[.flow] ?? self[.session] != nil else { throw DecodeError(.invalidItem, "checkout.flow.id") }
    }

    /// Attributes as they are, or, `areTyped`, each as an object with `value` and `type`.
    private mutating func read(
        _ object: Span<UInt8>,
        areTyped: Bool,
        _ anomalies: inout CheckoutAnomalies
    ) throws(DecodeError) {
        var reader = JSONReader(object)
        var seen = CheckoutAttributeSet()
        // Nearly always they come in our own order.
        var expected = 0
        try reader.beginObject("attributes")
        while let key = try reader.nextKey() {
            guard let attribute = Self.attribute(key, &reader, from: &expected), name.takes(attribute) else {
                anomalies.unknownAttributes += 1
                try reader.skip()
                continue
            }
            guard !seen.contains(attribute) else {
                anomalies.droppedValues += 1
                try reader.skip()
                continue
            }
            seen.insert(attribute)
            guard areTyped else {
                try readValue(of: attribute, &reader, &anomalies)
                continue
            }
            try reader.beginObject("attributes")
            while let member = try reader.nextKey() {
                if reader.equals(member, "value") {
                    try readValue(of: attribute, &reader, &anomalies)
                } else {
                    try reader.skip()
                }
            }
        }
        try reader.finish()
    }

    private static func attribute(
        _ key: Range<Int>,
        _ reader: inout JSONReader,
        from expected: inout Int
    ) -> CheckoutAttribute? {
        let all = CheckoutAttribute.allCases
        for step in 0..<all.count {
            let index = (expected + step) % all.count
            if reader.equals(key, all[index].name) {
                expected = index + 1
                return all[index]
            }
        }
        return nil
    }

    private mutating func readValue(
        of attribute: CheckoutAttribute,
        _ reader: inout JSONReader,
        _ anomalies: inout CheckoutAnomalies
    ) throws(DecodeError) {
        let token = try reader.token()
        var value: CheckoutValue?
        switch (token, attribute.shape) {
        case (.string(let content), .words(let words)):
            let text = reader.string(content)
            if let word = words.first(where: { $0 == text }) {
                value = CheckoutValue(.word(word))
            } else {
                anomalies.unknownWords += 1
                value = CheckoutValue(.word(words.last ?? ""))
            }
        case (.true, .flag): value = CheckoutValue(.flag(true))
        case (.false, .flag): value = CheckoutValue(.flag(false))
        case (.number(let lexeme), .integer(let range)):
            if let number = reader.int64(lexeme), range.contains(number) { value = CheckoutValue(.integer(number)) }
        case (.number(let lexeme), .seconds):
            if let time = Timestamp(unixSeconds: reader.string(lexeme)), time.milliseconds <= CheckoutSeconds.limit {
                value = CheckoutValue(.seconds(CheckoutSeconds(milliseconds: time.milliseconds)))
            }
        case (.string(let content), .id):
            if let id = EventID(reader.string(content)) { value = CheckoutValue(.id(id)) }
        case (.string(let content), .token):
            if let text = CheckoutToken(reader.string(content)) { value = CheckoutValue(.token(text)) }
        case (.objectStart, _), (.arrayStart, _):
            // A container where a scalar belongs: to its end.
            var depth = 1
            while depth > 0 {
                switch try reader.token() {
                case .objectStart, .arrayStart: depth += 1
                case .objectEnd, .arrayEnd: depth -= 1
                default: break
                }
            }
        default: break
        }
        if let value {
            self[attribute: attribute] = value
        } else {
            anomalies.droppedValues += 1
        }
    }
}
