internal import TelemetryWire

/// `telemetry-relay flows`: checkouts, the most recently begun first.
enum FlowsCommand: RelayCommand {
    static let name = "flows"
    static let help =
        """
        usage: telemetry-relay flows [--sdk NAME] [--release VERSION] [--state STATE] [--data DIR] [--project N]
                                     [--limit N] [--json]

        Lists checkouts, the most recently begun first: what they reached, how they ended, and what is missing of them.
        show flow:ID tells one from its first event to its last.

          --sdk NAME         only this SDK's
          --release VERSION  only this version's
          --state STATE      only those that are open, abandoned, abandoned_provisional, or ended so (completed, …)

        """ + InspectOptions.help

    /// Rows of one piece of a table.
    private static let piece = 500

    static var syntax: CommandSyntax {
        var syntax = InspectOptions.syntax
        syntax.values.formUnion(["--sdk", "--release", "--state"])
        return syntax
    }

    static func perform(_ arguments: CommandArguments, _ io: CommandIO) throws(CommandError) -> Int32 {
        let options = try usage { () throws(UsageError) in try InspectOptions(arguments) }
        var filter = FlowFilter()
        filter.sdk = arguments.value("--sdk")
        filter.version = arguments.value("--release")
        filter.state = arguments.value("--state")
        if let state = filter.state, !states.contains(state) {
            throw .usage(UsageError("--state wants one of \(states.joined(separator: ", "))"))
        }
        let inspector = try options.open()
        var count = 0
        var table = TextTable([
            .init(title: "FLOW"), .init(title: "LAST (UTC)"), .init(title: "ENVIRONMENT"),
            .init(title: "RELEASE", limit: 40), .init(title: "KIND"), .init(title: "REACHED"), .init(title: "STATE"),
            .init(title: "READY", isNumeric: true), .init(title: "ATTEMPTS", isNumeric: true),
            .init(title: "ERRORS", isNumeric: true), .init(title: "EVENTS", isNumeric: true),
            .init(title: "LOST", isNumeric: true), .init(title: "LATE", isNumeric: true),
        ])
        try store(options.directory) { () throws(StoreError) in
            try inspector.forEachFlow(options.query, filter, now: CommandClock.now) { flow in
                count += 1
                if options.isJSON {
                    io.print(JSONLine.object { fields(of: flow, &$0) })
                } else {
                    table.add(cells(flow))
                    if table.count == piece { io.print(table.render(heading: count == piece, style: io.style)) }
                }
                return !io.hasFailed
            }
        }
        guard !options.isJSON else { return 0 }
        io.print(count == 0 ? "no checkouts\n" : table.render(heading: count < piece, style: io.style))
        return 0
    }

    private static let states =
        CheckoutOutcome.allCases.map(\.rawValue) + ["open", "abandoned", "abandoned_provisional"]

    private static func cells(_ flow: FlowSummary) -> [String] {
        let sdk = flow.group.reporter
        return [
            flow.key.id.description, TimeText.short(flow.lastAt), flow.group.environment ?? "-", flow.group.release,
            flow.group.kind ?? "-", flow.stages.name, flow.state,
            sdk.reportsReady ? flow.readyMilliseconds.map(FunnelCells.seconds) ?? "-" : FunnelCells.notReported,
            sdk.reportsAttempts ? String(flow.attempts) : FunnelCells.notReported, String(flow.errors),
            String(flow.entries), String(flow.lost), String(flow.late),
        ]
    }

    /// What `flows` and `show` say of a checkout in `--json`.
    static func fields(of flow: FlowSummary, _ line: inout JSONLine) {
        let sdk = flow.group.reporter
        line.add(flow.key.isSession ? "session_id" : "flow_id", flow.key.id.description)
        FunnelCommand.fields(of: flow.group, &line)
        line.add("first", TimeText.full(flow.firstAt))
        line.add("last", TimeText.full(flow.lastAt))
        line.add("reached", flow.stages.name)
        line.add("state", flow.key.isSession ? nil : flow.state)
        line.add("outcome", flow.outcome?.rawValue)
        line.add("certainty", flow.certainty?.rawValue)
        line.add("ready_ms", flow.readyMilliseconds)
        line.add("attempts", sdk.reportsAttempts ? flow.attempts : nil)
        line.add("attempts_failed", sdk.reportsAttempts ? flow.failedAttempts : nil)
        line.add("errors", flow.errors)
        line.add("events", flow.entries)
        line.add("lost_events", flow.lost)
        line.add("late", flow.late)
        line.add("duplicates", flow.duplicates)
        line.add("conflicts", flow.conflicts)
        line.add("terminal_duplicates", flow.terminalDuplicates)
        line.add("stands_for", decimal: Double(flow.weight) / Double(CheckoutEntry.unit))
    }
}
