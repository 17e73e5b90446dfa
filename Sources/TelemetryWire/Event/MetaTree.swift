internal import Sanitizer

/// The `_meta` member of an event: what was redacted where, in the shape that Sentry's interface reads.
///
/// `{"path":{"to":{"":{"rem":[["@pan:replace","s",5,19]]}}}}`: the notes on a value stand under the empty name at its
/// path. `s` is substituted, `x` removed; offsets are UTF-8 bytes of the value as it stands. Never an original length
/// (`len`) or value (`val`). Notes that would make it larger than its limit are left out, so that the next reader of the
/// event takes it.
struct MetaTree {
    /// One path component. Children form a list, in order of arrival; so do notes.
    private struct Node {
        let key: Sanitized<String>
        let parent: Int
        var firstChild = -1
        var lastChild = -1
        var nextSibling = -1
        var remarks: [Remark] = []
        var faults: [Fault] = []
        var hasNotes: Bool { !remarks.isEmpty || !faults.isEmpty }
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

    private var nodes: [Node] = []
    private let limit: Int
    private var size = 2

    /// Whether there are no notes.
    private(set) var isEmpty = true

    /// An empty tree that takes at most `limit` bytes as JSON.
    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a redaction at a path; once only.
    mutating func add(_ remark: Remark, at path: [Sanitized<String>]) {
        // Brackets, quotes, kind and offsets, and the places of notes around the first one.
        var cost = 80
        if case .foreign(let word) = remark.rule { cost += MetaTree.size(of: word) }
        guard let node = node(path, cost: cost), !nodes[node].remarks.contains(remark) else { return }
        nodes[node].remarks.append(remark)
        isEmpty = false
    }

    /// Adds a fault at a path; once only.
    mutating func add(_ fault: Fault, at path: [Sanitized<String>]) {
        var cost = 40
        if case .foreign(let word) = fault { cost += MetaTree.size(of: word) }
        guard let node = node(path, cost: cost), !nodes[node].faults.contains(fault) else { return }
        nodes[node].faults.append(fault)
        isEmpty = false
    }

    /// The node at a path, made where it is missing, if that and `cost` bytes more stay within the limit. Linear in the
    /// siblings on the way.
    private mutating func node(_ path: [Sanitized<String>], cost: Int) -> Int? {
        // An empty name cannot be told from the place of notes: what is below it is noted at the value around it.
        let path = path.prefix { !$0.value.isEmpty }
        if nodes.isEmpty { nodes.append(Node(key: Sanitized(literal: ""), parent: -1)) }
        var current = 0
        var known = path.startIndex
        while known < path.endIndex {
            var child = nodes[current].firstChild
            while child >= 0, nodes[child].key != path[known] { child = nodes[child].nextSibling }
            guard child >= 0 else { break }
            current = child
            known += 1
        }
        let total = path[known...].reduce(size + cost) { $0 + MetaTree.size(of: $1) + 4 }
        guard total <= limit else { return nil }
        size = total
        for key in path[known...] { current = addNode(key, to: current) }
        return current
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
                if nodes[node].hasNotes { output.append(",") }
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
        guard nodes[node].hasNotes else { return }
        output.append("\"\":{")
        if !remarks.isEmpty {
            output.append("\"rem\":[")
            for (index, remark) in remarks.enumerated() {
                if index > 0 { output.append(",") }
                append(remark, to: &output)
            }
            output.append(faults.isEmpty ? "]" : "],")
        }
        if !faults.isEmpty {
            output.append("\"err\":[")
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
        output.append("}")
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
