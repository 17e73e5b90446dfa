#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The file descriptors of one reporter's spool, so that a forked child can close them: a copy that stayed open there would
/// hold the parent's lock beyond the parent's life.
///
/// Nothing outside holds a number for longer than one call: in the child all handles are unknown, whatever has been opened
/// under the old numbers since.
package final class SpoolDescriptors: Sendable {
    /// Names an open file without being its number.
    struct Handle: Sendable, Hashable {
        fileprivate var key: UInt64
    }

    private struct State: ~Copyable {
        var open: [UInt64: Int32] = [:]
        var last: UInt64 = 0
    }

    private let state = Lock(State())
    // Stands in for a full or failing disk in tests: the error of every call that makes or writes a file; 0 for none.
    private let fault = AtomicCell(0)

    /// An empty table.
    package init() {}

    /// Opens by `call`, which returns a descriptor or a negative number. A fork waits meanwhile, so that none gets lost.
    func open(_ step: SpoolFailure.Step, _ call: () -> Int32) throws(SpoolFailure) -> Handle {
        let (key, code): (UInt64, Int32) = state.withLock { state in
            let number = call()
            guard number >= 0 else { return (0, errno) }
            state.last += 1
            state.open[state.last] = number
            return (state.last, 0)
        }
        guard code == 0 else { throw SpoolFailure(step, code: code) }
        return Handle(key: key)
    }

    /// The number behind a handle; -1, which every call refuses, if there is none any more.
    func number(_ handle: Handle) -> Int32 {
        state.withLock { $0.open[handle.key] ?? -1 }
    }

    /// Closes; a handle that is unknown is none of this process.
    func close(_ handle: Handle) {
        state.withLock { state in
            guard let number = state.open.removeValue(forKey: handle.key) else { return }
            _ = closeNumber(number)
        }
    }

    /// How many are open.
    package var count: Int { state.withLock { $0.open.count } }

    // MARK: Faults

    /// From now on every call that makes or writes a file fails with this error number; 0 ends it. For tests.
    package func failWrites(with code: Int32) {
        fault.store(UInt64(UInt32(bitPattern: code)))
    }

    func checkFault() throws(SpoolFailure) {
        let code = Int32(truncatingIfNeeded: fault.value)
        if code != 0 { throw SpoolFailure(.write, code: code) }
    }

    // MARK: Fork

    func prepareForFork() {
        state.acquire()
    }

    func resumeInParent() {
        state.release()
    }

    func restartInChild() {
        state.reinitialize()
        state.withHeldLock { state in
            for number in state.open.values { _ = closeNumber(number) }
            state.open = [:]
        }
    }
}

// The method of the same name hides the system's.
private func closeNumber(_ number: Int32) -> Int32 {
    close(number)
}
