package import Sanitizer

/// Strict reading: the shape is what the decoder says, or the document is refused.
extension JSONReader {
    /// The next token, faults of the grammar turned into `invalid_json`.
    @_lifetime(self: copy self)
    package mutating func token() throws(DecodeError) -> Token {
        do {
            return try next()
        } catch {
            throw DecodeError(.invalidJSON, "json")
        }
    }

    /// The next value skipped whole; its range, or nil at the end of a container, which is then consumed.
    @_lifetime(self: copy self)
    @discardableResult
    package mutating func skip() throws(DecodeError) -> Range<Int>? {
        do {
            return try skipValue()
        } catch {
            throw DecodeError(.invalidJSON, "json")
        }
    }

    /// Requires `{` next.
    @_lifetime(self: copy self)
    package mutating func beginObject(_ field: StaticString) throws(DecodeError) {
        guard try token() == .objectStart else { throw DecodeError(.invalidItem, field) }
    }

    /// Requires `[` next.
    @_lifetime(self: copy self)
    package mutating func beginArray(_ field: StaticString) throws(DecodeError) {
        guard try token() == .arrayStart else { throw DecodeError(.invalidItem, field) }
    }

    /// The next member's name in an object; nil at its end.
    @_lifetime(self: copy self)
    package mutating func nextKey() throws(DecodeError) -> Range<Int>? {
        guard case .key(let name) = try token() else { return nil }
        return name
    }

    /// Requires that the document is complete.
    @_lifetime(self: copy self)
    package mutating func finish() throws(DecodeError) {
        guard try token() == .end else { throw DecodeError(.invalidJSON, "trailing") }
    }

    /// Requires a string.
    @_lifetime(self: copy self)
    package mutating func requiredString(_ field: StaticString) throws(DecodeError) -> Range<Int> {
        guard case .string(let content) = try token() else { throw DecodeError(.invalidItem, field) }
        return content
    }

    /// Requires a string or `null`, which is nil.
    @_lifetime(self: copy self)
    package mutating func optionalString(_ field: StaticString) throws(DecodeError) -> Range<Int>? {
        switch try token() {
        case .string(let content): return content
        case .null: return nil
        default: throw DecodeError(.invalidItem, field)
        }
    }

    /// Requires an integer from 0 to `maximum`.
    @_lifetime(self: copy self)
    package mutating func requiredCount(_ field: StaticString, upTo maximum: Int = Int.max) throws(DecodeError) -> Int {
        guard case .number(let lexeme) = try token(), let value = int64(lexeme), value >= 0, value <= maximum else {
            throw DecodeError(.invalidItem, field)
        }
        return Int(value)
    }

    /// Requires an integer from 0 up, or `null`, which is nil.
    @_lifetime(self: copy self)
    package mutating func optionalCount(_ field: StaticString) throws(DecodeError) -> Int? {
        switch try token() {
        case .null: return nil
        case .number(let lexeme):
            guard let value = int64(lexeme), value >= 0 else { throw DecodeError(.invalidItem, field) }
            return Int(value)
        default: throw DecodeError(.invalidItem, field)
        }
    }

    /// Requires an integer from 0 up, or the end of the array, which is nil and then consumed.
    @_lifetime(self: copy self)
    package mutating func nextCount(_ field: StaticString) throws(DecodeError) -> Int? {
        switch try token() {
        case .arrayEnd: return nil
        case .number(let lexeme):
            guard let value = int64(lexeme), value >= 0 else { throw DecodeError(.invalidItem, field) }
            return Int(value)
        default: throw DecodeError(.invalidItem, field)
        }
    }

    /// Requires `true`, `false`, or `null`, which is nil.
    @_lifetime(self: copy self)
    package mutating func optionalBool(_ field: StaticString) throws(DecodeError) -> Bool? {
        switch try token() {
        case .null: return nil
        case .true: return true
        case .false: return false
        default: throw DecodeError(.invalidItem, field)
        }
    }

    /// Requires an id of 32 hexadecimal digits or in UUID form, or `null`, which is nil.
    @_lifetime(self: copy self)
    package mutating func optionalID(_ field: StaticString) throws(DecodeError) -> EventID? {
        guard let content = try optionalString(field) else { return nil }
        guard let id = EventID(string(content)) else { throw DecodeError(.invalidItem, field) }
        return id
    }

    /// Requires a number of seconds since 1970 or an RFC 3339 string, or `null`, which is nil.
    @_lifetime(self: copy self)
    package mutating func optionalTimestamp(_ field: StaticString) throws(DecodeError) -> Timestamp? {
        switch try token() {
        case .null: return nil
        case .string(let content):
            if let time = Timestamp(rfc3339: string(content)) { return time }
        case .number(let lexeme):
            if let time = Timestamp(unixSeconds: string(lexeme)) { return time }
        default: break
        }
        throw DecodeError(.invalidItem, field)
    }
}

/// Which known fields of an object were read, so that a second one of a name is refused.
package struct SeenFields {
    /// None.
    package init() {}

    private var bits: UInt32 = 0

    /// Marks the field with this number (0 to 31); throws if it was marked before.
    package mutating func mark(_ number: UInt32, _ field: StaticString) throws(DecodeError) {
        guard bits & 1 << number == 0 else { throw DecodeError(.invalidItem, field) }
        bits |= 1 << number
    }

    /// Whether the field with this number was read.
    package func contains(_ number: UInt32) -> Bool {
        bits & 1 << number != 0
    }
}
