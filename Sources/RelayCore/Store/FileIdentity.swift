internal import Glibc

/// Which file a path named when it was opened: device and inode.
struct FileIdentity: Sendable, Hashable {
    private let path: String
    private let device: UInt
    private let inode: UInt

    /// The file at `path` now.
    init(of path: String) throws(StoreError) {
        guard let found = FileIdentity.numbers(path) else { throw DataDirectory.error(errno) }
        self.path = path
        (device, inode) = found
    }

    /// Whether the path still names this file. What is written to a file that was moved or replaced is lost to whoever
    /// opens the path next. One system call; any thread.
    var isInPlace: Bool {
        guard let found = FileIdentity.numbers(path) else { return false }
        return found == (device, inode)
    }

    private static func numbers(_ path: String) -> (device: UInt, inode: UInt)? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return (UInt(status.st_dev), UInt(status.st_ino))
    }
}
