#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Where the reporter reads time. All waits use the monotonic side; the wall clock only dates events and requests.
///
/// Called from any thread; must not block.
public protocol TelemetryClock: Sendable {
    /// Monotonic time. Never goes back.
    var now: Moment { get }
    /// Milliseconds since 1970 by the wall clock, which may jump.
    var wallMilliseconds: Int64 { get }
}

/// The system's clocks. About twenty nanoseconds a reading, without a system call on common kernels.
public struct SystemClock: TelemetryClock {
    /// Makes one.
    public init() {}

    /// `CLOCK_MONOTONIC`.
    public var now: Moment {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// `CLOCK_REALTIME`.
    public var wallMilliseconds: Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
