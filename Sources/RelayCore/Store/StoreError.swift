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
    /// The database was written by a newer version.
    case newerSchema(found: Int, supported: Int)
    /// The store is shutting down.
    case closed
    /// Anything else, by SQLite's extended result code.
    case failed(code: Int32)
}
