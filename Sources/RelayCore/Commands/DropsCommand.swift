/// `telemetry-relay drops`: what did not get in, and why.
enum DropsCommand: ListCommand {
    static let name = "drops"
    static let help =
        """
        usage: telemetry-relay drops [--data DIR] [--project N] [--limit N] [--json]

        Counts what was not stored, by reason: dropped by this relay, or by a client as its reports say. A second table has
        what was left out of checkout events that were stored, by SDK and version: what this relay does not know, and
        what its own pass took.


        """ + InspectOptions.help

    static func list(_ inspector: any Inspector, _ options: InspectOptions, _ io: CommandIO) throws(StoreError) {
        let outcomes = try inspector.outcomes(options.query)
        let anomalies = try inspector.checkoutAnomalies(options.query)
        if options.isJSON {
            for outcome in outcomes { io.print(line(outcome)) }
            for anomaly in anomalies { io.print(line(anomaly)) }
            return
        }
        io.print(outcomes.isEmpty ? "nothing was dropped\n" : table(outcomes, io))
        if !anomalies.isEmpty { io.print("\n" + table(anomalies, io)) }
    }

    private static func table(_ anomalies: [CheckoutAnomalySummary], _ io: CommandIO) -> String {
        var table = TextTable([
            .init(title: "LEFT OUT"), .init(title: "RULE"), .init(title: "SDK"), .init(title: "VERSION", limit: 40),
            .init(title: "PROJECT", isNumeric: true), .init(title: "COUNT", isNumeric: true),
        ])
        for anomaly in anomalies {
            table.add([
                anomaly.kind, anomaly.rule, anomaly.sdk, anomaly.version, anomaly.project.description,
                String(anomaly.quantity),
            ])
        }
        return table.render(heading: true, style: io.style)
    }

    private static func table(_ outcomes: [OutcomeSummary], _ io: CommandIO) -> String {
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
        return table.render(heading: true, style: io.style)
    }

    private static func source(_ outcome: OutcomeSummary) -> String {
        outcome.source == .relay ? "relay" : "client"
    }

    private static func line(_ anomaly: CheckoutAnomalySummary) -> JSONLine {
        .object { line in
            line.add("project", anomaly.project.rawValue)
            line.add("source", "relay")
            line.add("reason", anomaly.kind)
            line.add("category", "checkout_event")
            line.add("quantity", anomaly.quantity)
            line.add("rule", anomaly.rule.isEmpty ? nil : anomaly.rule)
            line.add("sdk", anomaly.sdk)
            line.add("version", anomaly.version)
        }
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
