internal import TelemetryWire

/// `telemetry-relay issues`: what went wrong, the most recent first.
enum IssuesCommand: ListCommand {
    static let name = "issues"
    static let help =
        """
        usage: telemetry-relay issues [--data DIR] [--project N] [--limit N] [--json]

        Lists issues, the most recently seen first.


        """ + InspectOptions.help

    static func list(_ inspector: any Inspector, _ options: InspectOptions, _ io: CommandIO) throws(StoreError) {
        let issues = try inspector.issues(options.query)
        if options.isJSON {
            for issue in issues { io.print(line(issue)) }
            return
        }
        guard !issues.isEmpty else {
            io.print("no issues\n")
            return
        }
        var table = TextTable([
            .init(title: "ISSUE"), .init(title: "LEVEL"), .init(title: "STATE"),
            .init(title: "EVENTS", isNumeric: true), .init(title: "LAST SEEN (UTC)"),
            .init(title: "RELEASE", limit: 24), .init(title: "ENVIRONMENT", limit: 16),
            .init(title: "TITLE", limit: 90), .init(title: "WHERE", limit: 50),
        ])
        for issue in issues {
            table.add([
                issue.id.description, "\(issue.level.name)", issue.state.name, String(issue.events),
                TimeText.short(issue.lastSeen), issue.lastRelease ?? "", issue.environment ?? "", issue.title,
                issue.culprit ?? "",
            ])
        }
        io.print(table.render(heading: true, style: io.style))
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
            line.add("environment", issue.environment)
        }
    }
}
