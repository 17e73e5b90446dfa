internal import Sanitizer

/// What is remembered of an event while the pass goes through it. Bounded, whatever the event; reused between events.
struct EventNotes {
    /// A top-level member whose shape matters.
    struct Member {
        let field: EventField
        let kind: EventField.Kind
        let range: Range<Int>
        /// What stands between the quotes of a string, escapes and all.
        var content: Range<Int> { range.lowerBound + 1..<max(range.lowerBound + 1, range.upperBound - 1) }
    }

    /// Members whose shape matters, in document order; at most 64.
    private(set) var members: ContiguousArray<Member> = []
    /// Whether there were more of them: no honest event has, as there are fewer than half as many names.
    private(set) var hasTooManyMembers = false
    /// Values of `contexts.checkout_raw`, in document order.
    private(set) var rawCheckouts: ContiguousArray<Range<Int>> = []
    /// Parts of lists over their limits, in document order.
    private(set) var cuts: ContiguousArray<ListTracker.Cut> = []
    /// What the pass found, in document order, up to the limit of notes.
    private(set) var findings: ContiguousArray<Finding> = []
    /// Findings beyond that.
    private(set) var overflow = 0
    /// The range of the whole document if it is an object.
    private(set) var document: Range<Int>?
    /// The list that the pass is inside of, if it has a limit.
    var list = ListTracker()
    private let limits: Limits
    private var containerIsArray: (Bool, Bool, Bool) = (false, false, false)

    private static let memberLimit = 64
    private static let pathLimit = 1_024

    init(limits: Limits) {
        self.limits = limits
    }

    /// Forgets the last event; keeps memory.
    mutating func removeAll() {
        members.removeAll(keepingCapacity: true)
        rawCheckouts.removeAll(keepingCapacity: true)
        cuts.removeAll(keepingCapacity: true)
        findings.removeAll(keepingCapacity: true)
        overflow = 0
        hasTooManyMembers = false
        document = nil
        list.abandon()
    }

    /// A finding, kept up to the limit, with at most the first kilobyte of its path: names may be as long as the event.
    mutating func add(_ finding: Finding) {
        guard findings.count < limits.notes else {
            overflow += 1
            return
        }
        let isLong = finding.path.value.utf8.count > Self.pathLimit
        findings.append(isLong ? finding.moved(to: finding.path.prefix(utf8: Self.pathLimit)) : finding)
    }

    /// Replaces each finding by what became of it.
    mutating func updateFindings(_ change: (Finding) -> Finding) {
        for index in findings.indices { findings[index] = change(findings[index]) }
    }

    /// A value at depth 0 to 2, containers when they end.
    mutating func value(_ kind: EventField.Kind, at path: borrowing PassPath, range: Range<Int>) {
        switch path.depth {
        case 0: document = kind == .object ? range : nil
        case 1:
            guard let field = EventField(at: path) else { return }
            guard members.count < Self.memberLimit else {
                hasTooManyMembers = true
                return
            }
            members.append(Member(field: field, kind: kind, range: range))
        default:
            guard path.key(at: 1, is: "checkout_raw"), path.key(at: 0, is: "contexts") else { return }
            rawCheckouts.append(range)
        }
    }

    /// A container at depth 0 to 2 opened.
    mutating func began(_ isArray: Bool, at path: borrowing PassPath) {
        switch path.depth {
        case 0: containerIsArray.0 = isArray
        case 1: containerIsArray.1 = isArray
        default: containerIsArray.2 = isArray
        }
    }

    /// A container at depth 0 to 2 ended.
    mutating func ended(at path: borrowing PassPath, range: Range<Int>) {
        let isArray =
            switch path.depth {
            case 0: containerIsArray.0
            case 1: containerIsArray.1
            default: containerIsArray.2
            }
        value(isArray ? .array : .object, at: path, range: range)
    }

    /// Starts tracking if the container at `path` is a list with a limit.
    mutating func track(_ path: borrowing PassPath, isArray: Bool) {
        let depth = path.depth
        let limit: Int
        var keptFirst = 0
        switch path.keyCount(at: depth - 1) {
        case 4 where depth == 1 && path.key(at: 0, is: "tags"):
            limit = limits.tags
        case 11 where depth == 1 && isArray && path.key(at: 0, is: "breadcrumbs"):
            limit = limits.breadcrumbs
        case 6 where depth == 2 && isArray && path.key(at: 1, is: "values") && path.key(at: 0, is: "breadcrumbs"):
            limit = limits.breadcrumbs
        case 6
        where (2...6).contains(depth) && isArray && path.key(at: depth - 1, is: "frames")
            && EventNotes.isStackTrace(path):
            limit = limits.frames
            keptFirst = limit / 2
        default:
            return
        }
        list.start(elementDepth: depth + 1, isArray: isArray, limit: limit, keptFirst: keptFirst)
    }

    /// The tracked list, which is at `path`, is over.
    mutating func endTracking(_ path: borrowing PassPath) {
        if let cut = list.stop(path: { EventNotes.components(path) }) { cuts.append(cut) }
    }

    /// Whether the container around the innermost component is a stack trace of an exception or thread.
    private static func isStackTrace(_ path: borrowing PassPath) -> Bool {
        let parent = path.depth - 2
        guard path.key(at: parent, is: "stacktrace") || path.key(at: parent, is: "raw_stacktrace") else { return false }
        return path.key(at: 0, is: "exception") || path.key(at: 0, is: "threads") || path.key(at: 0, is: "stacktrace")
    }

    private static func components(_ path: borrowing PassPath) -> [Sanitized<String>] {
        var components: [Sanitized<String>] = []
        for level in 0..<path.depth {
            if let index = path.index(at: level) {
                components.append(Sanitized(index: index))
            } else if let key = path.key(at: level) {
                components.append(key)
            }
        }
        return components
    }
}
