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

    /// Inflates a whole stream into memory. Never writes more than `limit` bytes, whatever the stream claims.
    static func inflate(
        _ input: Span<UInt8>,
        limit: Int,
        windowLog: Int = 22
    ) throws(BodyError) -> ContiguousArray<UInt8> {
        guard input.count > 0 else { throw .invalid }
        guard let window = windowBits(input[0]), window <= windowLog else { throw .windowTooLarge }
        guard let decoder = BrotliDecoder() else { throw .tooLarge }
        var output = ContiguousArray<UInt8>()
        try decoder.run(input, limit: limit, into: &output)
        return output
    }

    /// Inflates the first bytes of a stream, at most `limit`; fewer if it is broken there.
    static func prefix(_ input: Span<UInt8>, limit: Int, windowLog: Int = 22) -> ContiguousArray<UInt8> {
        var output = ContiguousArray<UInt8>()
        guard input.count > 0, let window = windowBits(input[0]), window <= windowLog, let decoder = BrotliDecoder()
        else { return output }
        do throws(BodyError) {
            try decoder.run(input, limit: limit, into: &output)
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

    /// Appends up to exactly `limit` bytes, then throws `tooLarge` if more would come.
    private consuming func run(
        _ input: Span<UInt8>,
        limit: Int,
        into output: inout ContiguousArray<UInt8>
    ) throws(BodyError) {
        var chunk = ContiguousArray<UInt8>(repeating: 0, count: min(max(limit, 1) + 1, 64 * 1_024))
        let result: Result<Void, BodyError> = unsafe input.withUnsafeBufferPointer { bytes in
            var left = bytes.count
            var next = bytes.baseAddress
            while true {
                let (step, written) = unsafe decompress(&left, &next, &chunk)
                let room = limit - output.count
                output.append(contentsOf: chunk[..<min(written, room)])
                guard written <= room else { return .failure(.tooLarge) }
                switch step {
                case BROTLI_DECODER_RESULT_SUCCESS: return left == 0 ? .success(()) : .failure(.invalid)
                case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: continue
                default: return .failure(.invalid)
                }
            }
        }
        try result.get()
    }

    private borrowing func decompress(
        _ left: inout Int,
        _ next: inout UnsafePointer<UInt8>?,
        _ chunk: inout ContiguousArray<UInt8>
    ) -> (BrotliDecoderResult, Int) {
        unsafe chunk.withUnsafeMutableBufferPointer { room in
            var free = room.count
            var place = room.baseAddress
            let step = unsafe BrotliDecoderDecompressStream(state, &left, &next, &free, &place, nil)
            return (step, room.count - free)
        }
    }
}
