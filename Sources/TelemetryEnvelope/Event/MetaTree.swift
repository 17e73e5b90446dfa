internal import Sanitizer

/// The `_meta` member of an event: what was redacted where, in the shape that Sentry's interface reads.
///
/// `{"path":{"to":{"":{"rem":[["@pan:replace","s",5,19]],"why":[14]}}}}`: the notes on a value stand under the empty name
/// at its path. `s` is substituted, `x` removed; offsets are UTF-8 bytes of the value as it stands; `why` is ours, and has
/// the evidence bits of each remark (0: not told). Never an original length (`len`) or value (`val`).
///
/// What the next reader of the event would not take is not written: notes beyond the size or the number of steps are left
/// out and counted (`"":{"omitted":3}` at the root), notes below the depth that a document may have stand at the nearest
/// value around theirs.
struct MetaTree {
    /// The most components of a path with notes: the event, `_meta`, the notes, their list and a remark are five more
    /// levels, and documents end at 100.
    static let pathLimit = 95
    /// Steps into and out of members, and notes: a reader takes as many and no more.
    static let stepLimit = 8_000
    /// The most evidence bits of a note: four digits at most, as any more could be a part of something else.
    static let evidenceLimit = 4_095
    /// The highest count of notes that are missing.
    static let omittedLimit = 999_999

    /// One path component. Children form a list, in order of arrival; so do notes.
    private struct Node {
        let key: Sanitized<String>
        let parent: Int
        var firstChild = -1
        var lastChild = -1
        var nextSibling = -1
        var remarks: [Remark] = []
        var faults: [Fault] = []
    }

    /// A redaction.
    struct Remark: Equatable {
        /// `@rule:method`, or whatever another party calls its rule.
        enum Rule: Equatable {
            case own(Sanitizer.Rule, Finding.Method)
            case foreign(Sanitized<String>)
        }

        var rule: Rule
        /// `s` for substituted, `x` for removed, or another party's word for it.
        var kind: Kind
        /// Where the replacement stands, if it has a place.
        var range: Range<Int>?
        /// Why; empty if it was not told.
        var evidence: Finding.Evidence = []

        /// Whether the two say the same, whatever the reason.
        func matches(_ other: Remark) -> Bool {
            rule == other.rule && kind == other.kind && range == other.range
        }

        enum Kind: UInt8, Equatable {
            case substituted, removed, masked, pseudonymized, encrypted, annotated
        }
    }

    /// A value that was not what its field takes.
    enum Fault: Equatable {
        case invalid
        case tooLarge
        case foreign(Sanitized<String>)
    }

    /// The root first, once there is anything.
    private var nodes: [Node] = []
    private let limit: Int
    // The braces, and the count of what was left out.
    private var size = 32
    private var steps = 0
    private var hasAny = false

    /// How many notes are known to be missing.
    private(set) var omitted = 0
    /// Whether there is nothing to write.
    var isEmpty: Bool { !hasAny && omitted == 0 }

    /// An empty tree that takes at most `limit` bytes as JSON.
    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a redaction at a path; once only.
    mutating func add(_ remark: Remark, at path: [Sanitized<String>]) {
        plant()
        let place = MetaTree.place(of: path)
        var remark = remark
        // The value around it has no such range.
        if place.count < path.count { remark.range = nil }
        let (node, end) = known(place)
        if end == place.endIndex, let index = nodes[node].remarks.firstIndex(where: { $0.matches(remark) }) {
            if nodes[node].remarks[index].evidence.isEmpty { nodes[node].remarks[index].evidence = remark.evidence }
            return
        }
        // Brackets, quotes, kind, offsets and evidence, and the places of notes around the first one.
        var cost = 96
        if case .foreign(let word) = remark.rule { cost += MetaTree.size(of: word) }
        guard let node = grow(node, by: place[end...], cost: cost) else { return }
        nodes[node].remarks.append(remark)
    }

    /// Adds a fault at a path; once only.
    mutating func add(_ fault: Fault, at path: [Sanitized<String>]) {
        plant()
        let place = MetaTree.place(of: path)
        let (node, end) = known(place)
        guard end < place.endIndex || !nodes[node].faults.contains(fault) else { return }
        var cost = 40
        if case .foreign(let word) = fault { cost += MetaTree.size(of: word) }
        guard let node = grow(node, by: place[end...], cost: cost) else { return }
        nodes[node].faults.append(fault)
    }

    /// Counts notes that are missing; `omitted` at the root says how many.
    mutating func omit(_ count: Int) {
        guard count > 0 else { return }
        plant()
        omitted = min(omitted + count, MetaTree.omittedLimit)
    }

    /// Where notes on the value at `path` stand: there, or at the nearest value around it that can have notes. An empty
    /// name cannot be told from the place of notes, and a path that is too long would make the document too deep.
    static func place(of path: [Sanitized<String>]) -> ArraySlice<Sanitized<String>> {
        path.prefix(pathLimit).prefix { !$0.value.isEmpty }
    }

    /// Makes the root: not before there is something to hold, so that a clean event costs no memory.
    private mutating func plant() {
        if nodes.isEmpty { nodes.append(Node(key: Sanitized(literal: ""), parent: -1)) }
    }

