/// A policy document in memory, with the place of everything in it. Flat: children are numbers of nodes.
struct PolicyTree {
    /// What a node is.
    enum Kind: Equatable {
        case object, array, string, number, `true`, `false`, null
    }

    /// A member of an object.
    struct Member {
        let name: String
        let offset: Int
        let node: Int
    }

    /// One value.
    struct Node {
        let kind: Kind
        /// Where it starts.
        let offset: Int
        /// A string without its escapes; a number as written.
        var text = ""
        /// The value of a number that is a whole one.
        var number: Int64?
        var members: [Member] = []
        var elements: [Int] = []
    }

    /// The root first.
    private(set) var nodes: [Node] = []
    /// Where each line starts.
    private var lines: [Int] = [0]

    /// Where reading a document stopped, and why.
    struct Failure: Error {
        let offset: Int
        let reason: String
    }

    /// An empty tree, for faults of a document that is none.
    init() {}

    /// Reads a document. No recursion; depth is the reader's limit, size the caller's.
    mutating func read(_ bytes: Span<UInt8>) throws(Failure) {
        for offset in 0..<bytes.count where bytes[offset] == 0x0A { lines.append(offset + 1) }
        do throws(JSONFault) {
            try readNodes(bytes)
        } catch {
            throw Failure(offset: error.offset, reason: Self.reason(error.reason))
        }
    }

    private mutating func readNodes(_ bytes: Span<UInt8>) throws(JSONFault) {
        var reader = JSONReader(bytes)
        var open: [Int] = []
        var name: (text: String, offset: Int)?
        while true {
            let token = try reader.next()
            var node: Node
            switch token {
            case .end: return
            case .key(let range):
                name = (reader.string(range), range.lowerBound - 1)
                continue
            case .objectEnd, .arrayEnd:
                open.removeLast()
                continue
            case .objectStart: node = Node(kind: .object, offset: reader.offset - 1)
            case .arrayStart: node = Node(kind: .array, offset: reader.offset - 1)
            case .string(let range):
                node = Node(kind: .string, offset: range.lowerBound - 1)
                node.text = reader.string(range)
            case .number(let range):
                node = Node(kind: .number, offset: range.lowerBound)
                node.number = reader.int64(range)
            case .true: node = Node(kind: .true, offset: reader.offset - 4)
            case .false: node = Node(kind: .false, offset: reader.offset - 5)
            case .null: node = Node(kind: .null, offset: reader.offset - 4)
            }
            if let parent = open.last {
                if let member = name, nodes[parent].kind == .object {
                    nodes[parent].members.append(Member(name: member.text, offset: member.offset, node: nodes.count))
                } else {
                    nodes[parent].elements.append(nodes.count)
                }
            }
            name = nil
            if node.kind == .object || node.kind == .array { open.append(nodes.count) }
            nodes.append(node)
        }
    }

    private static func reason(_ reason: JSONFault.Reason) -> String {
        switch reason {
        case .syntax: "not JSON"
        case .truncated: "the document ends inside a value"
        case .trailing: "something follows the document"
        case .encoding: "not UTF-8"
        case .depth: "nested too deep"
        }
    }

    /// Line and column of a byte, from 1.
    func place(_ offset: Int) -> (line: Int, column: Int) {
        var low = 0
        var high = lines.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lines[middle] <= offset { low = middle } else { high = middle }
        }
        return (low + 1, offset - lines[low] + 1)
    }

    /// A value as compact JSON. Calls itself as deep as the value is nested: for entries that were checked, whose
    /// conditions go no deeper than `PolicyLimits.conditionDepth`.
    func json(_ node: Int) -> String {
        let value = nodes[node]
        switch value.kind {
        case .object:
            return "{" + value.members.map { "\(PolicyText.quoted($0.name)): \(json($0.node))" }.joined(separator: ", ")
                + "}"
        case .array: return "[" + value.elements.map { json($0) }.joined(separator: ", ") + "]"
        case .string: return PolicyText.quoted(value.text)
        case .number: return value.number.map { String($0) } ?? "0"
        case .true: return "true"
        case .false: return "false"
        case .null: return "null"
        }
    }
}
