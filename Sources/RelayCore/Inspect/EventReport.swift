internal import TelemetryWire

/// One event for people: everything that is stored of it, in sections, and what was redacted.
struct EventReport {
    private let event: StoredEvent
    private let document: JSONTree?
    private let style: TerminalStyle
    private var text = ""

    /// Renders the event.
    static func render(_ event: StoredEvent, style: TerminalStyle) -> String {
        var report = EventReport(event: event, document: JSONTree(event.payload), style: style)
        report.header()
        report.exceptions()
        report.breadcrumbs()
        report.pairs("tags", report.tags())
        report.sections()
        report.redacted()
        return report.text
    }

    private init(event: StoredEvent, document: JSONTree?, style: TerminalStyle) {
        self.event = event
        self.document = document
        self.style = style
    }

    private mutating func header() {
        let summary = event.summary
        text += style.bold("\(summary.issue)  \(TerminalText.escaped(summary.title))") + "\n\n"
        var fields: [(String, String?)] = [
            ("event", summary.id.description),
            ("level", "\(summary.level.name)"),
            ("time", TimeText.full(summary.timestamp)),
            ("received", TimeText.full(summary.receivedAt)),
            ("where", summary.culprit),
            ("release", summary.release),
            ("environment", summary.environment),
            ("platform", summary.platform),
            ("logger", summary.logger),
            ("sdk", summary.sdkName.map { [$0, summary.sdkVersion].compactMap { $0 }.joined(separator: " ") }),
        ]
        if summary.kind != .event { fields.append(("kind", summary.kindName)) }
        // The whole message where the index holds only its beginning, or the title is the exception's.
        if let message = document?["logentry"]?["formatted"]?.text ?? document?["message"]?.text,
            message != summary.message || summary.type != nil
        {
            fields.append(("message", message))
        }
        let present = fields.compactMap { name, value in value.map { (name, $0) } }
        lines(present, indent: "")
    }

    /// The chain, outermost last as it was raised; frames with the failing call first.
    private mutating func exceptions() {
        let chain = document?["exception"]?.elements ?? []
        for exception in chain.reversed() {
            let title = [exception["type"]?.text, exception["value"]?.text].compactMap { $0 }.joined(separator: ": ")
            heading("exception")
            text += "  " + TerminalText.escaped(title)
            if let mechanism = exception["mechanism"]?["type"]?.text {
                text += style.dim("  (\(TerminalText.escaped(mechanism)))")
            }
            text += "\n"
            frames(exception["stacktrace"] ?? .null)
        }
        if chain.isEmpty, let trace = document?["stacktrace"] {
            heading("stack")
            frames(trace)
        }
        for thread in document?["threads"]?.elements ?? [] where thread["stacktrace"] != nil {
            heading("thread " + (thread["name"]?.text ?? thread["id"]?.text ?? ""))
            frames(thread["stacktrace"] ?? .null)
        }
    }

    private mutating func frames(_ trace: JSONTree) {
        for frame in (trace["frames"]?.elements ?? []).reversed() {
            let function = frame["function"]?.text ?? frame["instruction_addr"]?.text ?? "?"
            let name = [frame["module"]?.text, function].compactMap { $0 }.joined(separator: ".")
            let file = frame["filename"]?.text ?? frame["abs_path"]?.text ?? frame["package"]?.text
            let place = file.map { $0 + (frame["lineno"]?.text.map { ":" + $0 } ?? "") }
            text += "    " + TerminalText.escaped([name, place].compactMap { $0 }.joined(separator: "  "))
            if frame["in_app"] == .bool(true) { text += style.dim("  in app") }
            text += "\n"
            if let source = frame["context_line"]?.text, !source.isEmpty {
                let trimmed = source.drop { $0 == " " || $0 == "\t" }
                text += style.dim("        " + TerminalText.cut(String(trimmed), to: 160)) + "\n"
            }
            for (path, value) in frame["vars"]?.leaves ?? [] {
                text += "        " + assignment(path, value) + "\n"
            }
        }
    }

