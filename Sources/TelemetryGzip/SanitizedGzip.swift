/// gzip of sanitized bytes. Only `Deflater` makes one; transport and store accept nothing else.
public struct SanitizedGzip: Sendable, Hashable {
    /// The compressed bytes, a whole gzip member (RFC 1952), modification time zero.
    public let bytes: [UInt8]
    /// Bytes before compression.
    public let rawCount: Int

    init(trusted bytes: [UInt8], rawCount: Int) {
        self.bytes = bytes
        self.rawCount = rawCount
    }
}
