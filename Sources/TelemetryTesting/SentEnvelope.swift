public import Telemetry
internal import TelemetryEnvelope
internal import TelemetryGzip

/// An envelope that was sent, taken apart: a header, and items of which most are events.
///
/// Reads what leaves a transport, what a server received, and `MemoryEvent.envelope`, at most 64 MiB of it.
public struct SentEnvelope: Sendable, Hashable {
    /// One item.
    public struct Item: Sendable, Hashable {
        /// Its type, such as `event` or `client_report`; empty for one that this version does not know.
        public let type: String
        /// Its bytes.
        public let payload: [UInt8]

        /// Its bytes as text.
        public var text: String { String(decoding: payload, as: UTF8.self) }
        /// Its JSON; nil if it is none.
        public var json: ContextValue? { ContextValue(jsonBytes: payload) }
    }

    /// The whole envelope before compression.
    public let bytes: [UInt8]
    /// The header's JSON; `.null` if it cannot be read.
    public let header: ContextValue
    /// The items in order, up to the first that cannot be read.
    public let items: [Item]
    /// Whether all of it could be read.
    public let isWellFormed: Bool

    /// Takes an envelope apart.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        header = ContextValue(jsonBytes: Array(bytes.prefix { $0 != 0x0A })) ?? .null
        let stored = ContiguousArray(bytes)
        var items: [Item] = []
        var isWellFormed = header != .null
        do throws(EnvelopeError) {
            var reader = try EnvelopeReader(stored.span)
            while let item = try reader.next() {
                let type = item.header.type.map { "\($0.name)" } ?? ""
                items.append(Item(type: type, payload: Array(stored[item.payload])))
            }
        } catch {
            isWellFormed = false
        }
        self.items = items
        self.isWellFormed = isWellFormed
    }

    /// Inflates a request's body, one gzip member, and takes it apart.
    public init(gzip body: [UInt8]) {
        let stored = ContiguousArray(body)
        self.init((try? Inflater.inflate(stored.span, as: .gzip, limit: 64 << 20)).map { Array($0) } ?? [])
    }

    /// The whole envelope as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The events in it, in order.
    public var events: [SentEvent] {
        items.filter { $0.type == "event" }.map { SentEvent($0.payload) }
    }

    /// Whether `text` stands in it, as it is or escaped in a JSON string.
    public func contains(_ text: String) -> Bool {
        self.text.contains(text) || header.contains(text) || items.contains { $0.json?.contains(text) ?? false }
    }
}
