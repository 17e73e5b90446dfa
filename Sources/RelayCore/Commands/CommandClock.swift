internal import Glibc

/// The time of day, for what depends on it.
enum CommandClock {
    /// Milliseconds since 1970.
    static var now: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
