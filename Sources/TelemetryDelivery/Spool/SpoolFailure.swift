#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Why the spool cannot be used at the moment. Holds no path and no byte of an event.
public struct SpoolFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was being done.
    public enum Step: String, Sendable, Hashable, CaseIterable {
        /// Opening or making a directory.
        case open
        /// Listing a directory.
        case list
        /// Making or writing a file.
        case write
        /// Reading a file.
        case read
        /// Renaming or removing a file.
        case move
        /// Waiting until bytes are on the disk.
        case sync
    }

    /// What was being done.
    public let step: Step
    /// The system's error number.
    public let code: Int32

    init(_ step: Step, code: Int32) {
        self.step = step
        self.code = code
    }

    /// The failure of the call that has just returned.
    static func last(_ step: Step) -> SpoolFailure {
        SpoolFailure(step, code: errno)
    }

    /// Whether there is no room: the disk or the quota is full.
    public var isFull: Bool { code == ENOSPC || code == EDQUOT }

    /// A bounded text.
    public var description: String { "spool: \(step.rawValue) failed, error \(code)" }
}
