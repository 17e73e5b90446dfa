internal import Sanitizer
internal import TelemetryWire

/// Takes a log entry's index fields during the pass. Fields stand in attributes as `{"value":…,"type":…}`.
struct LogIndexer: PassObserver {
    /// What was redacted.
    private(set) var findings = FindingCollector()
    private var body, level, timestamp, template, release, environment, sdkName, sdkVersion, logger: Range<Int>?
    private var timestampIsNumber = false

    mutating func finding(_ finding: Finding) {
        findings.finding(finding)
    }

    mutating func scalar(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {
        if path.depth == 1 {
            if path.key(at: 0, is: "timestamp") {
                timestamp = range
                timestampIsNumber = kind == .number
            } else if kind == .string, path.key(at: 0, is: "body") {
                body = range
            } else if kind == .string, path.key(at: 0, is: "level") {
                level = range
            }
            return
        }
        guard kind == .string, path.depth == 3, path.key(at: 2, is: "value"), path.key(at: 0, is: "attributes") else {
            return
        }
        if path.key(at: 1, is: "sentry.message.template") {
            template = range
        } else if path.key(at: 1, is: "sentry.release") {
            release = range
        } else if path.key(at: 1, is: "sentry.environment") {
            environment = range
        } else if path.key(at: 1, is: "sentry.sdk.name") {
            sdkName = range
        } else if path.key(at: 1, is: "sentry.sdk.version") {
            sdkVersion = range
        } else if path.key(at: 1, is: "logger.name") {
            logger = range
        }
    }

    /// Reads the fields out of the clean output that the pass wrote; nil without a body, which an entry has to have.
    func finish(_ output: borrowing SanitizedBuffer) -> IndexedEvent? {
        guard let message = body.flatMap({ output.string(at: $0, limit: IndexLimits.message) }) else { return nil }
        var found = IndexedEvent(grouping: Grouping(kind: .log))
        found.index.message = message
        found.index.release = word(release, output)
        found.index.environment = word(environment, output)
        found.index.sdkName = word(sdkName, output)
        found.index.sdkVersion = word(sdkVersion, output)
        found.index.logger = word(logger, output)
        found.grouping.message = template.flatMap { output.string(at: $0, limit: IndexLimits.message) } ?? message
        found.level = word(level, output).flatMap { Level(name: $0.value) }
        found.timestamp = timestamp.flatMap { output.time(at: $0, isNumber: timestampIsNumber) }
        return found
    }

    private func word(_ place: Range<Int>?, _ output: borrowing SanitizedBuffer) -> Sanitized<String>? {
        place.flatMap { output.string(at: $0, limit: IndexLimits.word) }
    }
}
