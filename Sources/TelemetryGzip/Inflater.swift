internal import CTelemetryZlib

/// Inflates gzip, zlib and raw deflate streams, chunk by chunk, up to a limit on what comes out.
///
/// The limit holds before memory is spent: a bomb costs no more than the limit and a 64 KiB window. No input traps.
/// Not synchronized; one owner at a time.
@safe public struct Inflater: ~Copyable {
    // Safe: both are allocated in `init`, used only inside `self` and freed once in `deinit`. The stream needs an
    // address of its own, as zlib's state points back at it.
    private let stream: UnsafeMutablePointer<z_stream>
    private let window: UnsafeMutableBufferPointer<UInt8>
    private static let windowSize = 65_536

    private let format: Format
    private let limit: Int
    private var state = State.start
    private var pendingByte: UInt8?
    private var produced = 0

    /// Which wrapper is around the deflate stream.
    public enum Format: Sendable, Hashable, CaseIterable {
        /// RFC 1952, one member or several.
        case gzip
        /// RFC 1950.
        case zlib
        /// RFC 1951, no wrapper.
        case raw
        /// HTTP's `deflate`: RFC 1950 by its definition, RFC 1951 from clients that got it wrong. Told by two bytes.
        case deflate
    }

    private enum State {
        /// Nothing read; for `deflate` the wrapper is still to be told.
        case start
        /// Inside a stream or member.
        case running
        /// At the end of a stream or member.
        case ended
        /// A previous call failed with this; so will every further one.
        case failed(GzipError)
    }

    /// Makes a stream that yields at most `limit` bytes. Throws `outOfMemory` when zlib gets none.
    public init(_ format: Format, limit: Int) throws(GzipError) {
        self.format = format
        self.limit = min(max(0, limit), Int.max - 1)
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        unsafe window = .allocate(capacity: Self.windowSize)
        let windowBits: Int32 =
            switch format {
            case .gzip: 15 + 16
            case .zlib, .deflate: 15
            case .raw: -15
            }
        guard unsafe telemetry_zlib_inflate_init(stream, windowBits) == Z_OK else { throw .outOfMemory }
    }

    deinit {
        // After a failed initialisation zlib's state is null and ending it does nothing.
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
        unsafe window.deallocate()
    }

    /// Bytes yielded so far.
    public var count: Int { produced }

    /// Whether the input so far is whole: it may end here.
    public var isAtEnd: Bool {
        if case .ended = state { return true }
        return false
    }

    /// Inflates the next piece of input and appends what comes out.
    ///
    /// Throws `overLimit` after appending exactly up to the limit, `corrupt`, or `trailing`; then all further calls
    /// throw the same.
    public mutating func feed(
        _ chunk: Span<UInt8>,
        into output: inout ContiguousArray<UInt8>
    ) throws(GzipError) {
        if case .failed(let error) = state { throw error }
        do throws(GzipError) {
            try start(chunk, into: &output)
        } catch {
            state = .failed(error)
            throw error
        }
    }

    /// Says that no input follows. Throws `truncated` if the stream is not at its end, or the earlier failure.
    public mutating func finish() throws(GzipError) {
        switch state {
        case .ended: return
        case .failed(let error): throw error
        case .start, .running: throw .truncated
        }
    }

    /// Inflates `bytes`, a whole stream, in one go.
    public static func inflate(
        _ bytes: Span<UInt8>,
        as format: Format,
        limit: Int
    ) throws(GzipError) -> ContiguousArray<UInt8> {
        var inflater = try Inflater(format, limit: limit)
        var output: ContiguousArray<UInt8> = []
        try inflater.feed(bytes, into: &output)
        try inflater.finish()
        return output
    }

    /// Tells the wrapper of HTTP's `deflate` by its first two bytes, then runs.
    private mutating func start(_ chunk: Span<UInt8>, into output: inout ContiguousArray<UInt8>) throws(GzipError) {
        guard chunk.count > 0 else { return }
        guard case .start = state else { return try run(chunk, into: &output) }
        guard format == .deflate else {
            state = .running
            return try run(chunk, into: &output)
        }
        let first: UInt8
        let second: UInt8
        if let held = pendingByte {
            (first, second) = (held, chunk[0])
        } else if chunk.count > 1 {
            (first, second) = (chunk[0], chunk[1])
        } else {
            pendingByte = chunk[0]
            return
        }
        // RFC 1950 §2.2: method 8, and the two bytes as a number are a multiple of 31.
        let isWrapped = first & 0x0F == 8 && (Int(first) << 8 | Int(second)) % 31 == 0
        guard unsafe inflateReset2(stream, isWrapped ? 15 : -15) == Z_OK else { throw .corrupt }
        state = .running
        if pendingByte != nil {
            pendingByte = nil
            let head: ContiguousArray<UInt8> = [first]
            try run(head.span, into: &output)
        }
        try run(chunk, into: &output)
    }

    private mutating func run(_ chunk: Span<UInt8>, into output: inout ContiguousArray<UInt8>) throws(GzipError) {
        guard chunk.count < Int(UInt32.max) else { throw .inputTooLarge }
        do throws(GzipError) {
            try unsafe chunk.withUnsafeBufferPointer { source throws(GzipError) in
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(source.count)
                try step(into: &output)
            }
        } catch {
            clearPointers()
            throw error
        }
        clearPointers()
    }

    /// zlib keeps no pointer into the caller's memory between calls.
    private func clearPointers() {
        unsafe stream.pointee.next_in = nil
        unsafe stream.pointee.avail_in = 0
        unsafe stream.pointee.next_out = nil
        unsafe stream.pointee.avail_out = 0
    }

    /// Runs zlib until the input is used up.
    private mutating func step(into output: inout ContiguousArray<UInt8>) throws(GzipError) {
        while true {
            if case .ended = state {
                guard unsafe stream.pointee.avail_in > 0 else { return }
                try beginMember()
            }
            // One byte more than may be kept, so that an output of exactly the limit is told from a larger one.
            let room = min(Self.windowSize, limit - produced + 1)
            unsafe stream.pointee.next_out = window.baseAddress
            unsafe stream.pointee.avail_out = UInt32(room)
            let status = unsafe CTelemetryZlib.inflate(stream, Z_NO_FLUSH)
            let made = unsafe room - Int(stream.pointee.avail_out)
            let kept = min(made, limit - produced)
            unsafe output.append(contentsOf: UnsafeBufferPointer(rebasing: window[..<kept]))
            produced += kept
            if made > kept { throw .overLimit }
            switch status {
            case Z_STREAM_END: state = .ended
            case Z_OK: break
            case Z_BUF_ERROR:
                // No progress possible: the input is used up.
                return
            case Z_MEM_ERROR: throw .outOfMemory
            default: throw .corrupt
            }
        }
    }

    /// Starts a further gzip member (RFC 1952 §2.2), or reports what follows the end as trailing.
    private mutating func beginMember() throws(GzipError) {
        guard format == .gzip, unsafe stream.pointee.next_in?.pointee == 0x1F else { throw .trailing }
        guard unsafe inflateReset(stream) == Z_OK else { throw .corrupt }
        state = .running
    }
}
