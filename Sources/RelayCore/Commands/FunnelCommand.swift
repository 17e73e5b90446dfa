/// `telemetry-relay funnel`: how far checkouts came, by release.
enum FunnelCommand: RelayCommand {
    static let name = "funnel"
    static let help =
        """
        usage: telemetry-relay funnel [--min-cell N] [--data DIR] [--project N] [--limit N] [--json]

        Shows how far checkouts came, by environment, SDK, version, wrapper and kind: stages, outcomes, time to ready and
        slow starts, and how complete the figures are. Rates are of checkouts, not of events. Where clients sampled,
        counts are corrected. n/a: the SDK does not report it.

          --min-cell N    hide counts below N

        """ + InspectOptions.help

    static var syntax: CommandSyntax {
        var syntax = InspectOptions.syntax
        syntax.values.insert("--min-cell")
        return syntax
    }

    static func perform(_ arguments: CommandArguments, _ io: CommandIO) throws(CommandError) -> Int32 {
        let options = try usage { () throws(UsageError) in try InspectOptions(arguments) }
        let minimum = try usage { () throws(UsageError) in try arguments.number("--min-cell", minimum: 0) } ?? 0
        let inspector = try options.open()
        let groups = try store(options.directory) { () throws(StoreError) in
            try inspector.funnel(project: options.query.project, now: CommandClock.now)
        }
        let shown = groups.filter { $0[.flows].n > 0 }.sorted { FlowGroup.isBefore($0.group, $1.group) }
            .prefix(options.query.limit ?? Int.max).map { FunnelCells(group: $0, minimum: minimum) }
        if options.isJSON {
            for cells in shown { io.print(line(cells)) }
        } else if shown.isEmpty {
            io.print("no checkouts\n")
        } else {
            io.print(FunnelReport.render(shown, style: io.style))
        }
        return 0
    }

    private static func line(_ cells: FunnelCells) -> JSONLine {
        let group = cells.group.group
        return .object { line in
            fields(of: group, &line)
            line.add("seen", cells.isHidden(.flows) ? nil : cells.group[.flows].n)
            for counter in FlowCounter.allCases {
                if let name = counter.name { line.add(name, cells.count(counter)) }
            }
            line.add("ready_p50_ms", cells.ready(500))
            line.add("ready_p95_ms", cells.ready(950))
            line.add("ready_exact", cells.group.isExact)
            line.add(
                "rates",
                FunnelRate.all.map { rate in
                    let interval = cells.interval(rate)
                    return .object { object in
                        object.add("name", "\(rate.name)")
                        object.add("of", "\(rate.among)")
                        object.add("numerator", interval?.n)
                        object.add("denominator", interval?.of)
                        object.add("rate", decimal: cells.rate(rate))
                    }
                }
            )
        }
    }

    /// What every figure of a group says of the group.
    static func fields(of group: FlowGroup, _ line: inout JSONLine) {
        line.add("project", group.project.rawValue)
        line.add("environment", group.environment)
        line.add("sdk", group.sdk)
        line.add("version", group.version)
        line.add("wrapper", group.wrapper)
        line.add("kind", group.kind)
    }
}