    /// The node of as much of a path as there is, and where that ends. Linear in the siblings on the way.
    private func known(_ path: ArraySlice<Sanitized<String>>) -> (node: Int, end: Int) {
        var current = 0
        for index in path.indices {
            var child = nodes[current].firstChild
            while child >= 0, nodes[child].key != path[index] { child = nodes[child].nextSibling }
            guard child >= 0 else { return (current, index) }
            current = child
        }
        return (current, path.endIndex)
    }

    /// The node at a path below a node, made, if that and `cost` bytes more stay within the limits. Else the note is
    /// counted as omitted.
    private mutating func grow(_ node: Int, by path: ArraySlice<Sanitized<String>>, cost: Int) -> Int? {
        let total = path.reduce(size + cost) { $0 + MetaTree.size(of: $1) + 4 }
        let taken = steps + 2 * path.count + 1
        guard total <= limit, taken <= MetaTree.stepLimit else {
            omit(1)
            return nil
        }
        (size, steps) = (total, taken)
        hasAny = true
        var node = node
        for key in path { node = addNode(key, to: node) }
        return node
    }

    private func hasNotes(_ node: Int) -> Bool {
        !nodes[node].remarks.isEmpty || !nodes[node].faults.isEmpty || node == 0 && omitted > 0
    }

    private mutating func addNode(_ key: Sanitized<String>, to parent: Int) -> Int {
        let child = nodes.count
        nodes.append(Node(key: key, parent: parent))
        if nodes[parent].lastChild < 0 {
            nodes[parent].firstChild = child
        } else {
            nodes[nodes[parent].lastChild].nextSibling = child
        }
        nodes[parent].lastChild = child
        return child
    }

    /// Bytes of a text as a JSON string, at most.
    private static func size(of text: Sanitized<String>) -> Int {
        text.value.utf8.reduce(2) { $0 + ($1 < 0x20 ? 6 : $1 == 0x22 || $1 == 0x5C ? 2 : 1) }
    }

    /// Appends the JSON object.
    func append(to output: inout SanitizedBuffer) {
        guard !isEmpty else {
            output.append("{}")
            return
        }
        var node = 0
        output.append("{")
        append(notesOf: node, to: &output)
        while true {
            if nodes[node].firstChild >= 0 {
                if hasNotes(node) { output.append(",") }
                node = nodes[node].firstChild
            } else {
                while nodes[node].nextSibling < 0 {
                    output.append("}")
                    guard nodes[node].parent >= 0 else { return }
                    node = nodes[node].parent
                }
                output.append("},")
                node = nodes[node].nextSibling
            }
            output.append(quoted: nodes[node].key)
            output.append(":{")
            append(notesOf: node, to: &output)
        }
    }

    private func append(notesOf node: Int, to output: inout SanitizedBuffer) {
        let (remarks, faults) = (nodes[node].remarks, nodes[node].faults)
        guard hasNotes(node) else { return }
        output.append("\"\":{")
        if !remarks.isEmpty {
            output.append("\"rem\":[")
            for (index, remark) in remarks.enumerated() {
                if index > 0 { output.append(",") }
                append(remark, to: &output)
            }
            output.append("]")
            appendReasons(remarks, to: &output)
        }
        if !faults.isEmpty {
            output.append(remarks.isEmpty ? "\"err\":[" : ",\"err\":[")
            for (index, fault) in faults.enumerated() {
                if index > 0 { output.append(",") }
                switch fault {
                case .invalid: output.append("\"invalid_data\"")
                case .tooLarge: output.append("\"value_too_long\"")
                case .foreign(let word): output.append(quoted: word)
                }
            }
            output.append("]")
        }
        if node == 0, omitted > 0 {
            output.append(remarks.isEmpty && faults.isEmpty ? "\"omitted\":" : ",\"omitted\":")
            output.append(counter: omitted)
        }
        output.append("}")
    }

    /// The evidence of each remark, unless none is known of any.
    private func appendReasons(_ remarks: [Remark], to output: inout SanitizedBuffer) {
        guard remarks.contains(where: { !$0.evidence.isEmpty }) else { return }
        output.append(",\"why\":[")
        for (index, remark) in remarks.enumerated() {
            if index > 0 { output.append(",") }
            output.append(counter: Int(remark.evidence.rawValue) & MetaTree.evidenceLimit)
        }
        output.append("]")
    }

    private func append(_ remark: Remark, to output: inout SanitizedBuffer) {
        output.append("[")
        switch remark.rule {
        case .own(let rule, let method):
            output.append("\"@")
            output.append(rule)
            switch method {
            case .remove: output.append(":remove\"")
            case .replace: output.append(":replace\"")
            case .rename: output.append(":rename\"")
            case .mask: output.append(":mask\"")
            case .truncate: output.append(":truncate\"")
            case .hmac: output.append(":hmac\"")
            }
        case .foreign(let word): output.append(quoted: word)
        }
        switch remark.kind {
        case .substituted: output.append(",\"s\"")
        case .removed: output.append(",\"x\"")
        case .masked: output.append(",\"m\"")
        case .pseudonymized: output.append(",\"p\"")
        case .encrypted: output.append(",\"e\"")
        case .annotated: output.append(",\"a\"")
        }
        if let range = remark.range {
            output.append(",")
            output.append(counter: range.lowerBound)
            output.append(",")
            output.append(counter: range.upperBound)
        }
        output.append("]")
    }
}
