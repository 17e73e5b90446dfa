/// `telemetry-relay drops`: what did not get in, and why.
enum DropsCommand: ListCommand {
    static let name = "drops"
    static let help =
        """
        usage: telemetry-relay drops [--data DIR] [--project N] [--limit N] [--json]

        Counts what was not stored, by reason: dropped by this relay, or by a client as its reports say.


        """ + InspectOptions.help

    static func list(_ inspector: any Inspector, _ options: InspectOptions, _ io: CommandIO) throws(StoreError) {
        let outcomes = try inspector.outcomes(options.query)
        if options.isJSON {
            for outcome in outcomes { io.print(line(outcome)) }
            return
        }
        guard !outcomes.isEmpty else {
            io.print("nothing was dropped\n")
            return
        }
        var table = TextTable([
            .init(title: "REASON"), .init(title: "CATEGORY"), .init(title: "BY"),
            .init(title: "PROJECT", isNumeric: true),
            .init(title: "COUNT", isNumeric: true), .init(title: "FIRST HOUR (UTC)"), .init(title: "LAST HOUR (UTC)"),
        ])
        for outcome in outcomes {
            table.add([
                outcome.reason, outcome.category, source(outcome), outcome.project.description,
                String(outcome.quantity), TimeText.short(outcome.firstHour), TimeText.short(outcome.lastHour),
            ])
        }
        io.print(table.render(heading: true, style: io.style))
    }

    private static func source(_ outcome: OutcomeSummary) -> String {
        outcome.source == .relay ? "relay" : "client"
    }

    private static func line(_ outcome: OutcomeSummary) -> JSONLine {
        .object { line in
            line.add("project", outcome.project.rawValue)
            line.add("source", source(outcome))
            line.add("reason", outcome.reason)
            line.add("category", outcome.category)
            line.add("quantity", outcome.quantity)
            line.add("first_hour", TimeText.full(outcome.firstHour))
            line.add("last_hour", TimeText.full(outcome.lastHour))
        }
    }
}
