public import Telemetry

extension ContextValue {
    /// The value at a JSON Pointer (RFC 6901), as in `/exception/values/0/value`; nil if there is none. The empty pointer
    /// is the value itself.
    public subscript(pointer: String) -> ContextValue? {
        var value = self
        for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let name = part.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
                .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
            switch value {
            case .object(let members):
                guard let member = members[name] else { return nil }
                value = member
            case .array(let elements):
                guard let place = Int(name), elements.indices.contains(place) else { return nil }
                value = elements[place]
            case .string, .integer, .double, .bool, .null: return nil
            }
        }
        return value
    }

    /// The text, if it is one.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The whole number, if it is one.
    public var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The elements, if it is an array; else none.
    public var elements: [ContextValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The members' names in order of the alphabet, if it is an object; else none.
    public var names: [String] {
        if case .object(let members) = self { members.keys.sorted() } else { [] }
    }

    /// Whether `text` stands in a string or a name anywhere in it.
    func contains(_ text: String) -> Bool {
        var open = [self]
        while let value = open.popLast() {
            switch value {
            case .string(let string):
                if string.contains(text) { return true }
            case .array(let elements): open += elements
            case .object(let members):
                if members.keys.contains(where: { $0.contains(text) }) { return true }
                open += members.values
            case .integer, .double, .bool, .null: break
            }
        }
        return false
    }

    /// The value of a JSON text; nil if it is none. Values beyond 32 levels are null.
    init?(jsonBytes bytes: [UInt8]) {
        self.init(json: ContiguousArray(bytes).span)
    }
}
