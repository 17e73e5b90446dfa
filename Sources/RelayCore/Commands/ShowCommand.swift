internal import TelemetryWire

/// `telemetry-relay show`: one event, and what was redacted in it.
enum ShowCommand: RelayCommand {
    static let name = "show"
    static let help =
        """
        usage: telemetry-relay show ID [--data DIR] [--project N] [--json]

        Shows one event: by its id (32 hexadecimal digits or a UUID), or an issue's latest by its short id
        (CHECKOUT-41). The section "redacted" says what was taken out, where, by which rule and why. A checkout is
        shown by flow:ID, from its first event to its last; what a process sent outside of any, by flow:SESSION.


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
            return try showFlow(String(text.dropFirst(5)), options, io)
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

    private static func showFlow(
        _ text: String,
        _ options: InspectOptions,
        _ io: CommandIO
    ) throws(CommandError) -> Int32 {
        guard let id = EventID(text) else {
            throw .usage(UsageError("flow:\(text) is no flow id (32 hexadecimal digits or a UUID)"))
        }
        let inspector = try options.open()
        let flows = try store(options.directory) { () throws(StoreError) in
            try inspector.flows(id, project: options.query.project, now: CommandClock.now)
        }
        guard let flow = flows.first else { throw .failure(CommandFailure("no flow \(text)")) }
        let others = flows.dropFirst().map(\.summary.group.project).filter { $0 != flow.summary.group.project }
        if !others.isEmpty {
            let names = others.map(\.description).joined(separator: ", ")
            io.complain("telemetry-relay show: also stored in project \(names) (--project N)")
        }
        if options.isJSON {
            io.print(line(flow))
        } else {
            io.print(FlowReport.render(flow, style: io.style))
        }
        return 0
    }

    private static func line(_ flow: StoredFlow) -> JSONLine {
        .object { line in
            FlowsCommand.fields(of: flow.summary, &line)
            line.add(
                "entries",
                flow.entries.map { entry in
                    var json = ContiguousArray<UInt8>()
                    entry.event.append(to: &json)
                    return .object { line in
                        line.add("sequence", entry.sequence)
                        line.add("received_at", TimeText.full(entry.receivedAt))
                        line.add("event", document: Array(json))
                    }
                }
            )
        }
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
