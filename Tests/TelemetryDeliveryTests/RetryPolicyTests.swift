import Testing

@testable import TelemetryDelivery

@Suite struct RetryPolicyTests {
    @Test("waits lie between the shortest and three times the last one, and never beyond the longest")
    func jitter() {
        let policy = RetryPolicy()
        var generator = SplitMix(seed: 1)
        var previous: Duration?
        var distinct: Set<Duration> = []
        for _ in 0..<2_000 {
            let delay = policy.delay(after: previous, using: &generator)
            #expect(delay >= .seconds(1))
            #expect(delay <= min(.seconds(300), (previous ?? .seconds(1)) * 3))
            distinct.insert(delay)
            previous = delay
        }
        #expect(distinct.count > 1_000)
        #expect(distinct.contains { $0 > .seconds(200) })
    }

    @Test("retries what may be different next time, and nothing else")
    func classes() {
        let retried = (100...599).filter(RetryPolicy.isRetried)
        #expect(retried == [408, 425, 429] + Array(500...599))
    }

    @Test("time saturates instead of trapping")
    func saturation() {
        let end = Moment(nanoseconds: .max)
        #expect(end + .seconds(1) == end)
        #expect(Moment(nanoseconds: .min) + .seconds(-1) == Moment(nanoseconds: .min))
        #expect(Moment(nanoseconds: 5) + .nanoseconds(7) == Moment(nanoseconds: 12))
        let distance: Duration = end - Moment(nanoseconds: -5)
        #expect(distance == .nanoseconds(Int64.max))
        #expect(Duration.seconds(Int64.max / 2).clampedNanoseconds == .max)
        #expect(Duration.milliseconds(-3).clampedNanoseconds == -3_000_000)
    }
}
