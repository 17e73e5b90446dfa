/// Why the store could not do something. Never holds a stored or submitted byte.
package enum StoreError: Error, Sendable, Hashable {
    /// The writer's queue is full; try again.
    case busy
    /// No room on the disk or over a quota.
    case diskFull
    /// The file or directory cannot be written.
    case readOnly
    /// The database file is damaged or not ours.
    case corrupt
    /// Another process holds the writer's lock.
    case locked
    /// The store's file was moved, replaced or removed while it was open.
    case moved
    /// The database was written by a newer version.
    case newerSchema(found: Int, supported: Int)
    /// The store is shutting down.
    case closed
    /// Anything else, by SQLite's extended result code.
    case failed(code: Int32)
}

extension StoreError {
    /// One line for a person, about the store in this directory.
    func sentence(in directory: DataDirectory) -> String {
        switch self {
        case .busy: "\(directory.path): the store is busy, try again"
        case .diskFull: "\(directory.path): no room on the disk"
        case .readOnly: "\(directory.path): permission denied"
        case .corrupt: "\(directory.database): damaged, or not a relay's database"
        case .locked: "\(directory.path): another process is writing to it"
        case .moved: "\(directory.database): moved or replaced while it was open"
        case .newerSchema(let found, let supported):
            "\(directory.database): written by a newer version (schema \(found), this one reads \(supported))"
        case .closed: "\(directory.path): the store is closing"
        case .failed(let code): "\(directory.path): the store failed (code \(code))"
        }
    }
}
