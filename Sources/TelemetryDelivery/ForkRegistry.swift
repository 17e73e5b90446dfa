#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Something that owns locks or threads and must survive `fork` in the child.
///
/// All three run on the forking thread. In the child nothing but that thread exists any more.
package protocol ForkParticipant: AnyObject, Sendable {
    /// Before `fork`: take the locks.
    func prepareForFork()
    /// After `fork`, in the parent: release the locks.
    func resumeInParent()
    /// After `fork`, in the child: make the locks anew, forget threads and handles, start empty.
    func restartInChild()
}

/// The one `pthread_atfork` registration of the process.
///
/// Participants are held weakly and prepared in the order in which they registered. On Apple platforms `fork` without
/// `exec` is undefined, so nothing is registered there.
package enum ForkRegistry {
    fileprivate struct Entry {
        weak var participant: (any ForkParticipant)?
    }

    fileprivate struct State: ~Copyable {
        var entries: [Entry] = []
        var isRegistered = false
        // Strong between prepare and the handlers after the fork, so that no participant is freed in between.
        var prepared: [any ForkParticipant] = []
    }

    fileprivate static let state = Lock(State())

    /// Adds a participant until it is deallocated. Any thread, never from inside a participant's lock.
    package static func add(_ participant: any ForkParticipant) {
        #if !canImport(Darwin)
        state.withLock { state in
            state.entries.removeAll { $0.participant == nil }
            state.entries.append(Entry(participant: participant))
            guard !state.isRegistered else { return }
            state.isRegistered = pthread_atfork(registryPrepare, registryParent, registryChild) == 0
        }
        #endif
    }
}

// C callbacks: top-level, so that they belong to no actor. Between prepare and the handler after it the registry's own
// lock is held by this thread, which is what makes the unlocked access legal.

private func registryPrepare() {
    ForkRegistry.state.acquire()
    ForkRegistry.state.withHeldLock { state in
        state.prepared = state.entries.compactMap(\.participant)
        for participant in state.prepared { participant.prepareForFork() }
    }
}

private func registryParent() {
    let prepared = ForkRegistry.state.withHeldLock { state in
        for participant in state.prepared.reversed() { participant.resumeInParent() }
        return state.takePrepared()
    }
    ForkRegistry.state.release()
    // Released here: a participant may be freed by its last reference, outside the registry's lock.
    withExtendedLifetime(prepared) {}
}

private func registryChild() {
    ForkRegistry.state.reinitialize()
    let prepared = ForkRegistry.state.withHeldLock { state in
        for participant in state.prepared { participant.restartInChild() }
        return state.takePrepared()
    }
    withExtendedLifetime(prepared) {}
}

extension ForkRegistry.State {
    fileprivate mutating func takePrepared() -> [any ForkParticipant] {
        let taken = prepared
        prepared = []
        return taken
    }
}
