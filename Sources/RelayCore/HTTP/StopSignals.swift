internal import Glibc

/// SIGTERM, SIGINT and SIGHUP (its terminal was closed), taken by one thread that waits for them. SIGPIPE is ignored, and
/// SIGHUP where whoever started the process ignores it (`nohup`).
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
        if !isIgnored(SIGHUP) { unsafe sigaddset(&set, SIGHUP) }
        return set
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
        // The handler is a function or one of a few small numbers.
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
