#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A mutual-exclusion lock around one value.
///
/// `pthread_mutex_t` (`os_unfair_lock` on Apple platforms) in memory of its own, so that a forked child can make it
/// anew: `Synchronization.Mutex` remembers its owner's thread and traps there. Not recursive. An uncontended
/// acquisition costs about ten nanoseconds and no system call.
@safe public final class Lock<Value: ~Copyable>: @unchecked Sendable {
    // Sendable and safe: `value` is only touched between acquire and release of `handle`, which lives as long as self.
    #if canImport(Darwin)
    private typealias Handle = os_unfair_lock
    #else
    private typealias Handle = pthread_mutex_t
    #endif
    private let handle: UnsafeMutablePointer<Handle>
    private var value: Value

    /// Makes an unlocked lock around `value`.
    public init(_ value: consuming sending Value) {
        self.value = value
        unsafe handle = .allocate(capacity: 1)
        unsafe handle.initialize(to: Handle())
        reinitialize()
    }

    deinit {
        #if !canImport(Darwin)
        unsafe pthread_mutex_destroy(handle)
        #endif
        unsafe handle.deallocate()
    }

    /// Runs `body` with exclusive access. Never call out to a host from inside it.
    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        acquire()
        defer { release() }
        return try body(&value)
    }

    /// Access to the value for a thread that holds the lock by `acquire`, or is alone in a forked child.
    package func withHeldLock<Result>(_ body: (inout Value) -> Result) -> Result {
        body(&value)
    }

    /// Takes the lock without access to the value: fork preparation only.
    public func acquire() {
        #if canImport(Darwin)
        unsafe os_unfair_lock_lock(handle)
        #else
        unsafe pthread_mutex_lock(handle)
        #endif
    }

    /// Gives the lock back: fork preparation only.
    public func release() {
        #if canImport(Darwin)
        unsafe os_unfair_lock_unlock(handle)
        #else
        unsafe pthread_mutex_unlock(handle)
        #endif
    }

    /// Makes the lock anew, unlocked, whatever its state: in a forked child only.
    public func reinitialize() {
        #if canImport(Darwin)
        unsafe handle.pointee = os_unfair_lock()
        #elseif canImport(Glibc)
        // Held for a microsecond or two at a time: whoever finds it taken looks again for as long before going to sleep,
        // which costs ten times that.
        var attributes = pthread_mutexattr_t()
        unsafe pthread_mutexattr_init(&attributes)
        unsafe pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ADAPTIVE_NP))
        unsafe pthread_mutex_init(handle, &attributes)
        unsafe pthread_mutexattr_destroy(&attributes)
        #else
        unsafe pthread_mutex_init(handle, nil)
        #endif
    }
}
