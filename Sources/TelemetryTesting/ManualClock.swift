public import TelemetryDelivery

/// A clock that a test moves: back-off, rate limits and batching over hours, without waiting for them.
///
/// Any thread. `Reporter.init(recordingTo:clock:_:)` gives one clock to the reporter and its transport, so that both see the
/// same time pass; a sleeping reporter notices an advance within a millisecond.
public final class ManualClock: TelemetryClock {
    private struct Reading {
        var now: Moment
        var wall: Int64
    }

    private let reading: Lock<Reading>
    // Added to the reading of a clock that runs by itself; nil: it stands still between advances.
    private let system: SystemClock?

    /// A clock that stands still until it is advanced.
    ///
    /// - Parameter wallMilliseconds: What the wall clock shows, milliseconds since 1970.
    public init(wallMilliseconds: Int64 = 1_900_000_000_000) {
        system = nil
        // Away from zero, so that moments before now can be told.
        reading = Lock(Reading(now: Moment(nanoseconds: 1_000_000_000_000), wall: wallMilliseconds))
    }

    private init(running system: SystemClock) {
        self.system = system
        reading = Lock(Reading(now: Moment(nanoseconds: 0), wall: 0))
    }

    /// A clock that runs with the system's, and ahead of it by what it is advanced.
    public static func running() -> ManualClock {
        ManualClock(running: SystemClock())
    }

    /// Monotonic time.
    public var now: Moment {
        let own = reading.withLock { $0.now }
        guard let system else { return own }
        return system.now + .nanoseconds(own.nanoseconds)
    }

    /// The wall clock, milliseconds since 1970.
    public var wallMilliseconds: Int64 {
        reading.withLock { $0.wall } + (system?.wallMilliseconds ?? 0)
    }

    /// Lets time pass, on both clocks. A negative duration does nothing: monotonic time never goes back.
    public func advance(by duration: Duration) {
        guard duration > .zero else { return }
        let milliseconds = duration.clampedNanoseconds / 1_000_000
        reading.withLock { reading in
            reading.now = reading.now + duration
            reading.wall = reading.wall.addingReportingOverflow(milliseconds).partialValue
        }
    }

    /// Sets the wall clock forward or, with a negative duration, back, as a user or a time server does; monotonic time
    /// stays.
    public func jumpWall(by duration: Duration) {
        let milliseconds = duration.clampedNanoseconds / 1_000_000
        reading.withLock { $0.wall = $0.wall.addingReportingOverflow(milliseconds).partialValue }
    }
}