    private mutating func breadcrumbs() {
        let crumbs = document?["breadcrumbs"]?.elements ?? []
        guard !crumbs.isEmpty else { return }
        heading("breadcrumbs")
        var table = TextTable([
            .init(title: "time"), .init(title: "level"), .init(title: "category"), .init(title: "message", limit: 200),
        ])
        for crumb in crumbs {
            let data = (crumb["data"]?.leaves ?? []).map(assignment).joined(separator: " ")
            let message = [crumb["message"]?.text, data.isEmpty ? nil : data].compactMap { $0 }
            table.add([
                time(crumb["timestamp"]), crumb["level"]?.text ?? "",
                crumb["category"]?.text ?? crumb["type"]?.text ?? "", message.joined(separator: "  "),
            ])
        }
        text += table.render(heading: false, indent: "  ", style: style)
    }

    /// Clients write seconds as a number, or text.
    private func time(_ value: JSONTree?) -> String {
        guard case .number(let lexeme)? = value, let seconds = Double(lexeme), seconds > 0, seconds < 253_402_300_800
        else { return value?.text ?? "" }
        return TimeText.full(Int64(seconds * 1_000))
    }

    /// Tags come as an object, or as pairs in an array.
    private func tags() -> [(String, String)] {
        guard let tags = document?["tags"] else { return [] }
        if case .array(let pairs) = tags {
            return pairs.compactMap { pair in
                let parts = pair.elements
                return parts.count == 2 ? (parts[0].text ?? "", parts[1].text ?? "") : nil
            }
        }
        return tags.members.map { ($0.key, $0.value.text ?? "") }
    }

    /// The other parts that events have; whatever else a client sent is in `--json`.
    private mutating func sections() {
        for name in ["user", "request", "contexts", "extra", "sdk", "modules", "fingerprint", "attributes"] {
            guard let part = document?[name], name != "sdk" || part["integrations"] == nil else { continue }
            if case .null = part { continue }
            pairs(name, part.leaves.map { ($0.path.joined(separator: "."), $0.value.text ?? "") })
        }
    }

    private mutating func redacted() {
        let redactions = Redaction.all(of: event, document: document)
        heading("redacted")
        let omitted = Redaction.omitted(in: document)
        guard !redactions.isEmpty || omitted > 0 else {
            text += "  nothing\n"
            return
        }
        var table = TextTable([
            .init(title: "path", limit: 80), .init(title: "rule"), .init(title: "what"), .init(title: "how"),
            .init(title: "why"), .init(title: "by"),
        ])
        for redaction in redactions {
            table.add([
                redaction.path.isEmpty ? "/" : redaction.path, redaction.rule, redaction.what,
                redaction.method, redaction.why, redaction.stage,
            ])
        }
        if !redactions.isEmpty { text += table.render(heading: true, indent: "  ", style: style) }
        if omitted > 0 { text += "  and \(omitted) more that the event has no room to note\n" }
    }

    private mutating func heading(_ name: String) {
        text += "\n" + style.bold(TerminalText.escaped(name)) + "\n"
    }

    private mutating func pairs(_ name: String, _ pairs: [(String, String)]) {
        guard !pairs.isEmpty else { return }
        heading(name)
        lines(pairs, indent: "  ")
    }

    private mutating func lines(_ pairs: [(String, String)], indent: String) {
        let names = pairs.map { TerminalText.cut($0.0, to: 60) }
        let width = names.map(\.count).max() ?? 0
        for (name, pair) in zip(names, pairs) {
            let padding = String(repeating: " ", count: width - name.count)
            text += indent + style.dim(name) + padding + "  " + TerminalText.escaped(pair.1) + "\n"
        }
    }

    private func assignment(_ path: [String], _ value: JSONTree) -> String {
        TerminalText.cut(path.joined(separator: ".") + "=" + (value.text ?? "null"), to: 160)
    }
}
