internal import Glibc

/// The lock that makes its holder the only writer of a data directory, across processes.
///
/// `flock` on a file of its own: it ends with the process however that ends, and SQLite's own locks are not touched.
final class WriterLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock, or throws `.locked` at once if another process (or store) has it.
    init(_ directory: DataDirectory) throws(StoreError) {
        let opened = unsafe open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else { throw DataDirectory.error(errno) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(opened)
            throw reason == EWOULDBLOCK ? .locked : DataDirectory.error(reason)
        }
        descriptor = opened
    }

    deinit {
        close(descriptor)
    }
}
