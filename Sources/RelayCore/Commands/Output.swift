internal import Glibc

/// Writes whole texts to a descriptor, whatever it takes at a time.
package enum Output {
    /// Writes all of the bytes; nil when done, or the error number. Goes on after signals, and waits where the descriptor
    /// does not block.
    package static func write(_ bytes: Span<UInt8>, to descriptor: Int32) -> Int32? {
        unsafe bytes.withUnsafeBufferPointer { unsafe write($0, to: descriptor) }
    }

    /// As above, for text.
    @discardableResult
    package static func write(_ text: String, to descriptor: Int32) -> Int32? {
        let bytes = ContiguousArray(text.utf8)
        return write(bytes.span, to: descriptor)
    }

    private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) -> Int32? {
        var done = 0
        while done < bytes.count, let start = bytes.baseAddress {
            let count = unsafe Glibc.write(descriptor, start + done, bytes.count - done)
            if count >= 0 {
                done += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&waiting, 1, -1)
            case let code: return code
            }
        }
        return nil
    }
}
