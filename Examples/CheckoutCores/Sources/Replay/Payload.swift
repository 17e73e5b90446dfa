internal import Telemetry
internal import TelemetryTesting

/// Something raw that a core held, as JSON of any shape; fields are found by their names, wherever they stand.
struct Payload {
    let value: ContextValue

    init(_ value: ContextValue) {
        self.value = value
    }

    /// The first field of one of these names, in order of the names, as text: numbers and flags, too.
    func text(_ names: String...) -> String? {
        for name in names {
            if let text = find(name, in: value, depth: 0).flatMap(Self.text) { return text }
        }
        return nil
    }

    /// The first field of one of these names as an integer.
    func integer(_ names: String...) -> Int? {
        for name in names {
            if let text = find(name, in: value, depth: 0).flatMap(Self.text), let number = Int(text) { return number }
        }
        return nil
    }

    /// A member of the payload itself.
    func member(_ name: String) -> ContextValue? {
        guard case .object(let members) = value else { return nil }
        return members[name]
    }

    /// The fields of the payload and of what is nested in it, as a bridge hands them on: names and texts.
    var fields: [String: String] {
        var fields: [String: String] = [:]
        collect(value, into: &fields, depth: 0)
        return fields
    }

    private func collect(_ value: ContextValue, into fields: inout [String: String], depth: Int) {
        guard case .object(let members) = value, depth < 8 else { return }
        for (name, member) in members {
            if let text = Self.text(member) { fields[name] = fields[name] ?? text }
            collect(member, into: &fields, depth: depth + 1)
        }
    }

    private func find(_ name: String, in value: ContextValue, depth: Int) -> ContextValue? {
        guard depth < 8 else { return nil }
        switch value {
        case .object(let members):
            if let found = members[name] { return found }
            for key in members.keys.sorted() {
                if let member = members[key], let found = find(name, in: member, depth: depth + 1) { return found }
            }
        case .array(let elements):
            for element in elements {
                if let found = find(name, in: element, depth: depth + 1) { return found }
            }
        default: break
        }
        return nil
    }

    private static func text(_ value: ContextValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .double(let number): String(number)
        case .bool(let flag): flag ? "true" : "false"
        default: nil
        }
    }
}
