public import CheckoutTelemetry
internal import TelemetryDelivery
internal import TelemetryTesting

/// Time that passes when it is told to, with timers: what a core waits for happens in order, and nobody waits.
@MainActor
public final class SteppedClock {
    /// What reporters and sessions read.
    public nonisolated let time: any TelemetryClock

    private let manual: ManualClock
    private var timers: [Timer] = []
    private var next = 0

    private struct Timer {
        let id: Int
        let due: Moment
        let action: @MainActor () -> Void
    }

    /// A clock that shows `wallMilliseconds` since 1970.
    public init(wallMilliseconds: Int64) {
        manual = ManualClock(wallMilliseconds: wallMilliseconds)
        time = manual
    }

    /// Milliseconds since 1970.
    public var wallMilliseconds: Int64 { manual.wallMilliseconds }

    /// Does something later. Returns what cancels it.
    public func after(_ duration: Duration, _ action: @escaping @MainActor () -> Void) -> Int {
        next += 1
        timers.append(Timer(id: next, due: manual.now + duration, action: action))
        return next
    }

    /// Forgets a timer.
    public func cancel(_ timer: Int?) {
        timers.removeAll { $0.id == timer }
    }

    /// Lets time pass; what is due on the way happens at its time.
    public func advance(by duration: Duration) {
        let end = manual.now + duration
        while let due = timers.filter({ $0.due <= end }).min(by: { ($0.due, $0.id) < ($1.due, $1.id) }) {
            timers.removeAll { $0.id == due.id }
            manual.advance(by: due.due - manual.now)
            due.action()
        }
        manual.advance(by: end - manual.now)
    }

    /// Sets the wall clock, as people and time servers do; timers do not notice.
    public func jumpWall(by duration: Duration) {
        manual.jumpWall(by: duration)
    }
}
