internal import Glibc

/// SIGTERM and SIGINT, taken by one thread that waits for them. SIGPIPE is ignored.
enum StopSignals {
    /// Blocks the signals in this thread and all that it starts: to be called before any other thread is there.
    static func block() {
        signal(SIGPIPE, SIG_IGN)
        var set = stopSet()
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Runs `first` at the first signal and `second` at the second one, on a thread of its own.
    static func watch(first: @escaping @Sendable () -> Void, second: @escaping @Sendable () -> Void) {
        DetachedThread.start {
            wait()
            first()
            wait()
            second()
        }
    }

    private static func wait() {
        var set = stopSet()
        var number: Int32 = 0
        while unsafe sigwait(&set, &number) != 0 {}
    }

    private static func stopSet() -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGTERM)
        unsafe sigaddset(&set, SIGINT)
        return set
    }
}
