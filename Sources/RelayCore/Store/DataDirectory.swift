internal import Glibc

/// The relay's data directory: its files, their names and modes.
///
/// The directory is 0700 and every file in it 0600, whatever the umask: what is stored is clean, but not public.
package struct DataDirectory: Sendable, Hashable {
    /// The directory's path as given.
    package let path: String

    /// Names a directory; touches nothing.
    package init(path: String) {
        self.path = path
    }

    /// The database file.
    package var database: String { path + "/relay.db" }
    /// The file whose lock the one writer holds.
    package var lock: String { path + "/relay.lock" }
    /// The socket through which commands reach a running relay.
    package var adminSocket: String { path + "/admin.sock" }
    /// The file with the token that lets commands in over HTTP.
    package var adminToken: String { path + "/admin-token" }

    /// What is found at the path.
    package enum Presence: Sendable, Hashable {
        /// A store.
        case store
        /// A directory without one.
        case empty
        /// Nothing.
        case missing
        /// Something that may not be looked into.
        case denied
        /// Something else where the database should be: a directory, a device.
        case foreign
    }

    /// What is found at the path now.
    package var presence: Presence {
        var status = stat()
        if unsafe stat(database, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else { return .foreign }
            // A relay that was killed while it made its store leaves an empty file, which the next one fills.
            let hasLog = unsafe access(database + "-wal", F_OK) == 0
            return status.st_size == 0 && !hasLog ? .empty : .store
        }
        if errno == EACCES { return .denied }
        return unsafe access(path, F_OK) == 0 ? .empty : .missing
    }

    /// Makes the directory if it is missing and takes group and others out of its mode.
    package func create() throws(StoreError) {
        if unsafe mkdir(path, 0o700) == 0 {
            syncParent()
        } else {
            guard errno == EEXIST else { throw DataDirectory.error(errno) }
        }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw DataDirectory.error(errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .failed(code: Int32(ENOTDIR)) }
        if status.st_mode & 0o077 != 0, unsafe chmod(path, 0o700) != 0 { throw DataDirectory.error(errno) }
    }

    /// Makes the new directory's entry durable: what is acknowledged must not vanish with the directory around it.
    private func syncParent() {
        let parent = unsafe open(path + "/..", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { return }
        fsync(parent)
        close(parent)
    }

    /// Makes an empty file with mode 0600 if it is missing; SQLite gives its side files the same mode.
    func createFile(_ name: String) throws(StoreError) {
        let descriptor = unsafe open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw errno == EISDIR ? .corrupt : DataDirectory.error(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw DataDirectory.error(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .corrupt }
        if status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
    }

    /// What a failed system call on the directory means to callers.
    static func error(_ code: Int32) -> StoreError {
        switch code {
        case EACCES, EPERM, EROFS: .readOnly
        case ENOSPC, EDQUOT: .diskFull
        default: .failed(code: code)
        }
    }
}
