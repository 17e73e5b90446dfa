internal import Sanitizer

/// A JSON document as a tree, members in document order: for commands that print one event, not for the ingest path.
indirect enum JSONTree: Sendable, Hashable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number, as written.
    case number(String)
    /// A string, escapes resolved.
    case string(String)
    /// An array.
    case array([JSONTree])
    /// An object.
    case object([Member])

    /// A member of an object.
    struct Member: Sendable, Hashable {
        var key: String
        var value: JSONTree
    }

    private enum Frame {
        case array([JSONTree])
        case object([Member], key: String)
    }

    /// Reads one document; nil if it is not JSON or nests deeper than 100 levels. No recursion.
    init?(_ bytes: [UInt8]) {
        let storage = ContiguousArray(bytes)
        guard let tree = JSONTree.read(storage.span) else { return nil }
        self = tree
    }

    private static func read(_ bytes: Span<UInt8>) -> JSONTree? {
        var reader = JSONReader(bytes)
        var stack: [Frame] = []
        do throws(Pass.Failure) {
            while true {
                var value: JSONTree
                switch try reader.next() {
                case .end: return nil
                case .key(let range):
                    guard case .object(let members, _)? = stack.popLast() else { return nil }
                    stack.append(.object(members, key: reader.string(range)))
                    continue
                case .objectStart:
                    stack.append(.object([], key: ""))
                    continue
                case .arrayStart:
                    stack.append(.array([]))
                    continue
                case .objectEnd, .arrayEnd:
                    switch stack.popLast() {
                    case .array(let elements)?: value = .array(elements)
                    case .object(let members, _)?: value = .object(members)
                    case nil: return nil
                    }
                case .string(let range): value = .string(reader.string(range))
                case .number(let range): value = .number(reader.string(range))
                case .true: value = .bool(true)
                case .false: value = .bool(false)
                case .null: value = .null
                }
                switch stack.popLast() {
                case .array(var elements)?:
                    elements.append(value)
                    stack.append(.array(elements))
                case .object(var members, let key)?:
                    members.append(Member(key: key, value: value))
                    stack.append(.object(members, key: key))
                case nil:
                    guard try reader.next() == .end else { return nil }
                    return value
                }
            }
        } catch {
            return nil
        }
    }

    /// The first member with this key, or nil.
    subscript(key: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The elements, or none if it is no array. Clients write both `{"values": […]}` and `[…]`.
    var elements: [JSONTree] {
        switch self {
        case .array(let elements): elements
        case .object: self["values"]?.elements ?? []
        default: []
        }
    }

    /// The members, or none if it is no object.
    var members: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    /// A scalar as text; nil for containers and `null`.
    var text: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }

    /// The integer, if it is one.
    var integer: Int64? {
        guard case .number(let lexeme) = self else { return nil }
        return Int64(lexeme)
    }

    /// Every scalar below, with the path of keys and indices that leads to it, in document order. No recursion.
    var leaves: [(path: [String], value: JSONTree)] {
        var leaves: [(path: [String], value: JSONTree)] = []
        var stack: [(path: [String], value: JSONTree)] = [([], self)]
        while let (path, value) = stack.popLast() {
            switch value {
            case .object(let members) where !members.isEmpty:
                for member in members.reversed() { stack.append((path + [member.key], member.value)) }
            case .array(let elements) where !elements.isEmpty:
                for (index, element) in elements.enumerated().reversed() {
                    stack.append((path + [String(index)], element))
                }
            default: leaves.append((path, value))
            }
        }
        return leaves
    }
}
