import Glibc
import Telemetry

/// What the scripts about other servers ask for: a few errors and messages, each printed by its id.
enum ErrorModes {
    private struct CardDeclined: ReportableError {
        var reportType: String? { "CardDeclined" }
        var reportDomain: String { "checkout" }
        var reportCode: String { "05" }
    }

    private struct Wrapper: ReportableError {
        var reportType: String? { "Wrapper" }
        var reportDomain: String { "payment" }
        var reportCode: String { "7" }
        var reportUnderlying: (any Error)? { CardDeclined() }
    }

    static func errors(_ dsn: String) throws {
        let reporter = try HostDriver.reporter(dsn)
        reporter.setTag("provider", "acme")
        reporter.addBreadcrumb("tapped pay", category: "ui")
        let ids = [
            reporter.capture(error: CardDeclined()),
            reporter.capture(error: CardDeclined()),
            reporter.capture(error: CardDeclined(), level: .fatal),
            reporter.capture(error: Wrapper()),
            reporter.capture("checkout opened", level: .info),
            reporter.capture("card 4111 1111 1111 1111 was refused", level: .warning),
        ]
        // A server that takes one event a request gets them in the order in which they were captured, errors first.
        for case let id? in ids { HostDriver.say("sent \(id)") }
        HostDriver.say("\(reporter.closeBlocking(timeout: .seconds(20)))")
        HostDriver.tell(reporter)
    }
}
