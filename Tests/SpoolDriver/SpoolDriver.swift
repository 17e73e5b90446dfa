import Glibc
import Telemetry
import TelemetryCurl

/// A host for `Tests/acceptance/spool_*.py`: captures, says what a flush has promised, and is killed, mostly.
///
///     spool-driver load DSN DIR      captures under load for ever; "persisted ID" or "finished ID", once that was promised
///     spool-driver fill DSN DIR      captures until the spool has dropped something, or cannot go on
///     spool-driver start DSN DIR     how long it takes until a first event is on the disk
///     spool-driver drain DSN DIR     delivers what is there
///     spool-driver once DSN DIR      captures one error and closes
@main enum SpoolDriver {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count >= 4 else { return fail("usage: spool-driver MODE DSN DIR") }
        do {
            switch arguments[1] {
            case "load": try load(arguments[2], arguments[3])
            case "fill": try fill(arguments[2], arguments[3])
            case "start": try start(arguments[2], arguments[3])
            case "drain": try drain(arguments[2], arguments[3])
            case "once": try once(arguments[2], arguments[3])
            default: fail("unknown mode")
            }
        } catch {
            fail("\(error)")
        }
    }

    private static func reporter(_ dsn: String, _ directory: String, isRoomy: Bool) throws -> Reporter {
        var configuration = Configuration(mode: .deliver(dsn), release: "spool-driver@1.0.0", environment: "test")
        var spool = SpoolOptions(directory: directory)
        // A test of what is kept must not be disturbed by what has to go.
        if isRoomy { (spool.maxBytes, spool.maxFiles) = (1 << 30, 10_000) }
        configuration.spool = spool
        configuration.maxBreadcrumbs = 5
        configuration.batching.interval = .milliseconds(200)
        configuration.batching.urgentInterval = .milliseconds(20)
        return try Reporter(configuration, transport: CurlTransport())
    }

    private static func load(_ dsn: String, _ directory: String) throws {
        let reporter = try reporter(dsn, directory, isRoomy: true)
        for number in 0..<2 {
            startThread {
                var count = 0
                while true {
                    count += 1
                    if count % 50 == 0 { reporter.addBreadcrumb("step \(count)") }
                    reporter.capture("background \(number) event \(count)", level: count % 5 == 0 ? .error : .info)
                    usleep(1_000)
                }
            }
        }
        let patience: [Duration] = [.zero, .milliseconds(3), .milliseconds(20), .milliseconds(150)]
        var number = 0
        while true {
            number += 1
            let level: Level = number % 3 == 0 ? .error : .info
            guard let id = reporter.capture("promised event \(number)", level: level) else { continue }
            switch reporter.flushBlocking(timeout: patience[number % 4]) {
            case .persisted: say("persisted \(id)")
            case .finished: say("finished \(id)")
            default: break
            }
        }
    }

    private static func fill(_ dsn: String, _ directory: String) throws {
        let reporter = try reporter(dsn, directory, isRoomy: false)
        var number = 0
        // Random words: text that compresses as badly as a checkout's data.
        while reporter.stats.ledger.dropped[.cacheOverflow] == 0, reporter.stats.delivery.spoolFailure == nil,
            number < 400_000
        {
            number += 1
            let words = (0..<60).map { _ in String(UInt32.random(in: 0...0xFF_FFFF), radix: 36) }.joined(separator: " ")
            reporter.capture("\(words)", level: number % 20 == 0 ? .error : .info)
            if number % 200 == 0 { _ = reporter.flushBlocking(timeout: .milliseconds(50)) }
        }
        let before = reporter.stats.delivery
        say("files=\(before.spoolFiles) bytes=\(before.spoolBytes)")
        _ = reporter.closeBlocking(timeout: .seconds(1))
        tell(reporter)
    }

    private static func start(_ dsn: String, _ directory: String) throws {
        let begin = nanoseconds()
        let reporter = try reporter(dsn, directory, isRoomy: false)
        let made = nanoseconds()
        reporter.capture("the first event", level: .error)
        let captured = nanoseconds()
        let result = reporter.flushBlocking(timeout: .zero)
        let flushed = nanoseconds()
        let (making, capture, durable) = (made - begin, captured - made, flushed - begin)
        say("init_us=\(making / 1_000) capture_us=\(capture / 1_000) durable_us=\(durable / 1_000) result=\(result)")
        say("adopted=\(reporter.stats.ledger.adopted)")
        _exit(0)
    }

    private static func drain(_ dsn: String, _ directory: String) throws {
        let reporter = try reporter(dsn, directory, isRoomy: true)
        for _ in 0..<120 {
            if reporter.flushBlocking(timeout: .seconds(1)) == .finished { break }
            usleep(50_000)
        }
        _ = reporter.closeBlocking(timeout: .seconds(1))
        tell(reporter)
    }

    private static func once(_ dsn: String, _ directory: String) throws {
        let reporter = try reporter(dsn, directory, isRoomy: false)
        let id = reporter.capture("one error", level: .error)
        let result = reporter.closeBlocking(timeout: .milliseconds(500))
        say("\(result) \(id.map { "\($0)" } ?? "-")")
        tell(reporter)
    }

    private static func tell(_ reporter: Reporter) {
        let ledger = reporter.stats.ledger
        let drops = ledger.dropped.nonZero.map { " \($0.reason.rawValue)=\($0.count)" }.joined()
        say(
            "captured=\(ledger.captured) adopted=\(ledger.adopted) delivered=\(ledger.delivered) "
                + "duplicates=\(ledger.duplicates) persisted=\(ledger.persisted) pending=\(ledger.pending) "
                + "dropped=\(ledger.dropped.total) balanced=\(ledger.isBalanced)\(drops)"
        )
        if let failure = reporter.stats.delivery.spoolFailure { say("\(failure)") }
    }

    private static func nanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // One write a line: what a killed process has said is whole.
        _ = write(1, bytes, bytes.count)
    }

    private static func fail(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(2, bytes, bytes.count)
        exit(2)
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private static func startThread(_ body: @escaping @Sendable () -> Void) {
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
