internal import TelemetryWire

/// `telemetry-relay compare`: two releases side by side.
enum CompareCommand: RelayCommand {
    static let name = "compare"
    static let help =
        """
        usage: telemetry-relay compare A B [--sdk NAME] [--min-cell N] [--data DIR] [--project N] [--json]

        Compares the rates of two releases, as in glomo@1.0.0 glomo@1.1.0, or 1.0.0 1.1.0 with --sdk glomo. Each rate
        comes with how many checkouts it is of and its 95 % interval (Wilson). Where the intervals overlap, the difference
        may be chance; with fewer than 30 checkouts on a side nothing is said.

          --sdk NAME      the SDK of both
          --min-cell N    hide counts below N

        """ + InspectOptions.help

    static var syntax: CommandSyntax {
        var syntax = InspectOptions.syntax
        syntax.values.formUnion(["--sdk", "--min-cell"])
        syntax.positionals = 2...2
        return syntax
    }

    static func perform(_ arguments: CommandArguments, _ io: CommandIO) throws(CommandError) -> Int32 {
        let options = try usage { () throws(UsageError) in try InspectOptions(arguments) }
        let minimum = try usage { () throws(UsageError) in try arguments.number("--min-cell", minimum: 0) } ?? 0
        let one = try release(arguments.positionals[0], arguments)
        let other = try release(arguments.positionals[1], arguments)
        guard one != other else { throw .usage(UsageError("A and B are the same release")) }
        let inspector = try options.open()
        let groups = try store(options.directory) { () throws(StoreError) in
            try inspector.funnel(project: options.query.project, now: CommandClock.now)
        }
        for name in [one, other] where !groups.contains(where: { name.names($0.group) && $0[.flows].n > 0 }) {
            throw .failure(CommandFailure("no checkouts of \(name.text)"))
        }
        let comparisons = ReleaseComparison.all(groups, one, other, minimum: minimum)
        if options.isJSON {
            for comparison in comparisons {
                for row in comparison.rows { io.print(line(row, comparison, one, other)) }
                io.print(readyLine(comparison, one, other))
            }
            return 0
        }
        io.print(header(one, other))
        for comparison in comparisons { io.print(render(comparison, one, other, io.style)) }
        return 0
    }

    private static func release(
        _ text: String,
        _ arguments: CommandArguments
    ) throws(CommandError) -> ReleaseName {
        guard let name = ReleaseName(text, sdk: arguments.value("--sdk")) else {
            throw .usage(UsageError("\(text) is no release (glomo@1.0.0, or a version with --sdk)"))
        }
        return name
    }

    private static func header(_ one: ReleaseName, _ other: ReleaseName) -> String {
        guard one.sdk == other.sdk else { return "" }
        let isInOrder = SemanticVersion(one.version) < SemanticVersion(other.version)
        return isInOrder ? "" : "\(one.text) is the later release of the two\n"
    }

    private static func render(
        _ comparison: ReleaseComparison,
        _ one: ReleaseName,
        _ other: ReleaseName,
        _ style: TerminalStyle
    ) -> String {
        var table = TextTable([
            .init(title: "RATE"), .init(title: "OF"), .init(title: one.text, isNumeric: true),
            .init(title: "N", isNumeric: true), .init(title: "95 %"), .init(title: other.text, isNumeric: true),
            .init(title: "N", isNumeric: true), .init(title: "95 %"), .init(title: ""),
        ])
        for row in comparison.rows {
            table.add(
                ["\(row.rate.name)", "\(row.rate.among)"] + cells(row.one, comparison.one.text(row.rate))
                    + cells(row.other, comparison.other.text(row.rate)) + [row.verdict.text]
            )
        }
        for (name, permille) in [("ready p50", Int64(500)), ("ready p95", 950)] {
            table.add([
                name, "measured", comparison.one.readyText(permille), comparison.one.text(.readyMeasured),
                "censored " + comparison.one.text(.readyCensored), comparison.other.readyText(permille),
                comparison.other.text(.readyMeasured), "censored " + comparison.other.text(.readyCensored), "",
            ])
        }
        let place = "project \(comparison.project), \(comparison.environment ?? "no environment")"
        return style.bold(place) + "\n" + table.render(heading: true, indent: "  ", style: style)
    }

    private static func cells(_ interval: WilsonInterval?, _ rate: String) -> [String] {
        guard let interval, interval.rate != nil else { return [rate, "", ""] }
        let range = FunnelCells.percent(interval.low) + " … " + FunnelCells.percent(interval.high)
        return [rate, String(interval.of), range]
    }

    private static func line(
        _ row: ReleaseComparison.Row,
        _ comparison: ReleaseComparison,
        _ one: ReleaseName,
        _ other: ReleaseName
    ) -> JSONLine {
        .object { line in
            line.add("project", comparison.project.rawValue)
            line.add("environment", comparison.environment)
            line.add("rate", "\(row.rate.name)")
            line.add("of", "\(row.rate.among)")
            let sides = [(one, row.one, comparison.one), (other, row.other, comparison.other)]
            line.add(
                "releases",
                sides.map { name, interval, cells in
                    .object { side in
                        side.add("release", name.text)
                        side.add("numerator", interval?.n)
                        side.add("denominator", interval?.of)
                        side.add("rate", decimal: cells.rate(row.rate))
                        side.add("low", decimal: interval?.rate == nil ? nil : interval?.low)
                        side.add("high", decimal: interval?.rate == nil ? nil : interval?.high)
                    }
                }
            )
            line.add("verdict", row.verdict.rawValue)
        }
    }

    private static func readyLine(
        _ comparison: ReleaseComparison,
        _ one: ReleaseName,
        _ other: ReleaseName
    ) -> JSONLine {
        .object { line in
            line.add("project", comparison.project.rawValue)
            line.add("environment", comparison.environment)
            line.add("rate", "time_to_ready")
            line.add(
                "releases",
                [(one, comparison.one), (other, comparison.other)].map { name, cells in
                    .object { side in
                        side.add("release", name.text)
                        side.add("n", cells.count(.readyMeasured))
                        side.add("censored", cells.count(.readyCensored))
                        side.add("p50_ms", cells.ready(500))
                        side.add("p95_ms", cells.ready(950))
                    }
                }
            )
        }
    }
}
