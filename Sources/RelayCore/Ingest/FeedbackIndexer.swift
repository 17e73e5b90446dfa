internal import Sanitizer
internal import TelemetryWire

/// Takes the index fields of what a user wrote: the older `user_report` (`comments`) or a `feedback` event
/// (`contexts.feedback.message`), whose other fields are an event's.
struct FeedbackIndexer: PassObserver {
    private var event = EventIndexer()
    private var comments: Range<Int>?

    /// What was redacted.
    var findings: FindingCollector { event.findings }

    mutating func finding(_ finding: Finding) {
        event.finding(finding)
    }

    mutating func containerBegan(at path: borrowing PassPath, isArray: Bool, offset: Int) {
        event.containerBegan(at: path, isArray: isArray, offset: offset)
    }

    mutating func containerEnded(at path: borrowing PassPath, range: Range<Int>) {
        event.containerEnded(at: path, range: range)
    }

    mutating func scalar(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {
        if path.depth == 1, kind == .string, path.key(at: 0, is: "comments") {
            comments = range
        }
        event.scalar(kind, at: path, range: range)
    }

    /// Reads the fields out of the clean output that the pass wrote.
    func finish(_ output: borrowing SanitizedBuffer) -> IndexedEvent {
        var found = event.finish(output, kind: .feedback)
        if let text = comments.flatMap({ output.string(at: $0, limit: IndexLimits.message) }) {
            found.index.message = text
        }
        // No two users write the same: all feedback of a project is one issue.
        found.grouping = Grouping(kind: .feedback)
        return found
    }
}
