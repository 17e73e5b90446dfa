internal import Sanitizer

/// Counts findings and writes one line at the end: by rule, or their number alone. No paths, no allocation a finding.
struct ScrubTally: ScrubObserver {
    static var collectsFindings: Bool { false }
    static var countsFindings: Bool { true }

    var target: ScrubTarget
    private let descriptor: Int32
    private let isSilent: Bool
    private var lines = 0
    /// What lines before the one at hand came to, and that line, which may turn out not to be JSON.
    private var settled = FindingCounter()
    private var pending = FindingCounter()

    /// Writes to `descriptor`, which stays the caller's.
    init(descriptor: Int32, isSilent: Bool, target: ScrubTarget) {
        self.descriptor = descriptor
        self.isSilent = isSilent
        self.target = target
    }

    mutating func lineBegan() {
        settled.add(pending)
        pending.removeAll()
        lines += 1
    }

    mutating func lineIsText() {
        pending.removeAll()
    }

    mutating func counted(_ rule: Rule) {
        pending.counted(rule)
    }

    /// Writes the line; nil when all of it was written, or the error number.
    mutating func finish() -> Int32? {
        settled.add(pending)
        pending.removeAll()
        let counts = Rule.allCases.compactMap { rule in
            settled.count(of: rule) > 0 ? (rule.rawValue, Int64(settled.count(of: rule))) : nil
        }
        let line = JSONLine.object { object in
            object.add("lines", Int64(lines))
            object.add("findings", Int64(settled.total))
            if !isSilent { object.add("counts", counts: counts) }
        }
        return Output.write(String(decoding: line.bytes, as: UTF8.self) + "\n", to: descriptor)
    }
}
