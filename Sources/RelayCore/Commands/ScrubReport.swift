internal import Sanitizer

/// What `scrub` tells its report: findings by line.
protocol ScrubObserver: PassObserver {
    /// The next line begins.
    mutating func beginLine()
    /// Remembers where the line stands.
    mutating func mark()
    /// Forgets what was found since the mark: the line was not what it was taken for.
    mutating func forgetSinceMark()
}

/// No report.
struct NoScrubReport: ScrubObserver {
    // See `NoObserver`: an empty value has no address.
    private var place: UInt8 = 0

    static var watchesStructure: Bool { false }
    static var collectsFindings: Bool { false }
    mutating func beginLine() {}
    mutating func mark() {}
    mutating func forgetSinceMark() {}
}

/// Writes findings as NDJSON, and at the end one line of counts by rule. Holds rule ids, clean paths and numbers only.
struct ScrubReport: ScrubObserver {
    static var watchesStructure: Bool { false }

    private let descriptor: Int32
    private var line = 0
    private var pending: [Finding] = []
    private var marked = 0
    private var counts: [Rule: Int] = [:]
    private var output = ""
    private var failure: Int32?

    /// Writes to `descriptor`, which stays the caller's.
    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    mutating func beginLine() {
        settle()
        line += 1
    }

    mutating func mark() {
        marked = pending.count
    }

    mutating func forgetSinceMark() {
        pending.removeSubrange(marked...)
    }

    mutating func finding(_ finding: Finding) {
        pending.append(finding)
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
        for finding in pending {
            counts[finding.rule, default: 0] += 1
            var buffer = SanitizedBuffer()
            buffer.append(quoted: finding.path)
            let path = unsafe buffer.span.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
            output += "{\"line\":\(line),\"path\":\(path),\"rule\":\"\(finding.rule.rawValue)\""
            output += ",\"class\":\"\(finding.rule.dataClass.rawValue)\",\"method\":\"\(finding.method.rawValue)\""
            output += ",\"range\":[\(finding.range.lowerBound),\(finding.range.upperBound)]"
            output += ",\"evidence\":\(finding.evidence.rawValue),\"policy_version\":\(finding.policyVersion)}\n"
        }
        pending.removeAll(keepingCapacity: true)
        if output.utf8.count >= 64 << 10 { write() }
    }

    private mutating func write() {
        if failure == nil { failure = Output.write(output, to: descriptor) }
        output.removeAll(keepingCapacity: true)
    }
}
