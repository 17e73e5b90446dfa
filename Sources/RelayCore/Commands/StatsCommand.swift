/// `telemetry-relay stats`: how much is stored.
enum StatsCommand: ListCommand {
    static let name = "stats"
    static let help =
        """
        usage: telemetry-relay stats [--data DIR] [--project N] [--json]

        Totals: issues, events, checkouts, redactions, what was dropped, and bytes on disk.


        """ + InspectOptions.help

    static func list(_ inspector: any Inspector, _ options: InspectOptions, _ io: CommandIO) throws(StoreError) {
        let totals = try inspector.statistics(project: options.query.project)
        let rows: [(StaticString, String, Int64)] = [
            ("issues", "issues", totals.issues),
            ("events", "events", totals.events),
            ("flows", "checkouts", totals.flows),
            ("checkout_events", "checkout events", totals.checkoutEvents),
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
            return
        }
        var table = TextTable([.init(title: ""), .init(title: "", isNumeric: true)])
        for (_, name, value) in rows { table.add([name, String(value)]) }
        io.print(table.render(heading: false, style: io.style))
    }
}
