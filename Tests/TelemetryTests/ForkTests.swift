import Glibc
import TelemetryTestSupport
import TelemetryTesting
import Testing

@testable import Telemetry
@testable import TelemetryCurl
@testable import TelemetryDelivery

@Suite(
    .timeLimit(.minutes(1)),
    .disabled(
        if: getenv("TELEMETRY_SANITIZER") != nil,
        "ThreadSanitizer cannot follow threads that a forked child starts"
    )
)
struct ForkTests {
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
                for line in SentEnvelope(gzip: request.body).text.split(separator: "\n")
                where line.contains("from the child") {
                    guard let start = line.firstRange(of: "\"event_id\":\"") else { exit(11) }
                    sent[String(line[start.upperBound...].prefix(32)), default: 0] += 1
                }
            }
            exit(sent.count == 100 && sent.values.allSatisfy { $0 == 1 } ? 0 : 12)
        }
    }

    @Test("a child forked from a callback delivers its own events with one thread, and the parent's go on")
    func forkFromCallback() async {
        await #expect(processExitsWith: .success) {
            guard let symbol = dlsym(nil, "fork") else { exit(2) }
            let fork = unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
            let server = try LoopbackServer([.reply(200, headers: ["X-Telemetry-Batch: 1"])])
            let holder = Lock(Reporter?.none)
            let result = AtomicCell(99)
            let isForked = AtomicCell(0)
            var configuration = Configuration(mode: .deliver(server.dsn))
            configuration.minimumLevel = .error
            configuration.diagnostics = { _ in
                guard isForked.exchange(1) == 0, let reporter = holder.withLock({ $0 }) else { return }
                let child = fork()
                if child == 0 {
                    // From the thread that delivers for the parent; here it must only come to its end.
                    Thread.start {
                        for _ in 0..<5 { reporter.capture("from the child", level: .error) }
                        guard reporter.flushBlocking(timeout: .seconds(10)) == .finished else { _exit(5) }
                        let ledger = reporter.stats.ledger
                        usleep(100_000)
                        // This thread has its name from the one that made it; beside it only the child's worker lives.
                        _exit(ledger.delivered == 5 && reporterThreads() == 2 ? 0 : 6)
                    }
                    return
                }
                Thread.start {
                    var status: Int32 = 0
                    guard child > 0, waitpid(child, &status, 0) == child else { return result.store(7) }
                    result.store(UInt64(status))
                }
            }
            let reporter = try Reporter(configuration, transport: CurlTransport())
            holder.withLock { $0 = reporter }
            reporter.capture("filtered out", level: .info)
            reporter.capture("from the parent", level: .error)
            guard reporter.flushBlocking(timeout: .seconds(10)) == .finished else { exit(9) }
            for _ in 0..<20_000 where result.value == 99 { usleep(1_000) }
            guard result.value == 0 else {
                print("child ended with \(result.value)")
                exit(8)
            }
            exit(reporter.stats.ledger.delivered == 1 ? 0 : 10)
        }
    }
}

/// Threads of this process that bear the reporter's name and live: a process's first thread stays listed after its end.
func reporterThreads() -> Int {
    entries(of: "/proc/self/task").count { name in
        let file = open("/proc/self/task/\(name)/stat", O_RDONLY)
        guard file >= 0 else { return false }
        defer { close(file) }
        var line = [UInt8](repeating: 0, count: 256)
        let length = max(0, read(file, &line, line.count))
        let text = String(decoding: line[..<length], as: UTF8.self)
        return text.contains("(telemetry) ") && !text.contains("(telemetry) Z") && !text.contains("(telemetry) X")
    }
}

/// What this process has open of sockets and event counters. Pipes and files are left out: the test's own runner opens and
/// closes those meanwhile.
func openSockets() -> Set<String> {
    var links: Set<String> = []
    for name in entries(of: "/proc/self/fd") {
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = buffer.withUnsafeMutableBytes { bytes in
            bytes.bindMemory(to: CChar.self).baseAddress.map { readlink("/proc/self/fd/\(name)", $0, bytes.count) } ?? 0
        }
        let link = String(decoding: buffer[..<max(0, length)], as: UTF8.self)
        if link.hasPrefix("socket:") || link.hasPrefix("anon_inode:[eventfd]") { links.insert(name + " " + link) }
    }
    return links
}
