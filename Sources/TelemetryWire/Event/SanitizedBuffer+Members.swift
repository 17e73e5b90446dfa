package import Sanitizer

/// Writing an event (or any JSON object) out of clean parts, member by member. Commas come by themselves.
///
/// `{`, members and `}` are the caller's to balance. Names are literals of the vocabulary and must not need escapes.
extension SanitizedBuffer {
    /// Appends an id as a JSON string.
    package mutating func append(id: EventID) {
        append("\"")
        append(hex: id.high, id.low)
        append("\"")
    }

    /// Appends a comma unless the innermost container is empty so far.
    package mutating func separate() {
        var last = count
        while last > 0 {
            last -= 1
            let byte = span[last]
            switch byte {
            case 0x20, 0x0A, 0x0D, 0x09: continue
            case 0x7B, 0x5B: return
            default:
                append(",")
                return
            }
        }
    }

    /// Starts a member: its name and colon. A value must follow.
    package mutating func beginMember(_ name: StaticString) {
        separate()
        append("\"")
        append(name)
        append("\":")
    }

    /// Appends a member with a clean text.
    package mutating func append(member name: StaticString, _ text: Sanitized<String>) {
        beginMember(name)
        append(quoted: text)
    }

    /// Appends a member with a text of the vocabulary, which must not need escapes.
    package mutating func append(member name: StaticString, literal: StaticString) {
        beginMember(name)
        append("\"")
        append(literal)
        append("\"")
    }

    /// Appends a member with an id.
    package mutating func append(member name: StaticString, id: EventID) {
        beginMember(name)
        append(id: id)
    }

    /// Appends a member with a time in RFC 3339.
    package mutating func append(member name: StaticString, timestamp: Timestamp) {
        beginMember(name)
        append(timestamp: timestamp)
    }

    /// Appends a member with a counter (clamped to 0 and eleven digits).
    package mutating func append(member name: StaticString, counter: Int) {
        beginMember(name)
        append(counter: counter)
    }

    /// Appends a member whose value is clean JSON, such as a part of what the pass wrote.
    package mutating func append(member name: StaticString, json: borrowing SanitizedBuffer, in range: Range<Int>) {
        beginMember(name)
        append(json, in: range)
    }

    /// Appends the members that lead every event of ours: id, time, severity, platform.
    package mutating func appendEventHead(id: EventID, timestamp: Timestamp, level: Level, platform: StaticString) {
        append(member: "event_id", id: id)
        append(member: "timestamp", timestamp: timestamp)
        append(member: "level", literal: level.name)
        append(member: "platform", literal: platform)
    }
}
