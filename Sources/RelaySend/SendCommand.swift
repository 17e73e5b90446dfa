internal import RelayCore
internal import Telemetry
internal import TelemetryCurl
package import TelemetryDelivery
internal import TelemetryWire

/// `telemetry-relay send`: whole events, one a line, through the real reporter; says what became of each.
package enum SendCommand {
    private static let help = """
        usage: telemetry-relay send --dsn DSN [--spool DIR] [--timeout SECONDS] [--json] [FILE…]

        Reads whole events as NDJSON from the files, or from standard input, scrubs them, sends them, waits, and prints
        what became of each, in the order of the input:
          delivered, duplicate, rejected:REASON, dropped:REASON, persisted or pending

          --dsn DSN           where to; telemetry-relay keys list prints it
          --spool DIR         keeps what could not be sent in DIR (persisted), and sends what earlier runs kept there
          --timeout SECONDS   how long to wait at the end, and for a relay that takes nothing (default 30)
          --json              one JSON object an event

        Exit code: 0 every event is stored, 1 anything else, 2 wrong usage.

        """

    /// Runs the command with the arguments after its name; its exit code.
    package static func run(arguments: [String]) -> Int32 {
        run(arguments: arguments, output: .standard) { CurlTransport() }
    }

    /// As above, with other places for what it says and another way to the relay.
    package static func run(
        arguments: [String],
        output: SendOutput,
        transport: () -> any Transport
    ) -> Int32 {
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
            return output.complain(error.text + " (telemetry-relay send --help)", code: 2)
        }
        if parsed.wantsHelp {
            output.print(help)
            return 0
        }
        guard let dsn = parsed.value("--dsn") else {
            return output.complain("--dsn is missing (telemetry-relay send --help)", code: 2)
        }
        let inputs: [SendInput]
        do throws(SendInput.Failure) {
            inputs = try SendInput.open(parsed.positionals)
        } catch {
            return output.complain("\(error.name): \(error.reason)", code: 1)
        }
        let session: SendSession
        do throws(ConfigurationError) {
            session = try SendSession(
                dsn: dsn,
                timeout: .seconds(timeout),
                spool: parsed.value("--spool"),
                isJSON: parsed.has("--json"),
                output: output,
                transport: transport()
            )
        } catch {
            return output.complain(error.description, code: 2)
        }
        for input in inputs where !session.isOver { session.take(input) }
        return session.finish()
    }
}
