internal import TelemetryWire

/// One checkout for people: how it stands, and its events from the first to the last, gaps included.
enum FlowReport {
    /// Renders a checkout.
    static func render(_ flow: StoredFlow, style: TerminalStyle) -> String {
        let summary = flow.summary
        let title = summary.key.isSession ? "session" : "flow"
        var text = style.bold("\(title) \(summary.key.id)  \(summary.key.isSession ? "" : summary.state)") + "\n\n"
        var rows: [(String, String)] = [
            ("project", summary.group.project.description), ("release", summary.group.release),
            ("environment", summary.group.environment ?? "-"), ("wrapper", summary.group.wrapper ?? "-"),
            ("kind", summary.group.kind ?? "-"), ("first", TimeText.full(summary.firstAt)),
            ("last", TimeText.full(summary.lastAt)),
        ]
        for (name, value) in sender(flow) { rows.append((name, value)) }
        if let certainty = summary.certainty { rows.append(("certainty", certainty.rawValue)) }
        if let ready = summary.readyMilliseconds { rows.append(("ready after", FunnelCells.seconds(ready))) }
        if summary.weight != CheckoutEntry.unit {
            let hundredths = (summary.weight + CheckoutEntry.unit / 200) * 100 / CheckoutEntry.unit
            let rest = hundredths % 100
            rows.append(("stands for", "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) checkouts (sampled)"))
        }
        let counts = [
            ("events", summary.entries), ("lost", summary.lost), ("late", summary.late),
            ("duplicates", summary.duplicates), ("conflicts", summary.conflicts),
            ("terminal duplicates", summary.terminalDuplicates),
        ]
        rows.append(("complete", counts.map { "\($0.1) \($0.0)" }.joined(separator: ", ")))
        let width = rows.map(\.0.count).max() ?? 0
        for (name, value) in rows {
            let padding = String(repeating: " ", count: width - name.count)
            text += style.dim(name) + padding + "  " + TerminalText.escaped(value) + "\n"
        }
        return text + "\n" + timeline(flow, style)
    }

    /// What the first event says of who sent it, beside release and environment.
    private static func sender(_ flow: StoredFlow) -> [(String, String)] {
        guard let first = flow.entries.first?.event else { return [] }
        return constant.compactMap { attribute in
            first[attribute: attribute].map { (short("\(attribute.name)"), $0.text) }
        }
    }

    private static func timeline(_ flow: StoredFlow, _ style: TerminalStyle) -> String {
        var table = TextTable([
            .init(title: "#", isNumeric: true), .init(title: "TIME (UTC)"), .init(title: "ELAPSED", isNumeric: true),
            .init(title: "LEVEL"), .init(title: "EVENT"), .init(title: "WHAT", limit: 400),
        ])
        var expected: Int64 = 1
        for entry in flow.entries {
            let base = ((entry.sequence - 1) >> 20) << 20
            if base >= expected {
                table.add(["", "", "", "", "(a later process goes on)", ""])
                expected = base + 1
            }
            if entry.sequence > expected {
                table.add(["", "", "", "", "(\(entry.sequence - expected) lost)", ""])
            }
            expected = entry.sequence + 1
            let event = entry.event
            let first = flow.entries.first?.event
            let elapsed = event[.elapsed].map { FunnelCells.seconds($0.milliseconds) } ?? ""
            table.add([
                String(entry.sequence), TimeText.full(event.timestamp.milliseconds), elapsed, "\(event.level.name)",
                event.name.rawValue, details(event, first),
            ])
        }
        let rest = flow.summary.entries - Int64(flow.entries.count)
        let more = rest > 0 ? "and \(rest) more events\n" : ""
        return table.render(heading: true, style: style) + more
    }

    /// What the event says beside what the head of the report says.
    private static func details(_ event: CheckoutEvent, _ first: CheckoutEvent?) -> String {
        let shown = event.attributes.filter { attribute, value in
            !known.contains(attribute)
                && !(constant.contains(attribute) && first?[attribute: attribute] == value)
        }
        return shown.map { short("\($0.attribute.name)") + "=" + $0.value.text }.joined(separator: " ")
    }

    private static let constant: [CheckoutAttribute] = [
        .keyMode, .osName, .osVersion, .deviceModel, .serviceName, .appBuild, .orderReference,
    ]

    private static let known: Set<CheckoutAttribute> = [
        .sdkName, .sdkVersion, .sdkWrapper, .environment, .session, .flow, .sequence, .elapsed, .kind,
    ]

    private static func short(_ name: String) -> String {
        name.hasPrefix("checkout.") ? String(name.dropFirst("checkout.".count)) : name
    }
}
