extension SanitizedBuffer {
    /// Appends a part of another buffer's bytes; the range is clamped to what it holds.
    package mutating func append(_ other: borrowing SanitizedBuffer, in range: Range<Int>) {
        storage.append(contentsOf: other.storage[range.clamped(to: 0..<other.storage.count)])
    }

    /// Appends a clean text as a JSON string: quoted, with the escapes that JSON requires and no others.
    package mutating func append(quoted text: Sanitized<String>) {
        storage.append(0x22)
        for byte in text.value.utf8 {
            switch byte {
            case 0x22, 0x5C:
                storage.append(0x5C)
                storage.append(byte)
            case 0x0A: append("\\n")
            case 0x0D: append("\\r")
            case 0x09: append("\\t")
            case 0..<0x20:
                append("\\u00")
                storage.append(byte < 16 ? 0x30 : 0x31)
                storage.append(byte & 15 < 10 ? byte & 15 + 0x30 : byte & 15 + 0x57)
            default: storage.append(byte)
            }
        }
        storage.append(0x22)
    }

    /// Appends the id of a rule.
    package mutating func append(_ rule: Rule) {
        storage.append(contentsOf: rule.rawValue.utf8)
    }

    /// The text of the JSON string token at `range` (quotes included, as observers get it), escapes resolved; nil if
    /// there is no string token. Allocates.
    package func string(in range: Range<Int>) -> Sanitized<String>? {
        let token = storage[range.clamped(to: 0..<storage.count)]
        var reader = JSONReader(token.span)
        guard case .string(let content) = try? reader.next() else { return nil }
        return Sanitized(trusted: reader.string(content))
    }
}
