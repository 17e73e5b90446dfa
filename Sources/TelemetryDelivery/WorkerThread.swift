#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import CTelemetryAtomics
internal import Glibc
#elseif canImport(Musl)
internal import CTelemetryAtomics
internal import Musl
#endif

/// Starts a detached thread with a small stack that receives none of the host's asynchronous signals.
enum WorkerThread {
    /// Enough for a TLS handshake; name look-ups have threads of their own.
    private static let stackBytes = 512 << 10

    /// Runs `body` on a new thread. False if the system has no thread to give.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { unsafe attributes.deallocate() }
        guard unsafe pthread_attr_init(attributes) == 0 else { return false }
        defer { _ = unsafe pthread_attr_destroy(attributes) }
        _ = unsafe pthread_attr_setdetachstate(attributes, detached)
        _ = unsafe pthread_attr_setstacksize(attributes, stackBytes)
        // A thread inherits its starter's mask: set before and put back after, so that not one signal slips through.
        // Faults of the thread's own making stay deliverable.
        var blocked = sigset_t()
        var previous = sigset_t()
        _ = unsafe sigfillset(&blocked)
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { _ = unsafe sigdelset(&blocked, fault) }
        _ = unsafe pthread_sigmask(SIG_SETMASK, &blocked, &previous)
        defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
        let box = unsafe Unmanaged.passRetained(ThreadBody(body))
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        guard unsafe pthread_create(&thread, attributes, runThread, box.toOpaque()) == 0 else {
            unsafe box.release()
            return false
        }
        return true
    }

    #if canImport(Darwin)
    private static let detached = PTHREAD_CREATE_DETACHED
    #else
    private static let detached = Int32(PTHREAD_CREATE_DETACHED)
    #endif
}

private final class ThreadBody: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

// The C entry point: top-level, so that it belongs to no actor. Takes over the reference made by `start`.
#if canImport(Darwin)
private func runThread(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    _ = unsafe pthread_setname_np("telemetry")
    unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body()
    return nil
}
#else
private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    unsafe telemetry_thread_set_name("telemetry")
    unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body()
    return nil
}
#endif
