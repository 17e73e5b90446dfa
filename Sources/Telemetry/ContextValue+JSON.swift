internal import Sanitizer

extension ContextValue {
    /// Values nested deeper are read as null.
    static let depthLimit = 32

    /// Reads one JSON value; nil for what is none. Of members of one name the last counts.
    package init?(json: Span<UInt8>) {
        var reader = JSONReader(json)
        guard let token = try? reader.next(), let value = ContextValue.read(token, from: &reader, depth: 0),
            case .end = try? reader.next()
        else { return nil }
        self = value
    }

    private static func read(_ token: JSONReader.Token, from reader: inout JSONReader, depth: Int) -> ContextValue? {
        switch token {
        case .string(let range): return .string(reader.string(range))
        case .number(let range): return number(range, in: reader)
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .null: return .null
        case .arrayStart: return array(from: &reader, depth: depth + 1)
        case .objectStart: return object(from: &reader, depth: depth + 1)
        case .key, .objectEnd, .arrayEnd, .end: return nil
        }
    }

    private static func number(_ range: Range<Int>, in reader: borrowing JSONReader) -> ContextValue {
        if let whole = reader.int64(range) { return .integer(whole) }
        return Double(reader.string(range)).map { .double($0) } ?? .null
    }

    private static func array(from reader: inout JSONReader, depth: Int) -> ContextValue? {
        var values: [ContextValue] = []
        while true {
            guard let token = try? reader.next() else { return nil }
            if token == .arrayEnd { return depth > depthLimit ? .null : .array(values) }
            guard let value = nested(token, from: &reader, depth: depth) else { return nil }
            values.append(value)
        }
    }

    private static func object(from reader: inout JSONReader, depth: Int) -> ContextValue? {
        var members: [String: ContextValue] = [:]
        while true {
            guard let token = try? reader.next() else { return nil }
            if token == .objectEnd { return depth > depthLimit ? .null : .object(members) }
            guard case .key(let name) = token, let first = try? reader.next(),
                let value = nested(first, from: &reader, depth: depth)
            else { return nil }
            members[reader.string(name)] = value
        }
    }

    /// A value inside a container; containers beyond the limit are passed over without another call.
    private static func nested(_ token: JSONReader.Token, from reader: inout JSONReader, depth: Int) -> ContextValue? {
        guard depth >= depthLimit else { return read(token, from: &reader, depth: depth) }
        switch token {
        case .arrayStart, .objectStart:
            let outer = reader.depth - 1
            while reader.depth > outer {
                guard let token = try? reader.next(), token != .end else { return nil }
            }
            return .null
        default: return read(token, from: &reader, depth: depth)
        }
    }
}
