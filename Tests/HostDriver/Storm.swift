import CTelemetryCurl
import Glibc
import Telemetry
import TelemetryTestSupport

/// Several reporters in one process that captures, uses libcurl itself, and forks.
enum Storm {
    /// `url` is fetched by the host's own handles all the time; each DSN gets a reporter. Every child captures once and
    /// closes; how long the slowest took, and what became of all.
    static func run(url: String, dsns: [String]) throws {
        guard let symbol = dlsym(nil, "fork") else { return HostDriver.fail("no fork") }
        // Hidden from Swift; hosts that embed the reporter call it all the same.
        let fork = unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
        let forks = HostDriver.environment("HOST_FORKS").flatMap { Int($0) } ?? 1_000
        let reporters = try dsns.map { try HostDriver.reporter($0) }
        for (index, reporter) in reporters.enumerated() {
            Thread.start { captureForEver(reporter, index) }
        }
        for _ in 0..<2 { Thread.start { fetchForEver(url) } }

        var running: [pid_t: Int] = [:]
        var slowest = 0
        var failures: [String: Int] = [:]
        func reap(_ isWaiting: Bool) {
            var status: Int32 = 0
            let child = waitpid(-1, &status, isWaiting ? 0 : WNOHANG)
            guard child > 0, let start = running.removeValue(forKey: child) else { return }
            slowest = max(slowest, HostDriver.nanoseconds() - start)
            if status != 0 { failures["exit \(status >> 8) signal \(status & 127)", default: 0] += 1 }
        }
        for number in 0..<forks {
            let reporter = reporters[number % reporters.count]
            let start = HostDriver.nanoseconds()
            let child = fork()
            if child == 0 { live(reporter, number % reporters.count) }
            guard child > 0 else {
                failures["no child", default: 0] += 1
                continue
            }
            running[child] = start
            reap(running.count >= 4)
            usleep(UInt32(number % 5) * 200)
        }
        while !running.isEmpty {
            reap(true)
            // One that hangs is the fault this is about.
            for (child, start) in running where HostDriver.nanoseconds() - start > 20_000_000_000 {
                kill(child, SIGKILL)
            }
        }
        HostDriver.say("forks=\(forks) slowest_ms=\(slowest / 1_000_000)")
        for (what, count) in failures { HostDriver.say("child failed: \(what), \(count) times") }
        for reporter in reporters {
            let result = reporter.closeBlocking(timeout: .seconds(20))
            HostDriver.say("\(result)")
            HostDriver.tell(reporter)
        }
        HostDriver.say("end")
        _exit(0)
    }

    /// A child's whole life.
    private static func live(_ reporter: Reporter, _ index: Int) -> Never {
        alarm(20)
        let reporterIsNew = reporter.stats.ledger == Ledger()
        guard reporterIsNew, reporter.capture("child of reporter \(index)", level: .error) != nil else { _exit(3) }
        let result = reporter.closeBlocking(timeout: .milliseconds(950))
        let ledger = reporter.stats.ledger
        guard ledger.isBalanced else { _exit(4) }
        _exit(result == .finished && ledger.delivered == 1 ? 0 : 5)
    }

    private static func captureForEver(_ reporter: Reporter, _ index: Int) {
        var count = 0
        while true {
            count += 1
            if count % 10 == 0 { reporter.addBreadcrumb("crumb of reporter \(index)") }
            reporter.capture("parent of reporter \(index)", level: count % 3 == 0 ? .error : .info)
            usleep(4_000)
        }
    }

    /// The host's own use of libcurl, with its own handles, by the library's own rules.
    private static func fetchForEver(_ url: String) {
        while true {
            guard let easy = curl_easy_init() else { return }
            _ = telemetry_curl_set_string(easy, CURLOPT_URL, url)
            _ = telemetry_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
            _ = telemetry_curl_set_long(easy, CURLOPT_NOBODY, 1)
            _ = telemetry_curl_set_long(easy, CURLOPT_TIMEOUT_MS, 2_000)
            for _ in 0..<20 {
                _ = curl_easy_perform(easy)
                usleep(2_000)
            }
            curl_easy_cleanup(easy)
        }
    }
}
