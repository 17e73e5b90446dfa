import Glibc
import Telemetry
import TelemetryTestSupport

/// What the scripts about the spool ask for.
enum SpoolModes {
    private static func reporter(_ dsn: String, _ directory: String, isRoomy: Bool) throws -> Reporter {
        try HostDriver.reporter(dsn, directory) { configuration in
            // A test of what is kept must not be disturbed by what has to go.
            if isRoomy {
                configuration.spool?.maxBytes = 1 << 30
                configuration.spool?.maxFiles = 10_000
            }
        }
    }

    static func load(_ dsn: String, _ directory: String) throws {
        let reporter = try reporter(dsn, directory, isRoomy: true)
        for number in 0..<2 {
            Thread.start {
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
            case .persisted: HostDriver.say("persisted \(id)")
            case .finished: HostDriver.say("finished \(id)")
            default: break
            }
        }
    }

    static func fill(_ dsn: String, _ directory: String) throws {
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
        HostDriver.say("files=\(before.spoolFiles) bytes=\(before.spoolBytes)")
        _ = reporter.closeBlocking(timeout: .seconds(1))
        HostDriver.tell(reporter)
    }

    static func start(_ dsn: String, _ directory: String) throws {
        let begin = HostDriver.nanoseconds()
        let reporter = try reporter(dsn, directory, isRoomy: false)
        let made = HostDriver.nanoseconds()
        reporter.capture("the first event", level: .error)
        let captured = HostDriver.nanoseconds()
        let result = reporter.flushBlocking(timeout: .zero)
        let flushed = HostDriver.nanoseconds()
        let (making, capture, durable) = (made - begin, captured - made, flushed - begin)
        HostDriver.say(
            "init_us=\(making / 1_000) capture_us=\(capture / 1_000) durable_us=\(durable / 1_000) result=\(result)"
        )
        HostDriver.say("adopted=\(reporter.stats.ledger.adopted)")
        _exit(0)
    }

    static func drain(_ dsn: String, _ directory: String) throws {
        let reporter = try reporter(dsn, directory, isRoomy: true)
        for _ in 0..<120 {
            if reporter.flushBlocking(timeout: .seconds(1)) == .finished { break }
            usleep(50_000)
        }
        _ = reporter.closeBlocking(timeout: .seconds(1))
        HostDriver.tell(reporter)
    }
}
