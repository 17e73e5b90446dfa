import TelemetryDelivery
import TelemetryTesting
import Testing

@Suite struct ManualClockTests {
    @Test("stands still, goes on when told, and never back")
    func manual() {
        let clock = ManualClock(wallMilliseconds: 1_000)
        let start = clock.now
        #expect(clock.now == start && clock.wallMilliseconds == 1_000)
        clock.advance(by: .milliseconds(1_500))
        #expect(clock.now - start == .milliseconds(1_500) && clock.wallMilliseconds == 2_500)
        clock.advance(by: .seconds(-10))
        #expect(clock.now - start == .milliseconds(1_500) && clock.wallMilliseconds == 2_500)
        clock.jumpWall(by: .seconds(-1))
        #expect(clock.now - start == .milliseconds(1_500) && clock.wallMilliseconds == 1_500)
        clock.advance(by: .seconds(Int64.max))
        clock.advance(by: .seconds(Int64.max))
        #expect(clock.now == .distantFuture)
    }

    @Test("one that runs is ahead of the system's by what it was advanced")
    func running() {
        let clock = ManualClock.running()
        let start = clock.now
        clock.advance(by: .seconds(3_600))
        #expect(clock.now - start >= .seconds(3_600))
        let later = clock.now
        while clock.now == later {}
        #expect(clock.now > later)
    }
}
