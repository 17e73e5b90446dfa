internal import Sanitizer

/// Raw JSON under construction, before the pass. Lives in a capture's scratch and is overwritten when that is given back.
struct RawJSON {
    /// Values nested deeper are written as null: what the host passes in must not decide how deep we recurse.
    private static let depthLimit = 32

    private(set) var bytes: ContiguousArray<UInt8> = []

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// Overwrites what was written, so that no card number lies about in idle memory, and keeps the memory unless it has
    /// grown out of proportion.
    mutating func removeAll() {
        unsafe bytes.withUnsafeMutableBufferPointer { unsafe $0.update(repeating: 0) }
        bytes.removeAll(keepingCapacity: bytes.capacity <= 262_144)
    }

    /// Text of ours.
    mutating func append(_ literal: StaticString) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Bytes that are JSON already, or at least claim to be.
    mutating func append(raw span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Clean bytes, as JSON.
    mutating func append(clean buffer: borrowing SanitizedBuffer) {
        append(raw: buffer.span)
    }

    /// Whatever `write` appends.
    mutating func append(_ write: (inout ContiguousArray<UInt8>) -> Void) {
        write(&bytes)
    }

    /// Takes the last byte away if it closes an object.
    mutating func removeClosingBrace() {
        if bytes.last == 0x7D { bytes.removeLast() }
    }

    /// A JSON string of at most `limit` bytes of text.
    mutating func append(string text: String, limit: Int) {
        bytes.append(0x22)
        append(text: text, limit: limit)
        bytes.append(0x22)
    }

    /// What stands between the quotes of a JSON string of at most `limit` bytes of text.
    mutating func append(text: String, limit: Int) {
        var text = text
        text.withUTF8 { utf8 in
            let end = unsafe RawJSON.cut(utf8, at: limit)
            unsafe appendEscaped(UnsafeBufferPointer(rebasing: utf8[..<end]))
            if end < utf8.count { append("…") }
        }
    }

    /// Any value.
    mutating func append(_ value: ContextValue, stringLimit: Int, depth: Int = 0) {
        switch value {
        case .string(let text): append(string: text, limit: stringLimit)
        case .integer(let number): append(ascii: String(number))
        case .double(let number):
            if number.isFinite { append(ascii: String(number)) } else { append("null") }
        case .bool(let flag): append(flag ? "true" : "false")
        case .null: append("null")
        case .array(let values):
            guard depth < RawJSON.depthLimit else { return append("null") }
            append("[")
            for (index, element) in values.enumerated() {
                if index > 0 { append(",") }
                append(element, stringLimit: stringLimit, depth: depth + 1)
            }
            append("]")
        case .object(let members):
            guard depth < RawJSON.depthLimit else { return append("null") }
            append(members, stringLimit: stringLimit, depth: depth + 1)
        }
    }

    /// An object, members in the order of their names, so that equal values give equal bytes.
    mutating func append(_ members: [String: ContextValue], stringLimit: Int, depth: Int = 1) {
        append("{")
        for (index, name) in members.keys.sorted().enumerated() {
            if index > 0 { append(",") }
            append(string: name, limit: 200)
            append(":")
            append(members[name] ?? .null, stringLimit: stringLimit, depth: depth)
        }
        append("}")
    }

    /// Text that needs no escapes.
    mutating func append(ascii text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while true {
            let end = unsafe RawJSON.plain(text, from: start)
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
            guard end < text.count else { return }
            unsafe appendEscape(of: text[end])
            start = end + 1
        }
    }

    /// Where the run of bytes that need no escape ends. Eight at a time.
    private static func plain(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        while index + 8 <= text.count {
            let word = unsafe UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let quotes = word ^ (ones &* 0x22)
            let slashes = word ^ (ones &* 0x5C)
            // A byte below what is subtracted borrows from its high bit; those that had it set are none of these.
            let controls = (word &- ones &* 0x20) & ~word
            let found = controls | (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes
            if found & highs != 0 { break }
            index += 8
        }
        while index < text.count, unsafe !needsEscape(text[index]) { index += 1 }
        return index
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x22 || byte == 0x5C
    }

    private mutating func appendEscape(of byte: UInt8) {
        switch byte {
        case 0x22: append("\\\"")
        case 0x5C: append("\\\\")
        case 0x0A: append("\\n")
        case 0x0D: append("\\r")
        case 0x09: append("\\t")
        default:
            append("\\u00")
            bytes.append(0x30 + (byte >> 4))
            bytes.append(byte & 15 < 10 ? 0x30 + (byte & 15) : 0x57 + (byte & 15))
        }
    }

    /// Where to cut `text` so that at most `limit` bytes are left, no scalar is split, and no run of digits either: half
    /// a card number would pass every check.
    private static func cut(_ text: UnsafeBufferPointer<UInt8>, at limit: Int) -> Int {
        guard text.count > limit else { return text.count }
        var end = limit
        while end > 0, unsafe text[end] & 0xC0 == 0x80 { end -= 1 }
        // However far back that is: of a list of numbers nothing is kept.
        while end > 0, unsafe !isLetter(text[end - 1]) { end -= 1 }
        return end
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte | 0x20) &- 0x61 < 26
    }
}
