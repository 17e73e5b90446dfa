internal import CTelemetryZlib

/// The check value of gzip files and journal frames: CRC-32 (ISO 3309, RFC 1952 §8).
package enum Checksum {
    /// The check value of `bytes`, going on from that of what stands before them. O(bytes).
    package static func crc32(_ bytes: Span<UInt8>, after start: UInt32 = 0) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { source in
            var value = UInt(start)
            var offset = 0
            // zlib counts in 32 bits.
            while offset < source.count {
                let count = min(source.count - offset, 1 << 30)
                guard let base = source.baseAddress else { break }
                value = unsafe CTelemetryZlib.crc32(value, base + offset, UInt32(count))
                offset += count
            }
            return UInt32(truncatingIfNeeded: value)
        }
    }
}
