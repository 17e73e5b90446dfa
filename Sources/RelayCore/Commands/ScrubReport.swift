internal import Sanitizer

/// What `scrub` does with what the stream tells: writes the clean bytes, and reports findings or does not.
protocol ScrubObserver: LineObserver {
    /// Where the clean bytes go.
    var target: ScrubTarget { get set }
}

extension ScrubObserver {
    static var watchesStructure: Bool { false }
    static var drains: Bool { true }

    mutating func drain(_ output: inout SanitizedBuffer) {
        target.write(&output)
    }
}

/// Standard output, and whether it still takes what is written.
struct ScrubTarget {
    private let io: CommandIO
    /// Whether something could not be written; nothing more is.
    private(set) var hasFailed = false

    /// Writes to the output of `io`.
    init(_ io: CommandIO) {
        self.io = io
    }

    /// Writes the clean bytes and empties the buffer.
    mutating func write(_ output: inout SanitizedBuffer) {
        if !hasFailed, !io.write(output.span) { hasFailed = true }
        output.removeAll()
    }
}

/// No report.
struct NoScrubReport: ScrubObserver {
    static var collectsFindings: Bool { false }

    var target: ScrubTarget
}

/// Writes findings as NDJSON, and at the end one line of counts by rule. Holds rule ids, clean paths and numbers only.
struct ScrubReport: ScrubObserver {
    /// More findings than a line has that may turn out not to be JSON (`Pass` checks longer ones before).
    private static let pendingLimit = 1 << 15
    /// The longest path that is told, in bytes; a longer one is cut.
    private static let pathLimit = 512

    var target: ScrubTarget
    private let descriptor: Int32
    private var line = 0
    /// The findings of the line at hand, as they will be written, and their rules.
    private var pending = ""
    private var pendingRules: [Rule] = []
    private var counts: [Rule: Int] = [:]
    private var output = ""
    private var failure: Int32?

    /// Writes to `descriptor`, which stays the caller's.
    init(descriptor: Int32, target: ScrubTarget) {
        self.descriptor = descriptor
        self.target = target
    }

    mutating func lineBegan() {
        settle()
        line += 1
    }

    mutating func lineIsText() {
        pending.removeAll(keepingCapacity: true)
        pendingRules.removeAll(keepingCapacity: true)
    }

    mutating func finding(_ finding: Finding) {
        // Names may be long, and findings many: a path is cut, so that their product is not kept.
        var buffer = SanitizedBuffer()
        buffer.append(quoted: finding.path.prefix(utf8: Self.pathLimit))
        let path = unsafe buffer.span.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        pending += "{\"line\":\(line),\"path\":\(path),\"rule\":\"\(finding.rule.rawValue)\""
        pending += ",\"class\":\"\(finding.rule.dataClass.rawValue)\",\"method\":\"\(finding.method.rawValue)\""
        pending += ",\"range\":[\(finding.range.lowerBound),\(finding.range.upperBound)]"
        pending += ",\"evidence\":\(finding.evidence.rawValue),\"policy_version\":\(finding.policyVersion)}\n"
        pendingRules.append(finding.rule)
        if pendingRules.count >= Self.pendingLimit { settle() }
    }

    /// Writes the counts; nil when all of the report was written, or the error number.
    mutating func finish() -> Int32? {
        settle()
        let total = counts.values.reduce(0, +)
        let rules = Rule.allCases.compactMap { rule in
            counts[rule].map { "\"\(rule.rawValue)\":\($0)" }
        }
        output += "{\"lines\":\(line),\"findings\":\(total),\"counts\":{\(rules.joined(separator: ","))}}\n"
        write()
        return failure
    }

    private mutating func settle() {
        guard !pendingRules.isEmpty else { return }
        for rule in pendingRules { counts[rule, default: 0] += 1 }
        output += pending
        lineIsText()
        if output.utf8.count >= 64 << 10 { write() }
    }

    private mutating func write() {
        if failure == nil { failure = Output.write(output, to: descriptor) }
        output.removeAll(keepingCapacity: true)
    }
}
