internal import TelemetryGzip
internal import TelemetryWire

/// Turns a request's body into the bytes it stands for, within the limits.
enum BodyReader {
    /// Inflates a body whole.
    static func read(
        _ body: Span<UInt8>,
        encoding: BodyEncoding,
        limits: Limits
    ) throws(BodyError) -> ContiguousArray<UInt8> {
        switch encoding {
        case .identity: return copy(body)
        case .gzip: return try inflate(body, .gzip, limit: limits.inflatedBody)
        case .deflate: return try inflate(body, .deflate, limit: limits.inflatedBody)
        case .brotli: return try BrotliDecoder.inflate(body, limit: limits.inflatedBody, windowLog: limits.windowLog)
        case .unsupported: throw .unsupported
        }
    }

    /// Reads the body of a store request that names no encoding: JSON, or as old clients send it, base64 of zlib of
    /// JSON, or zlib of JSON. No JSON object begins with a letter, so the first byte tells.
    static func readUnlabelled(_ body: Span<UInt8>, limits: Limits) throws(BodyError) -> ContiguousArray<UInt8> {
        guard body.count > 0 else { return [] }
        if isZlib(body) { return try inflate(body, .zlib, limit: limits.inflatedBody) }
        guard isBase64Digit(body[0]), let decoded = Base64.decode(body) else { return copy(body) }
        let bytes = decoded.span
        return isZlib(bytes) ? try inflate(bytes, .zlib, limit: limits.inflatedBody) : decoded
    }

    /// The first bytes of what a body stands for, at most `limit`; fewer if the body is broken there.
    static func prefix(_ body: Span<UInt8>, encoding: BodyEncoding, limit: Int) -> ContiguousArray<UInt8> {
        switch encoding {
        case .identity: return copy(body.extracting(first: limit))
        case .gzip: return inflatePrefix(body, .gzip, limit: limit)
        case .deflate: return inflatePrefix(body, .deflate, limit: limit)
        case .brotli: return BrotliDecoder.prefix(body, limit: limit)
        case .unsupported: return []
        }
    }

    private static func copy(_ body: Span<UInt8>) -> ContiguousArray<UInt8> {
        unsafe ContiguousArray(unsafeUninitializedCapacity: body.count) { target, count in
            unsafe body.withUnsafeBufferPointer { source in
                count = source.count
                _ = unsafe target.initialize(from: source)
            }
        }
    }

    private static func inflate(
        _ body: Span<UInt8>,
        _ format: Inflater.Format,
        limit: Int
    ) throws(BodyError) -> ContiguousArray<UInt8> {
        do throws(GzipError) {
            return try Inflater.inflate(body, as: format, limit: limit)
        } catch {
            throw error == .overLimit || error == .inputTooLarge ? .tooLarge : .invalid
        }
    }

    private static func inflatePrefix(
        _ body: Span<UInt8>,
        _ format: Inflater.Format,
        limit: Int
    ) -> ContiguousArray<UInt8> {
        var output: ContiguousArray<UInt8> = []
        do throws(GzipError) {
            var inflater = try Inflater(format, limit: limit)
            try inflater.feed(body, into: &output)
        } catch {
            // What came out before the limit or a fault is what was asked for.
            return output
        }
        return output
    }

    /// Whether this looks like zlib (RFC 1950, 2.2): method 8, and the first two bytes are a multiple of 31.
    private static func isZlib(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count > 2, bytes[0] & 0x0F == 8 else { return false }
        return (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    }

    private static func isBase64Digit(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }
}
