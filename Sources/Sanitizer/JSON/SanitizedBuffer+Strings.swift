extension SanitizedBuffer {
    /// The text of a JSON string that the pass wrote at `range` (quotes included), escapes resolved, cut to `limit`
    /// UTF-8 bytes at a scalar boundary. Nil if no string stands there.
    ///
    /// Clean because the pass examines strings with their escapes resolved. O(the smaller of range and limit).
    public func string(at range: Range<Int>, limit: Int) -> Sanitized<String>? {
        let clamped = range.clamped(to: 0..<storage.count)
        guard clamped.count >= 2, storage[clamped.lowerBound] == 0x22, storage[clamped.upperBound - 1] == 0x22 else {
            return nil
        }
        // The longest escape has twelve bytes and gives four; so many bytes hold at least `limit` of text.
        let wanted = min(clamped.count - 2, max(0, limit) &* 6 &+ 12)
        let start = clamped.lowerBound + 1
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(wanted, max(0, limit) &+ 4))
        unsafe storage.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)[start..<start + wanted]
            var escapes = JSONUnescaper(view)
            while bytes.count <= limit, let step = escapes.next() { bytes.append(contentsOf: step.utf8) }
        }
        return Sanitized(trusted: String(decoding: bytes, as: UTF8.self)).prefix(utf8: limit)
    }
}

extension SanitizedBuffer {
    /// The text of a scalar that the pass wrote at `range`: a string's as in `string(at:limit:)`, a number or word as it
    /// stands, cut to `limit` bytes.
    public func scalarText(at range: Range<Int>, limit: Int) -> Sanitized<String>? {
        let clamped = range.clamped(to: 0..<storage.count)
        guard let first = clamped.first else { return nil }
        if storage[first] == 0x22 { return string(at: clamped, limit: limit) }
        guard storage[first] != 0x7B, storage[first] != 0x5B else { return nil }
        return Sanitized(trusted: String(decoding: storage[clamped], as: UTF8.self)).prefix(utf8: limit)
    }
}
