internal import Glibc

/// Reads files that people write: settings and policies.
enum SmallFile {
    /// No such file is larger.
    static let limit = 64 << 10

    /// Why a file was not read, as one clause for a person.
    enum Failure: Error, Hashable, CustomStringConvertible {
        /// The system's error number.
        case unreadable(Int32)
        /// Over the limit.
        case tooLarge

        var description: String {
            switch self {
            case .unreadable(let code): SystemError.text(code)
            case .tooLarge: "too large"
            }
        }
    }

    /// All bytes of a file.
    static func contents(of path: String, limit: Int = limit) throws(Failure) -> ContiguousArray<UInt8> {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(errno) }
        defer { close(descriptor) }
        var bytes = ContiguousArray<UInt8>(repeating: 0, count: limit + 1)
        var count = 0
        while count < bytes.count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw .unreadable(errno) }
            if got == 0 { break }
            count += got
        }
        guard count <= limit else { throw .tooLarge }
        bytes.removeSubrange(count...)
        return bytes
    }
}
