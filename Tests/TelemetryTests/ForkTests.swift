import Glibc
import Testing

@testable import Telemetry
@testable import TelemetryCurl
@testable import TelemetryDelivery

@Suite(.timeLimit(.minutes(1))) struct ForkTests {
    @Test("a child forked at any moment can capture and deliver, and starts empty")
    func survival() async {
        await #expect(processExitsWith: .success) {
            // `fork` is hidden from Swift; hosts that embed the reporter call it all the same.
            guard let symbol = dlsym(nil, "fork") else { exit(2) }
            let fork = unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
            let server = try LoopbackServer([.reply(200, headers: ["X-Telemetry-Batch: 1"])])
            let reporter = try Reporter(Configuration(mode: .deliver(server.dsn)), transport: CurlTransport())
            let isOver = AtomicCell(0)
            for _ in 0..<2 {
                Thread.start {
                    while isOver.value == 0 {
                        reporter.capture("from a thread of the parent", level: .error)
                        reporter.addBreadcrumb("x")
                        usleep(50)
                    }
                }
            }
            var ids: Set<EventID> = []
            for round in 0..<100 {
                usleep(UInt32(round % 7) * 300)
                let child = fork()
                if child == 0 {
                    let ledger = reporter.stats.ledger
                    guard ledger == Ledger() else { _exit(3) }
                    guard reporter.capture("from the child") != nil else { _exit(4) }
                    guard reporter.flushBlocking(timeout: .seconds(10)) == .finished else { _exit(5) }
                    _exit(reporter.stats.ledger.delivered == 1 ? 0 : 6)
                }
                var status: Int32 = 0
                var ended = pid_t(0)
                // A child that hangs is the fault this is about: it fails the test, and does not hang it too.
                for _ in 0..<20_000 where child > 0 && ended == 0 {
                    ended = waitpid(child, &status, WNOHANG)
                    if ended == 0 { usleep(1_000) }
                }
                guard child > 0, ended == child else {
                    if child > 0 { kill(child, SIGKILL) }
                    exit(7)
                }
                guard status == 0 else {
                    print("child ended with \(status >> 8), signal \(status & 127)")
                    exit(8)
                }
                if let id = reporter.capture("from the parent") { ids.insert(id) }
            }
            isOver.store(1)
            guard ids.count == 100, reporter.flushBlocking(timeout: .seconds(20)) == .finished else { exit(9) }
            guard reporter.stats.ledger.isBalanced else { exit(10) }
            // Ids of different children differ too: they were delivered, and none came twice.
            var sent: [String: Int] = [:]
            for request in server.requests {
                for line in try inflated(request.body).split(separator: "\n") where line.contains("from the child") {
                    guard let start = line.firstRange(of: "\"event_id\":\"") else { exit(11) }
                    sent[String(line[start.upperBound...].prefix(32)), default: 0] += 1
                }
            }
            exit(sent.count == 100 && sent.values.allSatisfy { $0 == 1 } ? 0 : 12)
        }
    }
}

/// A detached thread for tests.
enum Thread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    static func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Body(body))
        pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            },
            box.toOpaque()
        )
        pthread_detach(thread)
    }
}
