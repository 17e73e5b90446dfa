import CBenchmarkHooks
import Glibc
import Telemetry
import TelemetryTesting

/// The monotonic clock in nanoseconds.
func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// What a capture costs its caller.
enum CaptureBenchmark {
    /// Bytes of an event beside its message: id, time, level, platform, SDK, release and environment.
    private static let frame = 230

    /// A reporter whose events carry so many breadcrumbs of about 90 bytes. Its rings hold what is captured between two
    /// of the worker's turns.
    static func reporter(breadcrumbs: Int) -> Reporter {
        var configuration = Configuration(
            mode: .deliver("https://0123456789abcdef0123456789abcdef@127.0.0.1:1/1"),
            release: "checkout@4.2.0",
            environment: "production"
        )
        configuration.ringBytes = 4 << 20
        configuration.errorRingBytes = 4 << 20
        // Takes everything, answers at once and keeps nothing, so that the worker drains as it would.
        let transport = RecordingTransport(.status(200), keeping: 0)
        guard let reporter = try? Reporter(configuration, transport: transport) else { exit(1) }
        for number in 0..<breadcrumbs { reporter.addBreadcrumb("tapped pay \(number)", category: "ui.tap") }
        return reporter
    }

    /// Messages, all different, that make events of `eventBytes` without breadcrumbs.
    static func texts(eventBytes: Int) -> [String] {
        let words = [
            "payment confirmation failed at the gateway after a retry", "the poller will ask again",
            "state awaiting confirmation",
            "the sheet was closed by the shopper", "no answer from the issuer", "method wallet", "attempt 2 of 3",
            "took 318 ms",
        ]
        return (0..<997).map { number in
            var text = "\(number): "
            var word = number
            while text.utf8.count < eventBytes - frame {
                text += words[word % words.count] + ", "
                word += 1
            }
            return String(text.prefix(max(12, eventBytes - frame)))
        }
    }

    /// Prints a table; the first rounds warm up.
    static func table(count: Int) {
        print("| case | B/event | p50 ns | p90 ns | p99 ns | allocations/call | dropped |")
        print("| --- | --- | --- | --- | --- | --- | --- |")
        for (bytes, breadcrumbs) in [(300, 0), (300, 100), (1_200, 0), (1_200, 100)] {
            let reporter = reporter(breadcrumbs: breadcrumbs)
            let texts = texts(eventBytes: bytes)
            let name = "event of \(bytes) B, \(breadcrumbs) breadcrumbs"
            row(name, count, size: bytes, reporter) { reporter.capture(texts[$0 % texts.count]) }
        }
        let carrier = reporter(breadcrumbs: 100)
        row("adding a breadcrumb", count, size: 90, carrier) {
            carrier.addBreadcrumb("tapped pay \($0 & 63)", category: "ui.tap")
        }
        guard let off = try? Reporter(Configuration(mode: .off)) else { return }
        let start = now()
        for _ in 0..<1_000_000 { off.capture("x") }
        print("| mode off, mean of a million | | \((now() - start) / 1_000_000) | | | | |")
    }

    private static func row(_ name: String, _ count: Int, size: Int, _ reporter: Reporter, _ body: (Int) -> Void) {
        var times = [UInt64](repeating: 0, count: count)
        func pause(_ round: Int) {
            // So that the rings are drained: a drop would cost less than a capture.
            if round % 200 == 199 { usleep(15_000) }
        }
        for round in 0..<2_000 {
            body(round)
            pause(round)
        }
        // Only what the caller allocates: the worker does so all the time.
        let allocations = callerAllocations(100, body)
        usleep(50_000)
        for round in 0..<count {
            let start = now()
            body(round)
            times[round] = now() - start
            pause(round)
        }
        times.sort()
        func percentile(_ share: Int) -> UInt64 { times[min(count - 1, count * share / 100)] }
        let dropped = reporter.stats.ledger.dropped.total
        print(
            "| \(name) | \(size) | \(percentile(50)) | \(percentile(90)) | \(percentile(99)) | \(allocations) | \(dropped) |"
        )
    }

    /// Allocations of this thread in `rounds` calls, a call.
    private static func callerAllocations(_ rounds: Int, _ body: (Int) -> Void) -> Double {
        let before = benchmark_thread_allocations()
        for round in 0..<rounds { body(round) }
        return Double(benchmark_thread_allocations() - before) / Double(rounds)
    }
}
