import Glibc
import Telemetry
import TelemetryCurl

/// A host for the acceptance scripts: it embeds the reporter as somebody's app would, and says what it saw of it.
///
///     host-driver load DSN DIR       captures under load for ever; "persisted ID" or "finished ID", once that was promised
///     host-driver fill DSN DIR       captures until the spool has dropped something, or cannot go on
///     host-driver start DSN DIR      how long it takes until a first event is on the disk
///     host-driver drain DSN DIR      delivers what is there
///     host-driver once DSN DIR       captures one error and closes; "-" for DIR: without a spool
///     host-driver deadlines DSN MS   how long flushes and a close with this timeout take
///     host-driver memory DSN DIR     how much memory a flood of events adds that go nowhere, and what the worker does
///     host-driver leave DSN WAY      captures and leaves the process at once: by "return", "exit" or "close"
///     host-driver errors DSN         sends three errors of a kind, one behind another, and two messages; "sent ID" of each
///     host-driver storm URL DSN…     a reporter a DSN, a thread of one's own on libcurl, and forks under load
///     host-driver signals DSN        which of the process's signals its threads would take
///
/// What a host configures comes from the environment: `HOST_CA`, `HOST_PROXY`, `HOST_HOOK=forever`, `HOST_FORKS`.
@main enum HostDriver {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else { return fail("usage: host-driver MODE DSN [ARGUMENT…]") }
        let third = arguments.count > 3 ? arguments[3] : "-"
        do {
            switch arguments[1] {
            case "load": try SpoolModes.load(arguments[2], third)
            case "fill": try SpoolModes.fill(arguments[2], third)
            case "start": try SpoolModes.start(arguments[2], third)
            case "drain": try SpoolModes.drain(arguments[2], third)
            case "once": try once(arguments[2], third)
            case "deadlines": try LifeModes.deadlines(arguments[2], milliseconds: Int(third) ?? 200)
            case "memory": try LifeModes.memory(arguments[2], third)
            case "leave": try LifeModes.leave(arguments[2], third)
            case "errors": try ErrorModes.errors(arguments[2])
            case "storm": try Storm.run(url: arguments[2], dsns: Array(arguments[3...]))
            case "signals": try LifeModes.signals(arguments[2])
            default: fail("unknown mode")
            }
        } catch {
            fail("\(error)")
        }
    }

    /// A reporter as the environment asks for it.
    static func reporter(
        _ dsn: String,
        _ directory: String = "-",
        _ change: (inout Configuration) -> Void = { _ in }
    ) throws -> Reporter {
        var configuration = Configuration(mode: .deliver(dsn), release: "host-driver@1.0.0", environment: "test")
        if directory != "-" { configuration.spool = SpoolOptions(directory: directory) }
        configuration.maxBreadcrumbs = 5
        configuration.batching.interval = .milliseconds(200)
        configuration.batching.urgentInterval = .milliseconds(20)
        configuration.network.certificateAuthorities = environment("HOST_CA")
        configuration.network.proxy = environment("HOST_PROXY")
        if environment("HOST_HOOK") == "forever" {
            configuration.beforeSend = { _ in
                while true { sleep(1_000) }
            }
        }
        change(&configuration)
        return try Reporter(configuration, transport: CurlTransport())
    }

    private static func once(_ dsn: String, _ directory: String) throws {
        let reporter = try reporter(dsn, directory)
        let id = reporter.capture("one error", level: .error)
        let result = reporter.closeBlocking(timeout: .milliseconds(1_500))
        say("\(result) \(id.map { "\($0)" } ?? "-")")
        tell(reporter)
    }

    /// The ledger and what went wrong last.
    static func tell(_ reporter: Reporter) {
        let ledger = reporter.stats.ledger
        let drops = ledger.dropped.nonZero.map { " \($0.reason.rawValue)=\($0.count)" }.joined()
        say(
            "captured=\(ledger.captured) adopted=\(ledger.adopted) delivered=\(ledger.delivered) "
                + "duplicates=\(ledger.duplicates) persisted=\(ledger.persisted) pending=\(ledger.pending) "
                + "dropped=\(ledger.dropped.total) balanced=\(ledger.isBalanced)\(drops)"
        )
        if let failure = reporter.stats.delivery.spoolFailure { say("\(failure)") }
        if let failure = reporter.stats.delivery.lastFailure { say("failure=\(failure.kind.rawValue)") }
    }

    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    static func nanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // One write a line: what a killed process has said is whole.
        _ = write(1, bytes, bytes.count)
    }

    static func fail(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(2, bytes, bytes.count)
        exit(2)
    }
}
