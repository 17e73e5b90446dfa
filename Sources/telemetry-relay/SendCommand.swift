internal import Glibc
internal import RelayCore
internal import Telemetry
internal import TelemetryCurl
internal import TelemetryDelivery
internal import TelemetryWire

/// `telemetry-relay send`: whole events, one a line, through the real reporter; says what became of each.
enum SendCommand {
    private static let help = """
        usage: telemetry-relay send --dsn DSN [--timeout SECONDS] [--json] [FILE…]

        Reads whole events as NDJSON from the files, or from standard input, scrubs them, sends them, waits, and prints
        what became of each, in the order of the input:
          delivered, duplicate, rejected:REASON, dropped:REASON or pending

          --dsn DSN           where to; telemetry-relay keys list prints it
          --timeout SECONDS   how long to wait at the end, and for a relay that takes nothing (default 30)
          --json              one JSON object an event

        Exit code: 0 every event is stored, 1 anything else, 2 wrong usage.

        """

    /// Runs the command with the arguments after its name; its exit code.
    static func run(arguments: [String]) -> Int32 {
        let parsed: CommandArguments
        let timeout: Int64
        do throws(UsageError) {
            parsed = try CommandArguments(
                arguments,
                flags: ["--json"],
                values: ["--dsn", "--timeout", "--spool"],
                positionals: 0...Int.max
            )
            timeout = min(try parsed.number("--timeout", minimum: 0) ?? 30, 86_400)
        } catch {
            return complain(error.text + " (telemetry-relay send --help)", code: 2)
        }
        if parsed.wantsHelp {
            write(help, to: STDOUT_FILENO)
            return 0
        }
        guard parsed.value("--spool") == nil else {
            return complain("--spool is not available in this version", code: 2)
        }
        guard let dsn = parsed.value("--dsn") else {
            return complain("--dsn is missing (telemetry-relay send --help)", code: 2)
        }
        return send(parsed.positionals, to: dsn, timeout: .seconds(timeout), isJSON: parsed.has("--json"))
    }

    private static func send(_ files: [String], to dsn: String, timeout: Duration, isJSON: Bool) -> Int32 {
        let inputs: [SendInput]
        do throws(SendInput.Failure) {
            inputs = try SendInput.open(files)
        } catch {
            return complain("\(error.name): \(error.reason)", code: 1)
        }
        let session: SendSession
        do throws(ConfigurationError) {
            session = try SendSession(dsn: dsn, timeout: timeout, isJSON: isJSON)
        } catch {
            return complain(error.description, code: 2)
        }
        for input in inputs where !session.isOver { session.take(input) }
        return session.finish()
    }

    /// One line on standard error.
    @discardableResult
    static func complain(_ text: String, code: Int32 = 1) -> Int32 {
        write("telemetry-relay send: \(text)\n", to: STDERR_FILENO)
        return code
    }

    /// Writes all of the text; gives up silently if nobody reads any more.
    static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 { rest = rest.dropFirst(written) } else if errno != EINTR { return }
        }
    }
}
