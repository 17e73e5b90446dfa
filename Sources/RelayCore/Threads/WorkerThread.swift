internal import Glibc

/// A thread of our own for work that blocks; the cooperative pool is for work that does not.
@safe final class WorkerThread: @unchecked Sendable {
    // Safe and Sendable: written once in init, read once in join, which its owner calls once.
    private var thread: pthread_t

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts `body`; nil if the system has no thread left. Signals stay with the threads that expect them.
    init?(_ body: @escaping @Sendable () -> Void) {
        thread = pthread_t()
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        // Retained here, released by the thread.
        let box = unsafe Unmanaged.passRetained(Body(body))
        let code = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            },
            box.toOpaque()
        )
        guard code == 0 else {
            unsafe box.release()
            return nil
        }
    }

    /// Waits for the thread to end. Call once, from another thread.
    func join() {
        pthread_join(thread, nil)
    }
}
