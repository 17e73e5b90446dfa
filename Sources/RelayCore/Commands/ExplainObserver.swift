internal import Sanitizer

/// Collects the decisions of each line, and where the values that they are about stand in the output.
struct ExplainObserver: LineObserver {
    /// What was decided on one line.
    struct Line {
        /// Its number, from 1.
        var number: Int
        /// The decisions, each with its value's token in the output; nil for a line of text, and where the value is an
        /// object or an array.
        var decisions: [(decision: Decision, token: Range<Int>?)] = []
        /// Decisions beyond the limit.
        var omitted = 0
        /// Whether the line was read as text.
        var isText = false
    }

    static var collectsFindings: Bool { false }
    static var collectsDecisions: Bool { true }

    /// Decisions kept of one line; what it costs to explain must not grow with what the line holds.
    private static let limit = 10_000

    private var lines: [Line] = []
    private var number = 0
    /// The first decision whose value has not ended yet.
    private var pending = 0

    /// The lines that are complete, which are then forgotten.
    mutating func takeLines() -> [Line] {
        defer { lines.removeAll(keepingCapacity: true) }
        return lines
    }

    mutating func lineBegan() {
        number += 1
        lines.append(Line(number: number))
        pending = 0
    }

    mutating func lineIsText() {
        guard !lines.isEmpty else { return }
        lines[lines.count - 1] = Line(number: number, isText: true)
        pending = 0
    }

    mutating func decision(_ decision: Decision) {
        guard !lines.isEmpty else { return }
        let last = lines.count - 1
        guard lines[last].decisions.count < Self.limit else {
            lines[last].omitted += 1
            return
        }
        lines[last].decisions.append((decision, nil))
    }

    mutating func scalar(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {
        settle(range)
    }

    mutating func containerBegan(at path: borrowing PassPath, isArray: Bool, offset: Int) {
        settle(nil)
    }

    mutating func containerEnded(at path: borrowing PassPath, range: Range<Int>) {
        settle(nil)
    }

    private mutating func settle(_ token: Range<Int>?) {
        guard !lines.isEmpty else { return }
        let last = lines.count - 1
        while pending < lines[last].decisions.count {
            lines[last].decisions[pending].token = token
            pending += 1
        }
    }
}
