internal import CTelemetryCrypto

/// The first 128 bits of SHA-256 over a list of byte strings, each preceded by its length, so that no two lists that
/// differ feed the same bytes.
struct Digest {
    private var bytes: [UInt8] = []

    /// A digest of nothing yet.
    init() {
        bytes.reserveCapacity(256)
    }

    /// Adds a part.
    mutating func add(_ part: some Collection<UInt8>) {
        var rest = UInt32(truncatingIfNeeded: part.count)
        for _ in 0..<4 {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
        bytes.append(contentsOf: part)
    }

    /// The digest's two halves, or nil if the library refuses.
    func finish() -> (high: UInt64, low: UInt64)? {
        var out = [UInt8](repeating: 0, count: 32)
        let done = unsafe EVP_Digest(bytes, bytes.count, &out, nil, EVP_sha256(), nil)
        guard done == 1 else { return nil }
        return (Digest.word(out[0..<8]), Digest.word(out[8..<16]))
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// HMAC-SHA-256 (RFC 2104), or nil if the library refuses.
    static func hmac(key: [UInt8], _ message: ContiguousArray<UInt8>) -> [UInt8]? {
        var out = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        let done = unsafe message.withUnsafeBufferPointer { message in
            unsafe HMAC(
                EVP_sha256(),
                key,
                Int32(key.count),
                message.baseAddress,
                message.count,
                &out,
                &length
            ) != nil
        }
        return done && length == 32 ? out : nil
    }
}
