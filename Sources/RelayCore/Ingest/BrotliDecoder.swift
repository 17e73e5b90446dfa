internal import CTelemetryBrotli

/// Inflates Brotli (RFC 7932) with a cap on output and window. Owns its handle; one stream each.
@safe struct BrotliDecoder: ~Copyable {
    // Safe: `state` is made in `init`, freed in `deinit` and never handed out.
    private let state: OpaquePointer

    /// A decoder for one stream; nil without memory.
    init?() {
        guard let state = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
        guard unsafe BrotliDecoderSetParameter(state, BROTLI_DECODER_PARAM_LARGE_WINDOW, 0) == BROTLI_TRUE else {
            unsafe BrotliDecoderDestroyInstance(state)
            return nil
        }
        unsafe self.state = state
    }

    deinit {
        unsafe BrotliDecoderDestroyInstance(state)
    }

    /// Inflates a whole stream in pieces of up to 64 KiB. Never yields more than `limit` bytes, whatever it claims.
    static func inflate(
        _ input: Span<UInt8>,
        limit: Int,
        windowLog: Int,
        _ consume: (Span<UInt8>) -> Void
    ) throws(IngestRefusal) {
        guard input.count > 0 else { throw .invalidCompression }
        guard let window = windowBits(input[0]), window <= windowLog else { throw .windowTooLarge }
        guard let decoder = BrotliDecoder() else { throw .outOfMemory }
        try decoder.run(input, limit: limit, consume)
    }

    /// Inflates the first bytes of a stream, at most `limit`; fewer if it is broken there.
    static func prefix(_ input: Span<UInt8>, limit: Int) -> ContiguousArray<UInt8> {
        var output = ContiguousArray<UInt8>()
        do throws(IngestRefusal) {
            try inflate(input, limit: limit, windowLog: 22) { chunk in
                unsafe chunk.withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
            }
        } catch {
            // What came out before the limit or a fault is what was asked for.
            return output
        }
        return output
    }

    /// The window's logarithm, from a stream's first byte (RFC 7932, 9.1). Nil for the large-window extension.
    static func windowBits(_ byte: UInt8) -> Int? {
        guard byte & 1 == 1 else { return 16 }
        let short = Int(byte >> 1 & 7)
        guard short == 0 else { return 17 + short }
        let long = Int(byte >> 4 & 7)
        switch long {
        case 0: return 17
        case 1: return nil
        default: return 8 + long
        }
    }

    /// Yields up to exactly `limit` bytes, then throws `tooLarge` if more would come.
    private consuming func run(
        _ input: Span<UInt8>,
        limit: Int,
        _ consume: (Span<UInt8>) -> Void
    ) throws(IngestRefusal) {
        var chunk = ContiguousArray<UInt8>(repeating: 0, count: min(max(limit, 1) + 1, 64 * 1_024))
        var offset = 0
        var yielded = 0
        while true {
            let (step, read, written) = decompress(input.extracting(offset..<input.count), &chunk)
            offset += read
            let room = limit - yielded
            yielded += min(written, room)
            consume(chunk.span.extracting(first: min(written, room)))
            guard written <= room else { throw .tooLarge }
            switch step {
            case BROTLI_DECODER_RESULT_SUCCESS:
                guard offset == input.count else { throw .invalidCompression }
                return
            case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: continue
            default: throw .invalidCompression
            }
        }
    }

    /// One step: what it came to, bytes read, bytes written.
    private borrowing func decompress(
        _ input: Span<UInt8>,
        _ chunk: inout ContiguousArray<UInt8>
    ) -> (BrotliDecoderResult, Int, Int) {
        unsafe input.withUnsafeBufferPointer { bytes in
            unsafe chunk.withUnsafeMutableBufferPointer { room in
                var left = bytes.count
                var next = bytes.baseAddress
                var free = room.count
                var place = room.baseAddress
                let step = unsafe BrotliDecoderDecompressStream(state, &left, &next, &free, &place, nil)
                return (step, bytes.count - left, room.count - free)
            }
        }
    }
}
