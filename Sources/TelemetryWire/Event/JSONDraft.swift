/// A raw JSON document in the making: what a host said, before it is scrubbed. Nothing takes it but the sanitizer.
///
/// One reused buffer; commas come by themselves; containers are the caller's to balance. One owner at a time.
package struct JSONDraft: Sendable {
    /// The document so far.
    package private(set) var bytes: ContiguousArray<UInt8> = []

    /// An empty draft with room for `capacity` bytes.
    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Empties the draft and keeps its memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Opens an object, as a value or element.
    package mutating func beginObject() {
        separate()
        bytes.append(0x7B)
    }

    /// Closes the innermost object.
    package mutating func endObject() {
        bytes.append(0x7D)
    }

    /// Opens an array, as a value or element.
    package mutating func beginArray() {
        separate()
        bytes.append(0x5B)
    }

    /// Closes the innermost array.
    package mutating func endArray() {
        bytes.append(0x5D)
    }

    /// Starts a member of the innermost object; its value must follow.
    package mutating func name(_ text: String) {
        string(text)
        bytes.append(0x3A)
    }

    /// Appends a string value or element. What is not UTF-8 cannot be in a `String`; all else is escaped as JSON asks.
    package mutating func string(_ text: String) {
        separate()
        bytes.append(0x22)
        let isContiguous: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe escape($0) }
        if isContiguous == nil {
            let copy = ContiguousArray(text.utf8)
            unsafe copy.withUnsafeBufferPointer { unsafe escape($0) }
        }
        bytes.append(0x22)
    }

    /// Appends an integer value or element.
    package mutating func integer(_ value: Int64) {
        separate()
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Appends a number; `null` for what JSON has no number for.
    package mutating func number(_ value: Double) {
        separate()
        bytes.append(contentsOf: value.isFinite ? value.description.utf8 : "null".utf8)
    }

    /// Appends a truth value.
    package mutating func boolean(_ value: Bool) {
        separate()
        bytes.append(contentsOf: value ? "true".utf8 : "false".utf8)
    }

    /// Appends `null`.
    package mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Appends a JSON value as it is; it must be one.
    package mutating func json(_ value: Span<UInt8>) {
        separate()
        for offset in 0..<value.count { bytes.append(value[offset]) }
    }

    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
        var clean = 0
        for offset in text.indices {
            let byte = unsafe text[offset]
            guard byte < 0x20 || byte == 0x22 || byte == 0x5C else { continue }
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[clean..<offset]))
            clean = offset + 1
            bytes.append(0x5C)
            switch byte {
            case 0x22, 0x5C: bytes.append(byte)
            case 0x0A: bytes.append(0x6E)
            case 0x0D: bytes.append(0x72)
            case 0x09: bytes.append(0x74)
            default:
                bytes.append(contentsOf: "u00".utf8)
                bytes.append(byte < 16 ? 0x30 : 0x31)
                bytes.append(byte & 15 < 10 ? byte & 15 + 0x30 : byte & 15 + 0x57)
            }
        }
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[clean...]))
    }

    private mutating func separate() {
        switch bytes.last {
        case nil, 0x7B, 0x5B, 0x3A, 0x2C: break
        default: bytes.append(0x2C)
        }
    }
}
