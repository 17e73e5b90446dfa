internal import TelemetryEnvelope

extension CheckoutEvent {
    /// Appends the event as JSON, members and attributes always in the same order. Not clean by its type: it goes
    /// through the pass like everything that is sent.
    package func append(to json: inout ContiguousArray<UInt8>) {
        json.append("{\"name\":\"")
        json.append(contentsOf: name.rawValue.utf8)
        json.append("\",\"timestamp\":")
        json.append(contentsOf: CheckoutValue.text(of: timestamp.milliseconds).utf8)
        json.append(",\"severity_number\":")
        json.append(contentsOf: String(level.severityNumber).utf8)
        json.append(",\"attributes\":{")
        for (offset, field) in fields.enumerated() {
            json.append(offset == 0 ? "\"" : ",\"")
            json.append(field.attribute.name)
            json.append("\":")
            field.value.append(to: &json)
        }
        json.append("}}")
    }
}

extension ContiguousArray<UInt8> {
    fileprivate mutating func append(_ literal: StaticString) {
        unsafe append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }
}
