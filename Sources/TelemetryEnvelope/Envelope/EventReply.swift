package import Sanitizer

/// What the relay says about an envelope of one event: `{"id":"…"}`, and `"duplicate":true` where it had the event.
package struct EventReply: Sendable, Hashable {
    /// The event's id; nil where an envelope held none.
    package var id: EventID?
    /// Whether the event had been stored before.
    package var isDuplicate: Bool

    /// A reply from its parts.
    package init(id: EventID?, isDuplicate: Bool = false) {
        self.id = id
        self.isDuplicate = isDuplicate
    }

    /// Reads a reply. Unknown members are skipped: every Sentry-compatible server's reply is one.
    package static func decode(_ payload: Span<UInt8>) throws(DecodeError) -> EventReply {
        var reader = JSONReader(payload)
        var reply = EventReply(id: nil)
        var seen = SeenFields()
        try reader.beginObject("event_reply")
        while let key = try reader.nextKey() {
            if reader.equals(key, "id") {
                try seen.mark(0, "id")
                reply.id = try reader.optionalID("id")
            } else if reader.equals(key, "duplicate") {
                try seen.mark(1, "duplicate")
                reply.isDuplicate = try reader.optionalBool("duplicate") ?? false
            } else {
                try reader.skip()
            }
        }
        try reader.finish()
        return reply
    }

    /// Appends the reply's JSON.
    package func append(to buffer: inout SanitizedBuffer) {
        buffer.append("{")
        if let id {
            buffer.append("\"id\":\"")
            buffer.append(hex: id.high, id.low)
            buffer.append("\"")
            if isDuplicate { buffer.append(",\"duplicate\":true") }
        }
        buffer.append("}")
    }
}
