internal import CTelemetry

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Reads text that C passes in, no further than a limit, and writes text into memory of C's.
enum CText {
    /// Bytes beyond a limit that are read all the same: what cuts a text must see that there was more.
    private static let margin = 8

    /// The bytes of a text, at most `limit` and a few more. Valid as long as the caller's memory is.
    static func bytes(
        _ text: UnsafePointer<CChar>,
        length: Int = CText.terminated,
        limit: Int
    ) -> UnsafeBufferPointer<UInt8> {
        let most = limit + margin
        let count = length == terminated ? unsafe strnlen(text, most) : min(length, most)
        return unsafe UnsafeBufferPointer(
            start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self),
            count: count
        )
    }

    /// A text of which the reporter keeps `limit` bytes. Bytes that are no UTF-8 become U+FFFD.
    static func string(_ text: UnsafePointer<CChar>?, length: Int = CText.terminated, limit: Int) -> String? {
        guard let text = unsafe text else { return nil }
        return unsafe String(decoding: bytes(text, length: length, limit: limit), as: UTF8.self)
    }

    /// A text that is of no use if it is cut or repaired: a path, a URL. Nil if it would have to be.
    static func whole(_ text: UnsafePointer<CChar>, limit: Int) -> String? {
        let bytes = unsafe bytes(text, limit: limit)
        guard bytes.count <= limit else { return nil }
        let string = unsafe String(decoding: bytes, as: UTF8.self)
        return unsafe string.utf8.elementsEqual(bytes) ? string : nil
    }

    /// Whether a length can be one: TELEMETRY_TERMINATED, or no more than memory can hold. The header's `size_t` arrives as
    /// `Int`.
    static func isLength(_ length: Int) -> Bool {
        length >= 0 || length == terminated
    }

    /// Writes an id as text of TELEMETRY_ID_SIZE bytes, or an empty one.
    static func write(_ id: String?, to memory: UnsafeMutablePointer<CChar>?) {
        guard let memory = unsafe memory else { return }
        var count = 0
        for byte in (id ?? "").utf8.prefix(Int(TELEMETRY_ID_SIZE) - 1) {
            unsafe memory[count] = CChar(bitPattern: byte)
            count += 1
        }
        unsafe memory[count] = 0
    }

    /// TELEMETRY_TERMINATED: in place of a length, where the text ends with a NUL byte.
    static let terminated = -1
}
