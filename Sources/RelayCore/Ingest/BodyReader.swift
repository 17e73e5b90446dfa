internal import TelemetryGzip
internal import TelemetryWire

/// Turns a request's body into the bytes it stands for, within the limits.
enum BodyReader {
    /// Inflates a body piece by piece; no piece is much over a mebibyte, and most are small.
    static func stream(
        _ body: Span<UInt8>,
        encoding: BodyEncoding,
        limits: Limits,
        _ consume: (Span<UInt8>) -> Void
    ) throws(IngestRefusal) {
        switch encoding {
        case .identity:
            guard body.count <= limits.inflatedBody else { throw .tooLarge }
            consume(body)
        case .gzip: try inflate(body, .gzip, limit: limits.inflatedBody, consume)
        case .deflate: try inflate(body, .deflate, limit: limits.inflatedBody, consume)
        case .brotli:
            try BrotliDecoder.inflate(body, limit: limits.inflatedBody, windowLog: limits.windowLog, consume)
        case .unsupported: throw .unsupportedEncoding
        }
    }

    /// Inflates a body whole.
    static func read(
        _ body: Span<UInt8>,
        encoding: BodyEncoding,
        limit: Int,
        windowLog: Int
    ) throws(IngestRefusal) -> ContiguousArray<UInt8> {
        var limits = Limits.standard
        limits.inflatedBody = limit
        limits.windowLog = windowLog
        var output = ContiguousArray<UInt8>()
        try stream(body, encoding: encoding, limits: limits) { chunk in
            unsafe chunk.withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
        }
        return output
    }

    /// Reads the body of a store request that names no encoding: JSON, or as old clients send it, base64 of zlib of
    /// JSON, or zlib of JSON. No JSON object begins with a letter, so the first byte tells.
    static func readUnlabelled(_ body: Span<UInt8>, limit: Int) throws(IngestRefusal) -> ContiguousArray<UInt8> {
        guard body.count > 0 else { return [] }
        if isZlib(body) { return try inflateWhole(body, limit: limit) }
        guard isBase64Digit(body[0]), let decoded = Base64.decode(body) else { return copy(body) }
        let bytes = decoded.span
        return isZlib(bytes) ? try inflateWhole(bytes, limit: limit) : decoded
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

    private static func inflateWhole(
        _ body: Span<UInt8>,
        limit: Int
    ) throws(IngestRefusal) -> ContiguousArray<UInt8> {
        do throws(GzipError) {
            return try Inflater.inflate(body, as: .zlib, limit: limit)
        } catch {
            throw refusal(error)
        }
    }

    /// One kibibyte of input at a time: deflate makes at most 1,032 times as much of it.
    private static func inflate(
        _ body: Span<UInt8>,
        _ format: Inflater.Format,
        limit: Int,
        _ consume: (Span<UInt8>) -> Void
    ) throws(IngestRefusal) {
        var inflater: Inflater
        do throws(GzipError) {
            inflater = try Inflater(format, limit: limit)
        } catch {
            throw refusal(error)
        }
        var output = ContiguousArray<UInt8>()
        var offset = 0
        while offset < body.count {
            let end = min(offset + 1_024, body.count)
            output.removeAll(keepingCapacity: true)
            do throws(GzipError) {
                try inflater.feed(body.extracting(offset..<end), into: &output)
            } catch {
                throw refusal(error)
            }
            consume(output.span)
            offset = end
        }
        do throws(GzipError) {
            try inflater.finish()
        } catch {
            throw refusal(error)
        }
    }

    private static func refusal(_ error: GzipError) -> IngestRefusal {
        switch error {
        case .overLimit, .inputTooLarge: .tooLarge
        case .outOfMemory: .outOfMemory
        case .truncated, .corrupt, .trailing: .invalidCompression
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
