import Glibc
import TelemetryTestSupport
import TelemetryTesting
import Testing

@testable import Telemetry
@testable import TelemetryDelivery

/// Hooks of the host and a spool together: what is kept of events that no hook has seen.
@Suite(.timeLimit(.minutes(2))) struct SpoolHookTests {
    private static var unreachable: RecordingTransport { RecordingTransport(.failure(.cannotConnect)) }

    private static func reporter(
        _ directory: TemporaryDirectory,
        _ transport: RecordingTransport,
        clock: any TelemetryClock = SystemClock(),
        _ hook: (@Sendable (inout EventView) -> HookDecision)? = nil
    ) throws -> Reporter {
        try Reporter(recordingTo: transport, clock: clock) { configuration in
            configuration.spool = SpoolOptions(directory: directory.path + "/spool")
            configuration.beforeSend = hook
        }
    }

    /// Lets the first hook wait until somebody waits for the reporter; each one then takes 30 ms of the clock's time and
    /// hardly any other. So it is known that a hundred events are more than two seconds have room for.
    private final class Gate: Sendable {
        let clock = ManualClock.running()
        let calls = AtomicCell(0)
        let isOpen = AtomicCell(0)
        let reporter = Lock(Reporter?.none)

        func pass() {
            _ = calls.add(1)
            while isOpen.value == 0, !isAwaited { usleep(200) }
            if isOpen.value == 0 { clock.advance(by: .milliseconds(30)) }
        }

        private var isAwaited: Bool {
            guard case .deliver(let worker) = reporter.withLock({ $0?.sink }) else { return false }
            return worker.intake.state.withLock { $0.isClosed || !$0.requests.isEmpty }
        }
    }

    /// How many lines are in a journal, however they are framed.
    private static func journaled(_ text: String, in directory: TemporaryDirectory) -> Int {
        directory.files.filter { $0.hasSuffix(".jrn") }.reduce(0) { sum, file in
            sum + String(decoding: directory.read(file), as: UTF8.self).occurrences(of: text)
        }
    }

    @Test("what no hook has seen when its reporter is closed is kept, and shown to the hooks of the next one")
    func close() async throws {
        let directory = TemporaryDirectory()
        let gate = Gate()
        let first = try Self.reporter(directory, Self.unreachable, clock: gate.clock) { event in
            gate.pass()
            event.members["tags"] = ["seen": "first"]
            return .keep
        }
        gate.reporter.withLock { $0 = first }
        for number in 0..<500 { first.capture("event number \(number)", level: number % 9 == 0 ? .error : .info) }
        let result = await first.close(timeout: .seconds(2))
        gate.reporter.withLock { $0 = nil }
        var ledger = first.stats.ledger
        // The first one may have waited for longer than a hook may.
        #expect(result == .persisted(ledger.persisted) && ledger.persisted + ledger.dropped[.hookOverrun] == 500)
        #expect(ledger.isBalanced && ledger.dropped.total <= 1)
        let unseen = 500 - Int(gate.calls.value)
        #expect(unseen >= 400)
        #expect(Self.journaled("event number", in: directory) >= unseen)

        let transport = RecordingTransport()
        let calls = AtomicCell(0)
        let next = try Self.reporter(directory, transport) { event in
            _ = calls.add(1)
            event.members["tags"] = ["seen": "next"]
            return event.json.contains("number 400\"") ? .drop : .keep
        }
        next.capture("the first of the next process", level: .error)
        #expect(await next.close(timeout: .seconds(50)) == .finished)
        let kept = ledger.persisted
        ledger = next.stats.ledger
        #expect(ledger.isBalanced && ledger.adopted == kept)
        #expect(ledger.delivered + ledger.dropped[.beforeSend] == kept + 1 && ledger.dropped[.beforeSend] == 1)
        #expect(transport.events.count == ledger.delivered && Int(calls.value) > unseen)
        #expect(
            transport.events.allSatisfy {
                $0.text.contains("\"seen\":\"first\"") || $0.text.contains("\"seen\":\"next\"")
            }
        )
        #expect(directory.files.isEmpty)
    }

    @Test("a flush whose time is over keeps what no hook has seen, and the hooks go on with it")
    func flush() async throws {
        let directory = TemporaryDirectory()
        let gate = Gate()
        let transport = RecordingTransport()
        let reporter = try Self.reporter(directory, transport, clock: gate.clock) { event in
            gate.pass()
            event.members["tags"] = ["seen": "yes"]
            return event.json.contains("number 399\"") ? .drop : .keep
        }
        gate.reporter.withLock { $0 = reporter }
        for number in 0..<400 { reporter.capture("event number \(number)") }
        let result = await reporter.flush(timeout: .seconds(2))
        if case .persisted(let count) = result { #expect(count >= 300) } else { Issue.record("\(result)") }
        #expect(reporter.stats.ledger.isBalanced)
        gate.isOpen.store(1)
        gate.reporter.withLock { $0 = nil }
        #expect(await reporter.flush(timeout: .seconds(60)) == .finished)
        let ledger = reporter.stats.ledger
        #expect(ledger.delivered + ledger.dropped[.hookOverrun] == 399 && ledger.dropped[.beforeSend] == 1)
        #expect(ledger.isBalanced && gate.calls.value == 400)
        #expect(transport.events.allSatisfy { $0.text.contains("\"seen\":\"yes\"") })
        #expect(await reporter.close(timeout: .seconds(20)) == .finished)
        #expect(directory.files.isEmpty)
    }

    @Test("a process without hooks sends what was kept for those of an earlier one")
    func without() async throws {
        let directory = TemporaryDirectory()
        let gate = Gate()
        let first = try Self.reporter(directory, Self.unreachable, clock: gate.clock) { _ in
            gate.pass()
            return .keep
        }
        gate.reporter.withLock { $0 = first }
        for _ in 0..<20 { first.capture("event", level: .error) }
        _ = await first.close(timeout: .zero)
        gate.reporter.withLock { $0 = nil }
        let kept = first.stats.ledger.persisted
        #expect(kept >= 18 && first.stats.ledger.isBalanced)
        let transport = RecordingTransport()
        let next = try Self.reporter(directory, transport)
        next.capture("event", level: .error)
        #expect(await next.close(timeout: .seconds(50)) == .finished)
        #expect(transport.events.count == kept + 1 && next.stats.ledger.isBalanced)
    }

    @Test("denied consent drops what waits for a hook, from memory and disk")
    func denied() async throws {
        let directory = TemporaryDirectory()
        let gate = Gate()
        let isFlushed = AtomicCell(0)
        let isDenied = AtomicCell(0)
        let reporter = try Self.reporter(directory, RecordingTransport(.silence), clock: gate.clock) { _ in
            gate.pass()
            while isFlushed.value == 1, isDenied.value == 0 { usleep(200) }
            return .keep
        }
        gate.reporter.withLock { $0 = reporter }
        for _ in 0..<200 { reporter.capture("event") }
        if case .persisted = await reporter.flush(timeout: .seconds(2)) {} else { Issue.record("not persisted") }
        isFlushed.store(1)
        reporter.updateConsent(.denied)
        isDenied.store(1)
        gate.isOpen.store(1)
        gate.reporter.withLock { $0 = nil }
        #expect(eventually { reporter.stats.ledger.pending + reporter.stats.ledger.persisted == 0 })
        let ledger = reporter.stats.ledger
        #expect(ledger.isBalanced && ledger.dropped[.consent] >= 100)
        #expect(eventually { directory.files.isEmpty })
    }
}
