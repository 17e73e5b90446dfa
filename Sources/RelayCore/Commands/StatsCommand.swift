/// `telemetry-relay stats`: how much is stored.
enum StatsCommand: RelayCommand {
    static let name = "stats"
    static let help =
        """
        usage: telemetry-relay stats [--data DIR] [--project N] [--json]

        Totals: issues, events, redactions, what was dropped, and bytes on disk.


        """ + InspectOptions.help

    static func perform(_ arguments: [String], _ io: CommandIO) throws(CommandError) -> Int32 {
        let parsed = try usage { () throws(UsageError) in
            try CommandArguments(arguments, flags: InspectOptions.flags, values: InspectOptions.values)
        }
        if parsed.wantsHelp {
            io.print(help)
            return 0
        }
        let options = try usage { () throws(UsageError) in try InspectOptions(parsed) }
        let inspector = try options.open()
        let totals = try store(options.directory) { () throws(StoreError) in
            try inspector.statistics(project: options.query.project)
        }
        let rows: [(StaticString, String, Int64)] = [
            ("issues", "issues", totals.issues),
            ("events", "events", totals.events),
            ("relay_findings", "values redacted by the relay", totals.findings),
            ("duplicates", "duplicates", totals.duplicates),
            ("dropped", "dropped", totals.dropped),
            ("raw_bytes", "bytes of documents", totals.rawBytes),
            ("stored_bytes", "bytes compressed", totals.storedBytes),
            ("file_bytes", "bytes of the file", totals.fileBytes),
        ]
        if options.isJSON {
            io.print(
                JSONLine.object { line in
                    for (name, _, value) in rows { line.add(name, value) }
                }
            )
            return 0
        }
        var table = TextTable([.init(title: ""), .init(title: "", isNumeric: true)])
        for (_, name, value) in rows { table.add([name, String(value)]) }
        io.print(table.render(heading: false, style: io.style))
        return 0
    }
}
