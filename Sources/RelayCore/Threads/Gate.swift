internal import Glibc

/// Lets threads wait until it is opened once. Safe from any thread.
@safe final class Gate: @unchecked Sendable {
    // Sendable and safe: the semaphore lives as long as self and is made for use from several threads.
    private let semaphore: UnsafeMutablePointer<sem_t>

    /// A closed gate.
    init() {
        unsafe semaphore = .allocate(capacity: 1)
        unsafe sem_init(semaphore, 0, 0)
    }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    /// Opens it.
    func open() {
        unsafe sem_post(semaphore)
    }

    /// Waits until it is open, and leaves it open.
    func wait() {
        while unsafe sem_wait(semaphore) != 0 {}
        open()
    }

    /// Waits until it is open, for so many seconds at most; whether it is. It stays as it was.
    func wait(seconds: Int) -> Bool {
        var end = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &end)
        end.tv_sec += seconds
        while unsafe sem_timedwait(semaphore, &end) != 0 {
            if errno != EINTR { return false }
        }
        open()
        return true
    }
}
