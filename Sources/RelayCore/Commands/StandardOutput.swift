internal import Glibc

/// Standard output without a buffer of our own, so that a reader behind a pipe sees a line when it is written.
enum StandardOutput {
    /// Writes all of the text; gives up silently if nobody reads any more.
    static func write(_ text: String) {
        let bytes = Array(text.utf8)
        var offset = 0
        while offset < bytes.count {
            let written = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(STDOUT_FILENO, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
            }
            guard written > 0 else { return }
            offset += written
        }
    }
}
