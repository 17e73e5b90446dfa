internal import CTelemetryZlib
public import Sanitizer

/// Compresses sanitized buffers to gzip, one reused stream for all of them.
///
/// Equal input gives equal output: the header carries no time, name or system. About 268 KB of memory while it lives,
/// freed with it. Not synchronized; one owner at a time.
@safe public struct Deflater: ~Copyable {
    // Safe: allocated and initialised in `init`, used only inside `self`, ended and freed once in `deinit`. The stream
    // needs an address of its own, as zlib's state points back at it.
    private let stream: UnsafeMutablePointer<z_stream>

    /// What to spend on compression.
    public enum Effort: Int32, Sendable, Hashable, CaseIterable {
        /// zlib level 1: about a third of the time.
        case fast = 1
        /// zlib level 6.
        case standard = 6
    }

    /// Makes the stream. Throws `outOfMemory` when zlib gets none.
    public init(effort: Effort = .standard) throws(GzipError) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // 15 + 16: a 32 KiB window in a gzip wrapper.
        guard unsafe telemetry_zlib_deflate_init(stream, effort.rawValue, 15 + 16, 8) == Z_OK else {
            throw .outOfMemory
        }
    }

    deinit {
        // After a failed initialisation zlib's state is null and ending it does nothing.
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Compresses all of `buffer` into one gzip member. O(bytes). The result holds its bytes and no more: what is queued
    /// is counted by them.
    public mutating func gzip(_ buffer: borrowing SanitizedBuffer) throws(GzipError) -> SanitizedGzip {
        let input = buffer.span
        guard input.count < Int(UInt32.max) else { throw .inputTooLarge }
        guard unsafe deflateReset(stream) == Z_OK else { throw .corrupt }
        let bound = unsafe Int(deflateBound(stream, UInt(input.count)))
        guard bound < Int(UInt32.max) else { throw .inputTooLarge }
        var status = Z_OK
        var written = 0
        let bytes = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bound) { target in
            unsafe input.withUnsafeBufferPointer { source in
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(source.count)
                unsafe stream.pointee.next_out = target.baseAddress
                unsafe stream.pointee.avail_out = UInt32(bound)
                status = unsafe deflate(stream, Z_FINISH)
                written = unsafe bound - Int(stream.pointee.avail_out)
                unsafe stream.pointee.next_in = nil
                unsafe stream.pointee.avail_in = 0
                unsafe stream.pointee.next_out = nil
                unsafe stream.pointee.avail_out = 0
            }
            return unsafe [UInt8](target.prefix(written))
        }
        guard status == Z_STREAM_END else { throw .corrupt }
        return SanitizedGzip(trusted: bytes, rawCount: input.count)
    }
}
