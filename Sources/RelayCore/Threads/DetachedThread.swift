internal import Glibc

/// Starts threads that nobody joins.
enum DetachedThread {
    /// Runs `body` on a new thread with all signals of the starting thread's mask. False if none could be made.
    @discardableResult
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let box = unsafe Unmanaged.passRetained(ThreadBody(body))
        var thread = pthread_t()
        let code = unsafe pthread_create(&thread, nil, runThreadBody, box.toOpaque())
        guard code == 0 else {
            unsafe box.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

private func runThreadBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // Balances the retain in `start`.
    if let context = unsafe context {
        unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
    }
    return nil
}
