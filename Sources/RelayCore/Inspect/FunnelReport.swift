/// A funnel as tables: stages, outcomes, readiness and errors, and how complete the figures are.
enum FunnelReport {
    /// Renders the groups.
    static func render(_ groups: [FunnelCells], style: TerminalStyle) -> String {
        let isManyProjects = Set(groups.map(\.group.group.project)).count > 1
        var text = ""
        for (index, part) in [stages, outcomes, readiness, integrity].enumerated() {
            if index > 0 { text += "\n" }
            text += style.bold(part.title) + "\n"
            var table = TextTable(
                labels(isManyProjects) + part.columns.map { .init(title: $0.title, isNumeric: true) }
            )
            for cells in groups {
                table.add(label(cells.group.group, isManyProjects) + part.columns.map { $0.cell(cells) })
            }
            text += table.render(heading: true, indent: "  ", style: style)
        }
        if groups.contains(where: { $0.group[.flows].weight != $0.group[.flows].n * CheckoutEntry.unit }) {
            text += "\nCounts are corrected for what clients sampled out; SEEN is what arrived.\n"
        }
        return text
    }

    private struct Column {
        var title: String
        var cell: (FunnelCells) -> String
    }

    private struct Part {
        var title: String
        var columns: [Column]
    }

    private static func count(_ title: String, _ counter: FlowCounter) -> Column {
        Column(title: title) { $0.text(counter) }
    }

    private static func rates(_ title: String, _ name: String) -> Column {
        let rate = FunnelRate.all.first { "\($0.name)" == name }
        return Column(title: title) { cells in rate.map { cells.text($0) } ?? "" }
    }

    private static var stages: Part {
        Part(
            title: "stages",
            columns: [
                Column(title: "SEEN") { $0.isHidden(.flows) ? "<\($0.minimum)" : String($0.group[.flows].n) },
                count("FLOWS", .flows), count("STARTED", .started), count("PRESENTED", .presented),
                rates("OPEN", "open"), count("READY", .ready), rates("OF PRES.", "ready"),
                count("ATTEMPT", .attempted), rates("OF READY", "attempt"), count("READY ?", .attemptedReadyUnknown),
                count("ACTION", .actionRequired), count("ENDED", .ended), count("COMPLETED", .completed),
                rates("OF PRES.", "completion"), rates("OF ATT.", "completion_of_attempted"),
            ]
        )
    }

    private static var outcomes: Part {
        Part(
            title: "outcomes (of presented; not opened of started)",
            columns: [
                count("COMPLETED", .completed),
                count("CONFIRMED", .completedConfirmed),
                count("FAILED", .failed), rates("", "failure"), count("CANCELLED", .cancelled), rates("", "cancel"),
                count("PENDING", .pending), rates("", "pending"), count("EXPIRED", .expired), rates("", "expired"),
                count("JOURNEY", .journeySubmitted), count("TERMINATED", .terminated),
                count("NOT OPENED", .notOpened), rates("", "not_opened"), count("ABANDONED", .abandoned),
                count("PROVISIONAL", .abandonedProvisional), rates("", "abandoned_provisional"),
            ]
        )
    }

    private static var readiness: Part {
        Part(
            title: "readiness and errors",
            columns: [
                Column(title: "P50") { $0.readyText(500) }, Column(title: "P95") { $0.readyText(950) },
                count("N", .readyMeasured), count("CENSORED", .readyCensored), count("SLOW", .slow),
                rates("", "slow"), count("THEN READY", .slowThenReady), count("THEN LEFT", .slowThenLeft),
                count("WITH ERROR", .withError), rates("", "error"), count("ATTEMPTS", .attempts),
                count("FAILED", .attemptsFailed), rates("", "attempt_failure"), count("DEV. CHECKS", .deviceChecked),
                count("FORBIDDEN", .deviceForbidden),
            ]
        )
    }

    private static var integrity: Part {
        Part(
            title: "integrity (events)",
            columns: [
                count("EVENTS", .entries), count("LOST", .lost), count("LATE", .late),
                count("DUPLICATES", .duplicates), count("CONFLICTS", .conflicts),
                count("TERMINAL DUPLICATES", .terminalDuplicates),
            ]
        )
    }

    /// The columns that name a group.
    static func labels(_ isManyProjects: Bool) -> [TextTable.Column] {
        (isManyProjects ? [.init(title: "PROJECT", isNumeric: true)] : []) + [
            .init(title: "ENVIRONMENT"), .init(title: "RELEASE", limit: 40), .init(title: "WRAPPER"),
            .init(title: "KIND"),
        ]
    }

    /// A group's name, in those columns.
    static func label(_ group: FlowGroup, _ isManyProjects: Bool) -> [String] {
        (isManyProjects ? [group.project.description] : []) + [
            group.environment ?? "-", group.release, group.wrapper ?? "-", group.kind ?? "-",
        ]
    }
}
