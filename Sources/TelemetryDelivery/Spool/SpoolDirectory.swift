#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// An open directory, and the few things that a spool does in one. All by names relative to it, none of which follows a
/// symbolic link; nothing asks for a file's status. Files are 0600, directories 0700. Worker's thread only.
final class SpoolDirectory {
    /// What a listing says of an entry.
    struct Entry: Sendable, Hashable {
        var name: String
        /// Whether it may be a regular file, or a directory: some file systems do not say.
        var mayBeFile: Bool
        var mayBeDirectory: Bool
    }

    /// Entries of one listing that are looked at: a directory that somebody filled must not cost a start its time.
    static let listingLimit = 20_000

    private let descriptors: SpoolDescriptors
    private let handle: SpoolDescriptors.Handle

    /// Opens the directory at `path`, `making` it if it is missing.
    init(path: String, making: Bool, descriptors: SpoolDescriptors) throws(SpoolFailure) {
        self.descriptors = descriptors
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        do {
            handle = try descriptors.open(.open) { unsafe open(path, flags) }
        } catch {
            guard making, error.code == ENOENT else { throw error }
            try descriptors.checkFault()
            // Somebody else may be faster.
            guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last(.open) }
            handle = try descriptors.open(.open) { unsafe open(path, flags) }
        }
    }

    /// Opens the directory `name` in `parent`.
    init(_ name: String, in parent: SpoolDirectory) throws(SpoolFailure) {
        descriptors = parent.descriptors
        let number = parent.number
        handle = try parent.descriptors.open(.open) {
            unsafe openat(number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        }
    }

    deinit {
        descriptors.close(handle)
    }

    private var number: Int32 { descriptors.number(handle) }

    /// Makes a directory in this one. False if it was there.
    func makeDirectory(_ name: String) throws(SpoolFailure) -> Bool {
        try descriptors.checkFault()
        if unsafe mkdirat(number, name, 0o700) == 0 { return true }
        guard errno == EEXIST else { throw .last(.open) }
        return false
    }

    /// Takes the directory for this process, as long as it is open here. False if another process has it. The lock is on
    /// the directory itself, so there is no file whose removal could race with it.
    func lock() -> Bool {
        while flock(number, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    /// What is in it, in no order; of a directory with very many entries, some. Names that are not ASCII are left out.
    func entries() throws(SpoolFailure) -> [Entry] {
        let own = number
        // A descriptor of its own, which the stream takes over: it reads from the start each time. A fork meanwhile leaves
        // the child one more open directory; nothing is locked through it.
        let number = unsafe openat(own, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw .last(.list) }
        guard let stream = unsafe fdopendir(number) else {
            close(number)
            throw .last(.list)
        }
        defer { unsafe closedir(stream) }
        var entries: [Entry] = []
        var looked = 0
        while looked < SpoolDirectory.listingLimit, let entry = unsafe readdir(stream) {
            looked += 1
            let type = unsafe Int32(entry.pointee.d_type)
            guard let name = unsafe SpoolDirectory.name(of: entry), name != ".", name != ".." else { continue }
            let isUnknown = type == Int32(DT_UNKNOWN)
            entries.append(
                Entry(
                    name: name,
                    mayBeFile: isUnknown || type == Int32(DT_REG),
                    mayBeDirectory: isUnknown || type == Int32(DT_DIR)
                )
            )
        }
        return entries
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            let name = unsafe bytes.prefix { $0 != 0 }
            guard unsafe !name.isEmpty, unsafe name.allSatisfy({ $0 < 0x80 }) else { return nil }
            return unsafe String(decoding: name, as: UTF8.self)
        }
    }

    /// The bytes of a file, at most one more than `limit`. A pipe or device under the name does not hold anybody up.
    func read(_ name: String, limit: Int) throws(SpoolFailure) -> [UInt8] {
        let own = number
        let file = try descriptors.open(.read) {
            unsafe openat(own, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        }
        defer { descriptors.close(file) }
        let number = descriptors.number(file)
        let wanted = limit + 1
        var failure: SpoolFailure?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                guard let base = buffer.baseAddress else { return }
                let count = unsafe systemRead(number, base + filled, wanted - filled)
                if count > 0 {
                    filled += count
                } else if count == 0 {
                    return
                } else if errno != EINTR {
                    failure = .last(.read)
                    return
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes a whole file: under a temporary name, until it is on the disk, then under its own, until that is too.
    func write(_ bytes: [UInt8], to name: String, temporary: String) throws(SpoolFailure) {
        do throws(SpoolFailure) {
            let file = try SpoolFile(new: temporary, in: self)
            try file.write(bytes)
            try file.sync()
        } catch {
            remove(temporary)
            throw error
        }
        guard unsafe renameat(number, temporary, number, name) == 0 else {
            let failure = SpoolFailure.last(.move)
            remove(temporary)
            throw failure
        }
        do throws(SpoolFailure) {
            try sync()
        } catch {
            remove(name)
            throw error
        }
    }

    /// Makes a file without content; one that is there already is fine.
    func touch(_ name: String) throws(SpoolFailure) {
        try descriptors.checkFault()
        let own = number
        let file = try descriptors.open(.write) {
            unsafe openat(own, name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        }
        descriptors.close(file)
    }

    /// Opens a new file for writing at its end.
    fileprivate func make(_ name: String) throws(SpoolFailure) -> SpoolDescriptors.Handle {
        try descriptors.checkFault()
        let own = number
        return try descriptors.open(.write) {
            unsafe openat(own, name, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
    }

    fileprivate var table: SpoolDescriptors { descriptors }

    /// Removes a file. Whether it is gone now.
    @discardableResult
    func remove(_ name: String) -> Bool {
        unsafe unlinkat(number, name, 0) == 0 || errno == ENOENT
    }

    /// Removes a directory in this one, if it is empty.
    func removeDirectory(_ name: String) {
        _ = unsafe unlinkat(number, name, AT_REMOVEDIR)
    }

    /// Renames a file.
    func rename(_ name: String, to new: String) throws(SpoolFailure) {
        guard unsafe renameat(number, name, number, new) == 0 else { throw .last(.move) }
    }

    /// Moves a file into another directory of the same file system.
    func move(_ name: String, to target: SpoolDirectory, as new: String) throws(SpoolFailure) {
        guard unsafe renameat(number, name, target.number, new) == 0 else { throw .last(.move) }
    }

    /// Waits until names that were made, changed or removed are on the disk.
    func sync() throws(SpoolFailure) {
        try descriptors.checkFault()
        guard fsync(number) == 0 else { throw .last(.sync) }
    }
}

/// A file that is written at its end. Closed with its owner.
final class SpoolFile {
    private let descriptors: SpoolDescriptors
    private let handle: SpoolDescriptors.Handle

    /// Makes the file `name`, which must not be there.
    init(new name: String, in directory: SpoolDirectory) throws(SpoolFailure) {
        descriptors = directory.table
        handle = try directory.make(name)
    }

    deinit {
        descriptors.close(handle)
    }

    /// Writes all of `bytes`. On failure some of them may be in the file.
    func write(_ bytes: [UInt8]) throws(SpoolFailure) {
        try descriptors.checkFault()
        let number = descriptors.number(handle)
        let code: Int32 = unsafe bytes.withUnsafeBytes { source in
            var written = 0
            while written < source.count {
                guard let base = source.baseAddress else { break }
                let count = unsafe systemWrite(number, base + written, source.count - written)
                if count > 0 { written += count } else if count == 0 || errno != EINTR { return errno }
            }
            return 0
        }
        guard code == 0 else { throw SpoolFailure(.write, code: code) }
    }

    /// Cuts the file at `count` bytes. Whether that was done.
    func truncate(to count: Int) -> Bool {
        ftruncate(descriptors.number(handle), off_t(count)) == 0
    }

    /// Waits until what was written is on the disk.
    func sync() throws(SpoolFailure) {
        try descriptors.checkFault()
        #if canImport(Darwin)
        // What the system's `fsync` leaves in the drive's cache is lost with the power only.
        let result = fsync(descriptors.number(handle))
        #else
        let result = fdatasync(descriptors.number(handle))
        #endif
        guard result == 0 else { throw .last(.sync) }
    }
}

// Methods of the same names hide the system's.

private func systemRead(_ number: Int32, _ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
    unsafe read(number, buffer, count)
}

private func systemWrite(_ number: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
    unsafe write(number, buffer, count)
}
