internal import Sanitizer

/// Writes decisions, as a table or as NDJSON.
struct ExplainReport {
    private let io: CommandIO
    private let only: ExplainCommand.Only
    private let isJSON: Bool
    private var table = TextTable([
        .init(title: "LINE", isNumeric: true), .init(title: "PATH", limit: 48), .init(title: "RULE"),
        .init(title: "TAKEN"), .init(title: "WHY", limit: 110), .init(title: "IN THE OUTPUT", limit: 60),
    ])
    private var isEmpty = true

    /// Writes to the output of `io`.
    init(_ io: CommandIO, only: ExplainCommand.Only, isJSON: Bool) {
        self.io = io
        self.only = only
        self.isJSON = isJSON
    }

    /// Writes the decisions of `lines`, whose clean text is all there is in `output`, line by line.
    mutating func write(_ lines: [ExplainObserver.Line], from output: borrowing SanitizedBuffer) {
        var start = 0
        var rows = 0
        for line in lines {
            let range = start..<ExplainExcerpt.lineEnd(in: output, from: start)
            start = range.upperBound + 1
            for (decision, token) in line.decisions where only.includes(decision) {
                let text = ExplainExcerpt.text(
                    of: decision,
                    token: line.isText || token == nil && decision.range != nil ? range : token,
                    isText: line.isText || token == nil,
                    in: output
                )
                rows += 1
                if isJSON { io.print(json(line.number, decision, text)) } else { add(line.number, decision, text) }
            }
            if line.omitted > 0 {
                rows += 1
                omit(line)
            }
        }
        guard !isJSON, rows > 0 else { return }
        io.print(table.render(heading: isEmpty, style: io.style))
        isEmpty = false
    }

    /// Says so when there was nothing to say.
    mutating func finish() {
        if !isJSON, isEmpty { io.print("no candidates\n") }
    }

    private mutating func add(_ line: Int, _ decision: Decision, _ text: String?) {
        table.add([
            String(line), decision.path.value.isEmpty ? "-" : decision.path.value, decision.rule.rawValue,
            decision.isTaken ? "yes" : "no", Self.why(decision), text ?? "",
        ])
    }

    private mutating func omit(_ line: ExplainObserver.Line) {
        if isJSON {
            io.print(
                JSONLine.object { object in
                    object.add("line", Int64(line.number))
                    object.add("omitted", Int64(line.omitted))
                }
            )
        } else {
            table.add([String(line.number), "", "", "", "\(line.omitted) more candidates in this line"])
        }
    }

    /// Why, in words: the evidence of what was taken, the reason of what was left, and the words of a name that decided.
    static func why(_ decision: Decision) -> String {
        let evidence = Redaction.words(decision.evidence).joined(separator: ", ")
        let words = decision.words.map { " (\($0.value))" } ?? ""
        let place = decision.isAboutName ? ", in the name" : ""
        guard let reason = decision.reason else { return evidence + words + place }
        return reason.sentence + words + place
    }

    private func json(_ line: Int, _ decision: Decision, _ text: String?) -> JSONLine {
        .object { object in
            object.add("line", Int64(line))
            object.add("path", decision.path.value)
            object.add("rule", decision.rule.rawValue)
            object.add("class", decision.rule.dataClass.rawValue)
            object.add("taken", decision.isTaken)
            if decision.isAboutName { object.add("name", true) }
            object.add("method", decision.method?.rawValue)
            object.add("reason", decision.reason?.rawValue)
            object.add("why", Self.why(decision))
            object.add("evidence", Redaction.words(decision.evidence))
            object.add("words", decision.words?.value)
            if let range = decision.range {
                object.add("range", [Int64(range.lowerBound), Int64(range.upperBound)])
            }
            if let text { object.add("text", text) }
        }
    }
}
