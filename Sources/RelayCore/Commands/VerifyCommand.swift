/// `telemetry-relay verify`: proves that nothing is stored that the current rules would redact.
enum VerifyCommand: RelayCommand {
    static let name = "verify"
    static let help = """
        usage: telemetry-relay verify [--data DIR] [--json]

        Scrubs every stored value again with the current rules: every text column and every document. Each hit is
        printed with its table, row, path and rule, never with the value. Changes nothing.
        Exit code 0 if there is no hit, 1 if there is.

          --data DIR      the relay's data directory (default ./relay-data), also while a relay runs on it
          --json          one JSON object a line
          --help          this text

        """

    static let syntax = CommandSyntax(flags: ["--json"], values: ["--data", "--url", "--token"])

    static func perform(_ arguments: CommandArguments, _ io: CommandIO) throws(CommandError) -> Int32 {
        let options = try usage { () throws(UsageError) in try InspectOptions(arguments) }
        var verifier = StoreVerifier(try options.open())
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
        let totals = verifier.totals
        let isClean = totals.hits == 0
        if options.isJSON {
            io.print(attestation(totals, policyVersion: verifier.policyVersion))
        } else {
            let seen =
                "\(totals.texts) texts and \(totals.documents) documents (\(totals.documentBytes) bytes) in "
                + "\(totals.tables) tables, rules version \(verifier.policyVersion)"
            io.print(isClean ? "clean: \(seen)\n" : "\(totals.hits) hits: \(seen)\n")
        }
        return isClean ? 0 : 1
    }

    private static func line(_ hit: StoreVerifier.Hit) -> JSONLine {
        .object { line in
            line.add("table", hit.table)
            line.add("row", hit.row)
            line.add("path", hit.path)
            line.add("rule", hit.rule)
        }
    }

    private static func attestation(_ totals: StoreVerifier.Totals, policyVersion: UInt32) -> JSONLine {
        .object { line in
            line.add("clean", totals.hits == 0)
            line.add("hits", totals.hits)
            line.add("tables", Int64(totals.tables))
            line.add("texts", totals.texts)
            line.add("documents", totals.documents)
            line.add("document_bytes", totals.documentBytes)
            line.add("policy_version", Int64(policyVersion))
        }
    }
}
