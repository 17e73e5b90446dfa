internal import Sanitizer

/// `telemetry-relay config check`: whether settings and policies would be taken, and everything that is wrong with them.
enum ConfigCommand: RelayCommand {
    static let name = "config"
    static let help = """
        usage: telemetry-relay config check [--config FILE] [--policy FILE …] [--hmac-key FILE]

        Reads what `serve` would read and says whether it would start with it. Every fault is a line of its own, with
        file, line, column, place in the document and reason; never a value. Exit code 0 if all is well, 1 if not.

          --config FILE   the relay's settings; a policy and a key that they name are checked, too
          --policy FILE   a policy document; a second one is a project's, over the first
          --hmac-key FILE the key of the method hmac, else TELEMETRY_RELAY_HMAC_KEY
          --help          this text

        """

    static let syntax = CommandSyntax(values: ["--config", "--hmac-key"], lists: ["--policy"], positionals: 1...1)

    static func perform(_ arguments: CommandArguments, _ io: CommandIO) throws(CommandError) -> Int32 {
        guard arguments.positionals == ["check"] else { throw .usage(UsageError("say `config check`")) }
        var settings = ServeSettings()
        var faults: [String] = []
        if let path = arguments.value("--config") {
            do throws(ConfigurationError) {
                try ServeConfiguration.load(path, into: &settings)
            } catch {
                faults.append("\(path): \(error)")
            }
        }
        var paths = arguments.all("--policy")
        if paths.isEmpty, let path = settings.policy { paths = [path] }
        let files: PolicyFiles
        do throws(PolicyFiles.Failure) {
            files = try PolicyFiles(keyFile: arguments.value("--hmac-key") ?? settings.hmacKey)
        } catch {
            return tell(faults + error.lines, io)
        }
        var policy = Policy.standard
        for path in paths {
            do throws(PolicyFiles.Failure) {
                policy = try files.policy(path, over: policy)
            } catch {
                faults += error.lines
            }
        }
        guard faults.isEmpty else { return tell(faults, io) }
        io.print("ok\n" + policy.summary.map { "  \(TerminalText.escaped($0))\n" }.joined())
        return 0
    }

    private static func tell(_ faults: [String], _ io: CommandIO) -> Int32 {
        for fault in faults { io.print(TerminalText.escaped(fault) + "\n") }
        return 1
    }
}
