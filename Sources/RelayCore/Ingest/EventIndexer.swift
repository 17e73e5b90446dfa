internal import Sanitizer

/// Takes an event's index fields during the pass: places while it runs, text from the clean output after it.
///
/// Ids, times and levels are the sanitizer's to read. A struct without allocation for what it does not want; one event
/// each.
struct EventIndexer: PassObserver {
    /// What was redacted.
    private(set) var findings = FindingCollector()
    private var section = Section.other
    private var places = Places()
    private var exception = ExceptionPlaces()
    private var stack = FramePlaces()
    private var tags: [TagPlace] = []
    private var fingerprint: [Range<Int>] = []
    private var fingerprintRest: Range<Int>?

    /// Which top-level member the pass is in.
    private enum Section: UInt8 {
        case exception, stacktrace, logentry, sdk, tags, fingerprint, message, contexts, other
    }

    private struct Places {
        var message, formatted, template, release, environment: Range<Int>?
        var platform, logger, transaction, sdkName, sdkVersion, feedback: Range<Int>?
    }

    private struct TagPlace {
        var key: Sanitized<String>?
        var keyPlace: Range<Int>?
        var value: Range<Int>?
    }

    mutating func containerBegan(at path: borrowing PassPath, isArray: Bool, offset: Int) {
        guard path.depth == 1 else { return }
        section = EventIndexer.section(of: path)
        switch section {
        case .exception: exception = ExceptionPlaces()
        case .stacktrace: stack = FramePlaces()
        case .tags: tags = []
        case .fingerprint: (fingerprint, fingerprintRest) = ([], nil)
        default: break
        }
    }

    mutating func containerEnded(at path: borrowing PassPath, range: Range<Int>) {
        if path.depth == 1 { section = .other }
    }

    mutating func finding(_ finding: Finding) {
        findings.finding(finding)
    }

    mutating func scalar(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {
        if path.depth == 1 {
            top(kind, at: path, range: range)
            return
        }
        switch section {
        case .other: return
        case .exception: exception.scalar(kind, at: path, range: range)
        case .stacktrace:
            if path.key(at: 1, is: "frames") { stack.scalar(kind, at: path, from: 2, range: range) }
        case .logentry, .message: entry(kind, at: path, range: range)
        case .sdk: sdk(kind, at: path, range: range)
        case .tags: tag(kind, at: path, range: range)
        case .fingerprint:
            if path.depth == 2, kind == .null { return }
            if path.depth == 2, fingerprint.count < IndexLimits.fingerprint {
                fingerprint.append(range)
            } else {
                fingerprintRest = (fingerprintRest?.lowerBound ?? range.lowerBound)..<range.upperBound
            }
        case .contexts:
            if kind == .string, path.depth == 3, path.key(at: 1, is: "feedback"), path.key(at: 2, is: "message") {
                places.feedback = range
            }
        }
    }

    // MARK: - Places

    private static func section(of path: borrowing PassPath) -> Section {
        if path.key(at: 0, is: "exception") { return .exception }
        if path.key(at: 0, is: "tags") { return .tags }
        if path.key(at: 0, is: "sdk") { return .sdk }
        if path.key(at: 0, is: "logentry") { return .logentry }
        if path.key(at: 0, is: "message") { return .message }
        if path.key(at: 0, is: "fingerprint") { return .fingerprint }
        if path.key(at: 0, is: "stacktrace") { return .stacktrace }
        if path.key(at: 0, is: "contexts") { return .contexts }
        return .other
    }

    private mutating func top(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {
        guard kind == .string else { return }
        if path.key(at: 0, is: "message") {
            places.message = range
        } else if path.key(at: 0, is: "release") {
            places.release = range
        } else if path.key(at: 0, is: "environment") {
            places.environment = range
        } else if path.key(at: 0, is: "platform") {
            places.platform = range
        } else if path.key(at: 0, is: "logger") {
            places.logger = range
        } else if path.key(at: 0, is: "transaction") || path.key(at: 0, is: "culprit") {
            places.transaction = range
        }
    }

    private mutating func entry(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {
        guard kind == .string, path.depth == 2 else { return }
        if path.key(at: 1, is: "formatted") {
            places.formatted = range
        } else if path.key(at: 1, is: "message") {
            places.template = range
        }
    }

    private mutating func sdk(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {
        guard kind == .string, path.depth == 2 else { return }
        if path.key(at: 1, is: "name") {
            places.sdkName = range
        } else if path.key(at: 1, is: "version") {
            places.sdkVersion = range
        }
    }

    /// Tags come as an object, or as a list of pairs.
    private mutating func tag(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {
        guard tags.count < IndexLimits.tags, kind != .null else { return }
        if path.depth == 2 {
            guard let key = path.key(at: 1) else { return }
            tags.append(TagPlace(key: key.prefix(utf8: IndexLimits.word), keyPlace: nil, value: range))
        } else if path.depth == 3, let pair = path.index(at: 1), let side = path.index(at: 2) {
            if side == 0 {
                tags.append(TagPlace(key: nil, keyPlace: range, value: nil))
            } else if side == 1, pair >= 0, let last = tags.indices.last, tags[last].value == nil {
                tags[last].value = range
            }
        }
    }
}

extension EventIndexer {
    /// Reads the fields out of the clean output that the pass wrote.
    func finish(_ output: borrowing SanitizedBuffer, kind: IngestEvent.Kind) -> IndexedEvent {
        var index = EventIndex()
        var found = IndexedEvent(grouping: Grouping(kind: kind))
        index.type = word(exception.type, output)
        let frame = exception.frames.top(output) ?? stack.top(output)
        index.culprit = frame?.place ?? word(places.transaction, output)
        let template = text(places.template, output)
        let said = text(places.formatted, output) ?? text(places.message, output) ?? template
        index.message = text(exception.value, output) ?? said ?? text(places.feedback, output)
        index.release = word(places.release, output)
        index.environment = word(places.environment, output)
        index.platform = word(places.platform, output)
        index.logger = word(places.logger, output)
        index.sdkName = word(places.sdkName, output)
        index.sdkVersion = word(places.sdkVersion, output)
        for tag in tags {
            guard let key = tag.key ?? word(tag.keyPlace, output), let value = word(tag.value, output) else { continue }
            index.tags.append((key: key, value: value))
        }
        found.index = index
        found.grouping.type = index.type
        found.frame = frame
        found.grouping.frame = index.type == nil ? nil : frame
        found.grouping.message = text(exception.value, output) ?? template ?? said ?? index.message
        // Whole parts: two that differ only at their end are two issues.
        found.grouping.explicit = fingerprint.compactMap { output.scalarText(at: $0, limit: $0.count) }
        found.grouping.explicitRest = fingerprintRest.map { output.bytes(in: $0) }
        if !found.grouping.explicit.isEmpty {
            found.grouping.fields = GroupingFields(
                index: index,
                frame: frame,
                value: text(exception.value, output),
                transaction: word(places.transaction, output)
            )
        }
        return found
    }

    private func word(_ place: Range<Int>?, _ output: borrowing SanitizedBuffer) -> Sanitized<String>? {
        place.flatMap { output.scalarText(at: $0, limit: IndexLimits.word) }
    }

    private func text(_ place: Range<Int>?, _ output: borrowing SanitizedBuffer) -> Sanitized<String>? {
        place.flatMap { output.string(at: $0, limit: IndexLimits.message) }.flatMap { $0.value.isEmpty ? nil : $0 }
    }
}
