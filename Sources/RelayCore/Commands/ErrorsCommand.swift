internal import TelemetryWire

/// `telemetry-relay errors`: what goes wrong in checkouts, by SDK, type and code.
enum ErrorsCommand: RelayCommand {
    static let name = "errors"
    static let help =
        """
        usage: telemetry-relay errors [--min-cell N] [--data DIR] [--project N] [--limit N] [--json]

        Counts checkouts with errors by environment, SDK, error type and the SDK's code, whatever the version, the most
        frequent first. A line without a code is for the type as a whole. Rates are of the checkouts that were presented,
        or, for errors that keep them from opening, of those that were started. That a checkout is slow is no error, and
        failed attempts are in the funnel.

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
        let errors = try store(options.directory) { () throws(StoreError) in
            try inspector.checkoutErrors(project: options.query.project)
        }
        let shown = sorted(errors.filter { $0.flows.n > 0 }).prefix(options.query.limit ?? Int.max)
            .map { ErrorCells(error: $0, minimum: minimum) }
        if options.isJSON {
            for cells in shown { io.print(line(cells)) }
            return 0
        }
        guard !shown.isEmpty else {
            io.print("no errors\n")
            return 0
        }
        let isManyProjects = Set(shown.map(\.error.project)).count > 1
        var table = TextTable(
            (isManyProjects ? [.init(title: "PROJECT", isNumeric: true)] : []) + [
                .init(title: "ENVIRONMENT"), .init(title: "SDK"), .init(title: "ERROR TYPE"), .init(title: "CODE"),
                .init(title: "FLOWS", isNumeric: true), .init(title: "EVENTS", isNumeric: true),
                .init(title: "RATE", isNumeric: true), .init(title: "OF"),
            ]
        )
        for cells in shown {
            let error = cells.error
            table.add(
                (isManyProjects ? [error.project.description] : []) + [
                    error.environment ?? "-", error.sdk, error.type, error.code ?? "", cells.flows, cells.events,
                    cells.rateText, error.isBeforeOpening ? "started" : "presented",
                ]
            )
        }
        io.print(table.render(heading: true, style: io.style))
        return 0
    }

    /// Types by how often they occur, each followed by its codes.
    private static func sorted(_ errors: [FlowErrorSummary]) -> [FlowErrorSummary] {
        func key(_ error: FlowErrorSummary) -> String {
            "\(error.project) \(error.environment ?? "") \(error.sdk) \(error.type)"
        }
        var totals: [String: Int64] = [:]
        for error in errors where error.code == nil { totals[key(error)] = error.flows.weight }
        return errors.sorted { one, other in
            let (mine, theirs) = (totals[key(one)] ?? 0, totals[key(other)] ?? 0)
            if mine != theirs { return mine > theirs }
            if key(one) != key(other) { return key(one) < key(other) }
            if (one.code == nil) != (other.code == nil) { return one.code == nil }
            if one.flows.weight != other.flows.weight { return one.flows.weight > other.flows.weight }
            return (one.code ?? "") < (other.code ?? "")
        }
    }

    private static func line(_ cells: ErrorCells) -> JSONLine {
        let error = cells.error
        return .object { line in
            line.add("project", error.project.rawValue)
            line.add("environment", error.environment)
            line.add("sdk", error.sdk)
            line.add("error_type", error.type)
            line.add("code", error.code)
            line.add("seen", cells.isHidden ? nil : error.flows.n)
            line.add("flows", cells.isHidden ? nil : error.flows.corrected)
            line.add("events", cells.isHidden ? nil : error.events.corrected)
            line.add("numerator", cells.isHidden ? nil : cells.some.n)
            line.add("denominator", cells.isHidden ? nil : cells.all.n)
            line.add("rate", decimal: cells.rate)
            line.add("of", error.isBeforeOpening ? "started" : "presented")
        }
    }
}

/// An error's figures as they are printed.
private struct ErrorCells {
    let error: FlowErrorSummary
    let minimum: Int64

    /// Whether it is too rare to be shown.
    var isHidden: Bool { error.flows.n < minimum }
    /// The checkouts of the rate.
    var some: FlowCount { error.isBeforeOpening ? error.started : error.presented }
    /// What they are among.
    var all: FlowCount { error.isBeforeOpening ? error.allStarted : error.allPresented }
    /// The rate; nil if it is hidden or of nothing.
    var rate: Double? { isHidden || all.weight <= 0 ? nil : Double(some.weight) / Double(all.weight) }

    var flows: String { isHidden ? "<\(minimum)" : String(error.flows.corrected) }
    var events: String { isHidden ? "-" : String(error.events.corrected) }
    var rateText: String { rate.map(FunnelCells.percent) ?? "-" }
}
