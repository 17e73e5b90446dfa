#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// What a flush or close came to.
public enum FlushResult: Sendable, Hashable {
    /// Nothing captured before the call waits any more; `stats` says what became of it.
    case finished
    /// Nothing captured before the call is in memory only, and not all of it could be delivered in time: this many events are
    /// in the spool, on the disk. They are sent as soon as that is possible, by this process or a later one.
    case persisted(Int)
    /// The time is over; this many events still wait in memory (after `close`: are dropped).
    case timedOut(pending: Int)
    /// The mode has nothing to flush.
    case disabled
}

/// One caller that waits for the worker.
struct FlushRequest: Sendable {
    /// Everything below this sequence number must have found its fate.
    var target: UInt64
    /// When the worker gives up.
    var deadline: Moment
    /// Whether the worker ends afterwards.
    var closes: Bool
    /// Who waits.
    var waiter: FlushWaiter
}

/// Where a caller waits, blocked or suspended, for one result. The first result wins; later ones are ignored.
@safe final class FlushWaiter: @unchecked Sendable {
    // Sendable and safe: `result` and `resume` are only touched under `mutex`, and both C objects live as long as self.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var result: FlushResult?
    private var resume: (@Sendable (FlushResult) -> Void)?

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition.initialize(to: pthread_cond_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Gives the result to whoever waits or will wait.
    func resolve(_ outcome: FlushResult) {
        unsafe pthread_mutex_lock(mutex)
        guard result == nil else {
            unsafe pthread_mutex_unlock(mutex)
            return
        }
        result = outcome
        let action = resume
        resume = nil
        unsafe pthread_cond_broadcast(condition)
        unsafe pthread_mutex_unlock(mutex)
        action?(outcome)
    }

    /// Calls `action` with the result, now or once it is there.
    func whenResolved(_ action: @escaping @Sendable (FlushResult) -> Void) {
        unsafe pthread_mutex_lock(mutex)
        let known = result
        if known == nil { resume = action }
        unsafe pthread_mutex_unlock(mutex)
        if let known { action(known) }
    }

    /// Blocks until the result is there or `timeout` is over; nil in the latter case.
    func wait(_ timeout: Duration) -> FlushResult? {
        // The condition's clock is the wall clock, the portable default; a jump of it only makes the wait too short or
        // too long for someone who also has the worker's own deadline.
        var limit = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &limit)
        let nanoseconds = timeout.clamped(to: .zero ... .seconds(86_400)).clampedNanoseconds + Int64(limit.tv_nsec)
        limit.tv_sec += Int(nanoseconds / 1_000_000_000)
        limit.tv_nsec = Int(nanoseconds % 1_000_000_000)
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while result == nil {
            guard unsafe pthread_cond_timedwait(condition, mutex, &limit) == 0 else { break }
        }
        return result
    }
}
