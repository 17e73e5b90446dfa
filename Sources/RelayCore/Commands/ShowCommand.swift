internal import TelemetryWire

/// `telemetry-relay show`: one event, and what was redacted in it.
enum ShowCommand: RelayCommand {
    static let name = "show"
    static let help =
        """
        usage: telemetry-relay show ID [--data DIR] [--project N] [--json]

        Shows one event: by its id (32 hexadecimal digits or a UUID), or an issue's latest by its short id
        (CHECKOUT-41). The section "redacted" says what was taken out, where, by which rule and why.


        """ + InspectOptions.help

    static var syntax: CommandSyntax {
        var syntax = InspectOptions.syntax
        syntax.positionals = 1...1
        return syntax
    }

    static func perform(_ arguments: CommandArguments, _ io: CommandIO) throws(CommandError) -> Int32 {
        let options = try usage { () throws(UsageError) in try InspectOptions(arguments) }
        let text = arguments.positionals[0]
        let event: StoredEvent?
        if let id = EventID(text) {
            let inspector = try options.open()
            event = try store(options.directory) { () throws(StoreError) in
                try inspector.event(id, project: options.query.project)
            }
            if options.query.project == nil {
                let others = try store(options.directory) { () throws(StoreError) in
                    try inspector.projects(holding: id).dropFirst()
                }
                if !others.isEmpty {
                    let names = others.map(\.description).joined(separator: ", ")
                    io.complain("telemetry-relay show: also stored in project \(names) (--project N)")
                }
            }
        } else if let issue = ShortID(text) {
            let inspector = try options.open()
            event = try store(options.directory) { () throws(StoreError) in try inspector.latestEvent(of: issue) }
        } else if text.hasPrefix("flow:") {
            _ = try options.open()
            throw .failure(CommandFailure("no flow \(text.dropFirst(5))"))
        } else {
            throw .usage(UsageError("\(text) is no event id (32 hexadecimal digits or a UUID) and no short id"))
        }
        guard let event else { throw .failure(CommandFailure("nothing is stored as \(text)")) }
        if options.isJSON {
            io.print(line(event))
        } else {
            io.print(EventReport.render(event, style: io.style))
        }
        return 0
    }

    private static func line(_ event: StoredEvent) -> JSONLine {
        let document = JSONTree(event.payload)
        let redactions = Redaction.all(of: event, document: document)
        return .object { line in
            EventsCommand.fields(of: event.summary, &line)
            // Bytes that are no JSON would break the line; they are not there unless the file was tampered with.
            if document != nil { line.add("event", document: event.payload) } else { line.add("event", String?.none) }
            line.add(
                "findings",
                redactions.map { redaction in
                    .object { line in
                        line.add("path", redaction.path)
                        line.add("rule", redaction.rule)
                        line.add("what", redaction.what)
                        line.add("class", redaction.dataClass)
                        line.add("method", redaction.method)
                        line.add("range", [redaction.range.lowerBound, redaction.range.upperBound])
                        line.add("evidence", redaction.evidence)
                        line.add("stage", redaction.stage)
                        line.add("policy_version", redaction.policyVersion)
                    }
                }
            )
        }
    }
}
