internal import Glibc
internal import TelemetryWire

/// The token that lets commands and pages into a relay over HTTP: 32 hexadecimal digits in a file of mode 0600.
enum AdminToken {
    /// Makes the token if there is none. False if the file cannot be made.
    static func ensure(in directory: DataDirectory) -> Bool {
        let path = directory.path + "/admin-token"
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return errno == EEXIST }
        defer { close(descriptor) }
        // The system's generator: getrandom on Linux.
        var generator = SystemRandomNumberGenerator()
        let token = EventID(high: generator.next(), low: generator.next())
        let text = Array("\(token)\n".utf8)
        guard unsafe write(descriptor, text, text.count) == text.count, fsync(descriptor) == 0 else {
            unsafe unlink(path)
            return false
        }
        return true
    }
}
