internal import Glibc

/// A file in a data directory.
struct DataFile: Sendable, Hashable {
    /// What a file is.
    enum Role: Sendable, Hashable {
        /// Holds what is stored; SQLite reads it.
        case database
        /// The relay's own: its lock, its socket, its token, the index of the log. Nothing that was received.
        case own
        /// Not the relay's, or not of a kind that this version knows.
        case other
    }

    /// Its name in the directory.
    var name: String
    /// Its size.
    var bytes: Int64
    /// What it is.
    var role: Role
}

extension DataDirectory {
    /// The files in the directory by name, directories with a slash behind theirs; nil if it cannot be listed.
    func files() -> [DataFile]? {
        guard let listing = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(listing) }
        var files: [DataFile] = []
        while let entry = unsafe readdir(listing) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != ".." else { continue }
            var status = stat()
            guard unsafe lstat(path + "/" + name, &status) == 0 else { continue }
            let isDirectory = status.st_mode & S_IFMT == S_IFDIR
            files.append(
                DataFile(
                    name: isDirectory ? name + "/" : name,
                    bytes: isDirectory ? 0 : Int64(status.st_size),
                    role: isDirectory ? .other : role(of: path + "/" + name)
                )
            )
        }
        return files.sorted { $0.name < $1.name }
    }

    private func role(of file: String) -> DataFile.Role {
        switch file {
        case database, database + "-wal": .database
        case database + "-shm", lock, adminSocket, adminToken: .own
        default: .other
        }
    }
}
