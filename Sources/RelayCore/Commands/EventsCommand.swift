internal import TelemetryWire

/// `telemetry-relay events`: what was stored, the most recent first.
enum EventsCommand: RelayCommand {
    static let name = "events"
    static let help =
        """
        usage: telemetry-relay events [--issue ID] [--data DIR] [--project N] [--limit N] [--json]

        Lists events, the most recently stored first.

          --issue ID      only this issue's, as in CHECKOUT-41

        """ + InspectOptions.help

    /// Rows of one piece of a table: a listing of everything needs no more memory than one of these.
    private static let piece = 500

    static var syntax: CommandSyntax {
        var syntax = InspectOptions.syntax
        syntax.values.insert("--issue")
        return syntax
    }

    static func perform(_ arguments: CommandArguments, _ io: CommandIO) throws(CommandError) -> Int32 {
        let options = try usage { () throws(UsageError) in try InspectOptions(arguments) }
        var issue: ShortID?
        if let text = arguments.value("--issue") {
            guard let id = ShortID(text) else {
                throw .usage(UsageError("--issue wants a short id, as in CHECKOUT-41"))
            }
            issue = id
        }
        let inspector = try options.open()
        if let issue, try store(options.directory, { () throws(StoreError) in try inspector.issue(issue) }) == nil {
            throw .failure(CommandFailure("no issue \(issue)"))
        }
        var count = 0
        var table = TextTable([
            .init(title: "EVENT"), .init(title: "ISSUE"), .init(title: "LEVEL"), .init(title: "TIME (UTC)"),
            .init(title: "RELAY HITS", isNumeric: true), .init(title: "RELEASE", limit: 24),
            .init(title: "TITLE", limit: 90),
        ])
        try store(options.directory) { () throws(StoreError) in
            try inspector.forEachEvent(options.query, issue: issue) { event in
                count += 1
                if options.isJSON {
                    io.print(JSONLine.object { fields(of: event, &$0) })
                } else {
                    table.add([
                        event.id.description, event.issue.description, "\(event.level.name)",
                        TimeText.short(event.timestamp), String(event.findings), event.release ?? "", event.title,
                    ])
                    if table.count == piece {
                        io.print(table.render(heading: count == piece, style: io.style))
                    }
                }
                return !io.hasFailed
            }
        }
        guard !options.isJSON else { return 0 }
        io.print(count == 0 ? "no events\n" : table.render(heading: count < piece, style: io.style))
        return 0
    }

    /// What `events` and `show` say of an event in `--json`.
    static func fields(of event: EventSummary, _ line: inout JSONLine) {
        line.add("event_id", event.id.description)
        line.add("issue", event.issue.description)
        line.add("project", event.project.rawValue)
        line.add("kind", event.kindName)
        line.add("level", "\(event.level.name)")
        line.add("timestamp", TimeText.full(event.timestamp))
        line.add("received_at", TimeText.full(event.receivedAt))
        line.add("title", event.title)
        line.add("type", event.type)
        line.add("message", event.message)
        line.add("culprit", event.culprit)
        line.add("release", event.release)
        line.add("environment", event.environment)
        line.add("platform", event.platform)
        line.add("logger", event.logger)
        line.add("sdk_name", event.sdkName)
        line.add("sdk_version", event.sdkVersion)
        line.add("relay_findings", event.findings)
    }
}
