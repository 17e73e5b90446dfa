import Glibc
import TelemetryTestSupport
import TelemetryTesting
import Testing

@testable import Telemetry
@testable import TelemetryDelivery

@Suite(.timeLimit(.minutes(1))) struct HookTests {
    private static let pan = "4111 1111 1111 1111"

    @Test("a hook sees the scrubbed event, and what it changes is scrubbed again", arguments: [false, true])
    func change(inMemory: Bool) async throws {
        let seen = Lock([String]())
        let transport = RecordingTransport()
        let reporter = try Reporter(recordingTo: transport) { configuration in
            if inMemory { configuration.mode = .memory(capacity: 10) }
            configuration.beforeSend = { event in
                seen.withLock { $0.append(event.json) }
                event.members["extra"] = ["note": .string("card " + Self.pan), "order": 7]
                return .keep
            }
        }
        let id = try #require(reporter.capture("paid with \(Self.pan)", level: .error))
        await reporter.flush(timeout: .seconds(10))
        let events = inMemory ? reporter.memory.map(\.text) : transport.events.map(\.text)
        let event = try #require(events.first)
        #expect(event.contains("\"extra\":{\"note\":\"card [redacted:pan]\",\"order\":7}"))
        #expect(event.contains("\"event_id\":\"\(id)\""))
        #expect(event.contains("paid with [redacted:pan]"))
        #expect(!event.containsPAN)
        #expect(seen.withLock { $0 }.allSatisfy { !$0.containsPAN && $0.contains("[redacted:pan]") })
        #expect(seen.withLock(\.count) == 1)
        // Read again, memory is not shown again.
        if inMemory { #expect(reporter.memory.map(\.text) == events && seen.withLock(\.count) == 1) }
    }

    @Test("a hook that only looks changes no byte")
    func look() throws {
        let plain = try Reporter(Configuration(mode: .memory(capacity: 10)))
        plain.capture(
            eventJSON:
                "{\"event_id\":\"0123456789abcdef0123456789abcdef\",\"timestamp\":1,\"extra\":{\"b\":1.50,\"a\":2}}"
        )
        var configuration = Configuration(mode: .memory(capacity: 10))
        configuration.beforeSend = { event in event.members.isEmpty ? .drop : .keep }
        configuration.beforeBreadcrumb = { _ in .keep }
        let hooked = try Reporter(configuration)
        hooked.capture(
            eventJSON:
                "{\"event_id\":\"0123456789abcdef0123456789abcdef\",\"timestamp\":1,\"extra\":{\"b\":1.50,\"a\":2}}"
        )
        #expect(hooked.memory.map(\.text) == plain.memory.map(\.text) && !plain.memory.isEmpty)
    }

    @Test("what a hook drops, or makes into no event, is counted", arguments: [false, true])
    func drop(inMemory: Bool) async throws {
        let transport = RecordingTransport()
        let reporter = try Reporter(recordingTo: transport) { configuration in
            if inMemory { configuration.mode = .memory(capacity: 10) }
            configuration.beforeSend = { event in
                if event.level == .info { return .drop }
                if event.json.contains("broken") { event.json = "[1]" }
                return .keep
            }
        }
        reporter.capture("a", level: .info)
        reporter.capture("broken", level: .warning)
        reporter.capture("c", level: .error)
        await reporter.flush(timeout: .seconds(10))
        #expect((inMemory ? reporter.memory.map(\.text) : transport.events.map(\.text)).count == 1)
        let ledger = reporter.stats.ledger
        #expect(ledger.dropped[.beforeSend] == 1 && ledger.dropped[.invalidItem] == 1 && ledger.isBalanced)
        #expect(ledger.dropped.total == 2)
    }

    @Test("breadcrumbs can be changed and dropped one by one")
    func breadcrumbs() throws {
        var configuration = Configuration(mode: .memory(capacity: 10))
        configuration.beforeBreadcrumb = { breadcrumb in
            if breadcrumb.category == "noise" { return .drop }
            breadcrumb.message = (breadcrumb.message ?? "") + ", seen, cvv 123, " + Self.pan
            return .keep
        }
        let reporter = try Reporter(configuration)
        reporter.addBreadcrumb("a", category: "noise")
        reporter.addBreadcrumb("b", category: "ui")
        reporter.capture("x")
        let text = try #require(reporter.memory.first).text
        #expect(text.contains("\"message\":\"b, seen, cvv [redacted:cvv], [redacted:pan]\""))
        #expect(!text.contains("noise"))
    }

    @Test("a hook that overruns loses its event, the third time itself, and says so")
    func overrun() async throws {
        let calls = AtomicCell(0)
        let told = Lock([Diagnostic]())
        let transport = RecordingTransport()
        let clock = ManualClock.running()
        let reporter = try Reporter(recordingTo: transport, clock: clock) { configuration in
            configuration.beforeSend = { _ in
                calls.store(calls.value + 1)
                clock.advance(by: .milliseconds(51))
                return .keep
            }
            configuration.diagnostics = { diagnostic in told.withLock { $0.append(diagnostic) } }
        }
        for _ in 0..<6 { reporter.capture("x", level: .error) }
        #expect(await reporter.flush(timeout: .seconds(10)) == .finished)
        let ledger = reporter.stats.ledger
        #expect(ledger.dropped[.hookOverrun] == 3 && ledger.delivered == 3 && ledger.isBalanced)
        #expect(calls.value == 3)
        #expect(eventually { told.withLock { $0.count { $0 == .hookEnded } } == 1 })
    }

    @Test("flush and close do not wait for a hook that never returns")
    func endless() async throws {
        let isOver = AtomicCell(0)
        let reporter = try Reporter(recordingTo: RecordingTransport()) { configuration in
            configuration.beforeSend = { _ in
                while isOver.value == 0 { usleep(1_000) }
                return .keep
            }
        }
        defer { isOver.store(1) }
        reporter.capture("x", level: .error)
        // Ten seconds would be the fault; what a loaded machine adds is not.
        let took = ContinuousClock().measure {
            #expect(reporter.flushBlocking(timeout: .milliseconds(50)) == .timedOut(pending: 1))
            #expect(reporter.closeBlocking(timeout: .milliseconds(50)) == .timedOut(pending: 1))
        }
        #expect(took < .seconds(10))
        #expect(reporter.stats.ledger.isBalanced)
    }

    @Test("what a hook captures is dropped and counted; what other threads capture meanwhile is not")
    func nesting() async throws {
        let holder = Lock(Reporter?.none)
        let transport = RecordingTransport()
        let reporter = try Reporter(recordingTo: transport) { configuration in
            configuration.beforeSend = { event in
                holder.withLock { $0 }?.capture("nested")
                holder.withLock { $0 }?.addBreadcrumb("nested")
                if event.json.contains("first") {
                    Thread.start { holder.withLock { $0 }?.capture("beside", level: .error) }
                }
                return .keep
            }
        }
        holder.withLock { $0 = reporter }
        reporter.capture("first", level: .error)
        #expect(eventually { transport.events.contains { $0.contains("beside") } })
        #expect(await reporter.flush(timeout: .seconds(10)) == .finished)
        #expect(transport.events.count == 2)
        #expect(!transport.contains("nested"))
        #expect(reporter.stats.ledger.dropped[.beforeSend] == 2 && reporter.stats.ledger.isBalanced)
        holder.withLock { $0 = nil }
    }
}
