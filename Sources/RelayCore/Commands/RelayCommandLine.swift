/// The command line of the relay: finds the command and runs it.
///
/// The executable adds what needs the reporter, and nothing else.
package enum RelayCommandLine {
    /// A command that lives outside this module: its name, and what runs it with the arguments after the name.
    package typealias Extra = (name: String, run: ([String]) -> Int32)

    /// The version of the product.
    package static let version = "0.1.0"

    private static let commands: [any RelayCommand.Type] = [
        IssuesCommand.self, EventsCommand.self, ShowCommand.self, DropsCommand.self, StatsCommand.self,
        FlowsCommand.self, FunnelCommand.self, ErrorsCommand.self, CompareCommand.self, KeysCommand.self,
        VerifyCommand.self, ConfigCommand.self, ScrubCommand.self,
        ExplainCommand.self,
    ]

    private static let help = """
        usage: telemetry-relay COMMAND [OPTIONS]

        Receive and scrub
          serve     run the relay
          scrub     scrub standard input to standard output
          explain   what scrub takes and leaves, and why
          send      send whole events through the reporter

        Look in (a data directory, also while a relay runs on it)
          issues    what went wrong, the most recent first
          events    what was stored, the most recent first
          show      one event and what was redacted in it, or one checkout as it went
          flows     checkouts, the most recently begun first
          funnel    how far checkouts came, by release
          errors    what goes wrong in checkouts, by SDK, type and code
          compare   two releases side by side
          drops     what was not stored, and why
          stats     how much is stored

        Administer
          keys      who may send: create, list, disable, rotate
          verify    scrub every stored value again with the current rules
          config    check settings and policies: config check

        telemetry-relay COMMAND --help says more; --version names the version.
        Exit code: 0 done, 1 failed (or verify found something), 2 wrong usage.

        """

    /// Runs the command that the arguments (without the program's name) ask for; its exit code.
    package static func run(_ arguments: [String], extra: [Extra] = []) -> Int32 {
        run(arguments, extra: extra, CommandIO())
    }

    static func run(_ arguments: [String], extra: [Extra], _ io: CommandIO) -> Int32 {
        defer { io.flush() }
        guard let name = arguments.first else {
            io.complain("telemetry-relay: say what to do (telemetry-relay --help)")
            return 2
        }
        let rest = Array(arguments.dropFirst())
        switch name {
        case "--help", "-h", "help":
            io.print(help)
            return 0
        case "--version":
            io.print("telemetry-relay \(version)\n")
            return 0
        case "serve": return ServeCommand.run(rest)
        default: break
        }
        if let command = commands.first(where: { $0.name == name }) { return command.run(rest, io) }
        if let added = extra.first(where: { $0.name == name }) { return added.run(rest) }
        let kind = name.hasPrefix("-") ? "option" : "command"
        io.complain("telemetry-relay: unknown \(kind) \(name) (telemetry-relay --help)")
        return 2
    }
}
