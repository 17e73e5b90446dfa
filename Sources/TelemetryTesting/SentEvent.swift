public import Telemetry
public import TelemetryEnvelope

/// An event that was sent, byte for byte as it stood in its envelope.
public struct SentEvent: Sendable, Hashable {
    /// Its JSON. UTF-8.
    public let bytes: [UInt8]
    /// Its JSON, decoded; `.null` if it is none.
    public let json: ContextValue

    /// An event from its JSON.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        json = ContextValue(jsonBytes: bytes) ?? .null
    }

    /// Its JSON as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
    /// Its id.
    public var id: EventID? { self["/event_id"]?.string.flatMap { EventID($0) } }

    /// Its message, in either form that the wire knows; nil if it has none.
    public var message: String? { (self["/message/formatted"] ?? self["/message"])?.string }

    /// The value at a JSON Pointer (RFC 6901), as in `/exception/values/0/value`; nil if there is none.
    public subscript(pointer: String) -> ContextValue? { json[pointer] }

    /// Whether `text` stands in it, as it is or escaped in a JSON string.
    public func contains(_ text: String) -> Bool {
        self.text.contains(text) || json.contains(text)
    }
}
