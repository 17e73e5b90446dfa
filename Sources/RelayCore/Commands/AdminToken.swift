internal import Glibc
internal import TelemetryWire

/// The token that lets commands and pages into a relay over HTTP: 32 hexadecimal digits in a file of mode 0600.
enum AdminToken {
    /// Makes the token if there is none.
    static func ensure(in directory: DataDirectory) throws(StoreError) {
        let path = directory.adminToken
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { return }
            throw DataDirectory.error(errno)
        }
        defer { close(descriptor) }
        // The system's generator: getrandom on Linux.
        var generator = SystemRandomNumberGenerator()
        let token = EventID(high: generator.next(), low: generator.next())
        let text = Array("\(token)\n".utf8)
        guard unsafe write(descriptor, text, text.count) == text.count, fsync(descriptor) == 0 else {
            let code = errno
            unsafe unlink(path)
            throw DataDirectory.error(code)
        }
    }
}
