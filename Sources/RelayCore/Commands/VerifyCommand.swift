internal import Glibc

/// `telemetry-relay verify`: proves that nothing is stored that the current rules would redact.
enum VerifyCommand: RelayCommand {
    static let name = "verify"
    static let help = """
        usage: telemetry-relay verify [--data DIR] [--policy FILE …] [--hmac-key FILE] [--json]

        Scrubs every stored value again with the current rules: every text column and every document. Each hit is
        printed with its table, row, path and rule, never with the value. Then follows the attestation: what was looked
        at and by which rules, when, hits by rule, and files in the directory that are none of the relay's. Changes nothing.
        Exit code 0 if there is no hit, 1 if there is.

          --data DIR      the relay's data directory (default ./relay-data), also while a relay runs on it
          --policy FILE   scrub with this policy (docs/POLICY.md); a second one is a project's, over the first
          --hmac-key FILE the key of the method hmac, else TELEMETRY_RELAY_HMAC_KEY
          --json          one JSON object a hit, and one for the attestation, the last line
          --help          this text

        """

    static let syntax = CommandSyntax(
        flags: ["--json"],
        values: ["--data", "--url", "--token", "--hmac-key"],
        lists: ["--policy"]
    )

    static func perform(_ arguments: CommandArguments, _ io: CommandIO) throws(CommandError) -> Int32 {
        let options = try usage { () throws(UsageError) in try InspectOptions(arguments) }
        let started = now()
        let policy = try PolicyFiles.policy(of: arguments)
        var verifier = StoreVerifier(try options.open(), policy: policy)
        do throws(StoreError) {
            try verifier.run { hit in
                if options.isJSON {
                    io.print(line(hit))
                } else {
                    io.print("\(hit.table) row \(hit.row) \(TerminalText.escaped(hit.path)): \(hit.rule)\n")
                }
            }
        } catch {
            throw .failure(CommandFailure(error, in: options.directory))
        }
        let attestation = Attestation(
            started: started,
            finished: now(),
            policy: policy,
            totals: verifier.totals,
            files: options.directory.files()
        )
        if options.isJSON { io.print(attestation.json()) } else { io.print(attestation.text()) }
        return attestation.isClean ? 0 : 1
    }

    private static func now() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    private static func line(_ hit: StoreVerifier.Hit) -> JSONLine {
        .object { line in
            line.add("table", hit.table)
            line.add("row", hit.row)
            line.add("path", hit.path)
            line.add("rule", hit.rule)
        }
    }
}
