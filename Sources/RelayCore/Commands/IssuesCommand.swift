internal import TelemetryWire

/// `telemetry-relay issues`: what went wrong, the most recent first.
enum IssuesCommand: RelayCommand {
    static let name = "issues"
    static let help =
        """
        usage: telemetry-relay issues [--data DIR] [--project N] [--limit N] [--json]

        Lists issues, the most recently seen first.


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
        let issues = try store(options.directory) { () throws(StoreError) in try inspector.issues(options.query) }
        if options.isJSON {
            for issue in issues { io.print(line(issue)) }
            return 0
        }
        guard !issues.isEmpty else {
            io.print("no issues\n")
            return 0
        }
        var table = TextTable([
            .init(title: "ISSUE"), .init(title: "LEVEL"), .init(title: "STATE"),
            .init(title: "EVENTS", isNumeric: true), .init(title: "LAST SEEN (UTC)"),
            .init(title: "RELEASE", limit: 24),
            .init(title: "TITLE", limit: 90), .init(title: "WHERE", limit: 50),
        ])
        for issue in issues {
            table.add([
                issue.id.description, "\(issue.level.name)", issue.state.name, String(issue.events),
                TimeText.short(issue.lastSeen), issue.lastRelease ?? "", issue.title, issue.culprit ?? "",
            ])
        }
        io.print(table.render(heading: true, style: io.style))
        return 0
    }

    private static func line(_ issue: IssueSummary) -> JSONLine {
        .object { line in
            line.add("issue", issue.id.description)
            line.add("project", issue.project.rawValue)
            line.add("state", issue.state.name)
            line.add("level", "\(issue.level.name)")
            line.add("title", issue.title)
            line.add("type", issue.type)
            line.add("message", issue.message)
            line.add("culprit", issue.culprit)
            line.add("events", issue.events)
            line.add("first_seen", TimeText.full(issue.firstSeen))
            line.add("last_seen", TimeText.full(issue.lastSeen))
            line.add("first_release", issue.firstRelease)
            line.add("last_release", issue.lastRelease)
        }
    }
}
