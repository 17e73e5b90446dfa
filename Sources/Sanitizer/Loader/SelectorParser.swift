/// Reads a selector: `extra.**.customer`, `request.headers.$string && !**.'user agent'`, `a.*[0] || (b && $number)`.
///
/// Names are letters, digits, `_`, `-`, `$`-words are types (`$string`, `$number`, `$boolean`, `$object`, `$array`),
/// everything else stands between `'` (doubled inside) ; `*` is any one step, `**` any number of them, `[2]` or a number
/// an index. `&&` binds closer than `||`, `!` closer than both. A type by itself says what the value is, anywhere.
struct SelectorParser {
    private let bytes: [UInt8]
    private var position = 0
    private var parts = 0
    /// The paths that were met, by number; shared with the rest of the policy.
    private(set) var paths: [PathPattern]

    /// What is wrong with a selector.
    struct Failure: Error, Equatable {
        let reason: String
    }

    private init(_ text: String, _ paths: [PathPattern]) {
        bytes = Array(text.utf8)
        self.paths = paths
    }

    /// Reads `text`; new paths are added to `paths`.
    static func read(_ text: String, paths: inout [PathPattern]) throws(Failure) -> Condition {
        guard !text.isEmpty, text.utf8.count <= 1_024 else { throw Failure(reason: "a path has 1 to 1024 bytes") }
        var parser = SelectorParser(text, paths)
        let condition = try parser.any(depth: 0)
        parser.skipSpace()
        guard parser.position == parser.bytes.count else {
            throw Failure(reason: "a path that does not end where it should")
        }
        paths = parser.paths
        return condition
    }

    private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private mutating func skipSpace() {
        while next == 0x20 { position += 1 }
    }

    private mutating func skip(_ sign: UInt8) -> Bool {
        skipSpace()
        guard position + 1 < bytes.count, bytes[position] == sign, bytes[position + 1] == sign else { return false }
        position += 2
        return true
    }

    private mutating func any(depth: Int) throws(Failure) -> Condition {
        var list = [try all(depth: depth)]
        while skip(0x7C) { list.append(try all(depth: depth)) }
        return list.count == 1 ? list[0] : .or(list)
    }

    private mutating func all(depth: Int) throws(Failure) -> Condition {
        var list = [try one(depth: depth)]
        while skip(0x26) { list.append(try one(depth: depth)) }
        return list.count == 1 ? list[0] : .and(list)
    }

    private mutating func one(depth: Int) throws(Failure) -> Condition {
        guard depth < PolicyLimits.conditionDepth, parts < PolicyLimits.conditions else {
            throw Failure(reason: "a path with too many parts")
        }
        parts += 1
        skipSpace()
        if next == 0x21 {
            position += 1
            return .not(try one(depth: depth + 1))
        }
        if next == 0x28 {
            position += 1
            let inner = try any(depth: depth + 1)
            skipSpace()
            guard next == 0x29 else { throw Failure(reason: "a path with a bracket that is not closed") }
            position += 1
            return inner
        }
        return try path()
    }

    private mutating func path() throws(Failure) -> Condition {
        var components = [try component()]
        while true {
            if next == 0x2E {
                position += 1
                let component = try component()
                // Any number of steps twice is any number of steps.
                if component != .deep || components.last != .deep { components.append(component) }
            } else if next == 0x5B {
                components.append(try component())
            } else {
                break
            }
            guard components.count <= 100 else { throw Failure(reason: "a path deeper than documents are") }
        }
        if components.count == 1, case .type(let type) = components[0] { return .type(type) }
        let pattern = PathPattern(components: components)
        if let known = paths.firstIndex(of: pattern) { return .path(known) }
        let steps = paths.reduce(0) { $0 + $1.components.count + 1 }
        guard paths.count < PolicyLimits.paths, steps + components.count < PolicyLimits.steps else {
            throw Failure(reason: "too many different paths")
        }
        paths.append(pattern)
        return .path(paths.count - 1)
    }

    private mutating func component() throws(Failure) -> PathPattern.Component {
        switch next {
        case 0x2A:
            position += 1
            guard next == 0x2A else { return .any }
            position += 1
            return .deep
        case 0x5B:
            position += 1
            let index = try number()
            guard next == 0x5D else { throw Failure(reason: "a path with an index that is not closed") }
            position += 1
            return .index(index)
        case 0x27: return .name(try quoted())
        case 0x24:
            position += 1
            let word = String(decoding: plain(), as: UTF8.self)
            guard let type = ValueType(rawValue: word) else { throw Failure(reason: "a path with an unknown type") }
            return .type(type)
        default:
            let start = position
            let name = plain()
            guard !name.isEmpty else { throw Failure(reason: "a path with an empty step") }
            guard name.allSatisfy(\.isDigit) else { return .name(name.map(KeyTable.lowered)) }
            position = start
            return .index(try number())
        }
    }

    private mutating func plain() -> [UInt8] {
        let start = position
        while next.isAlphanumeric || next == 0x5F || next == 0x2D { position += 1 }
        return Array(bytes[start..<position])
    }

    private mutating func number() throws(Failure) -> Int {
        var value = 0
        var digits = 0
        while next.isDigit, digits < 9 {
            value = value * 10 + Int(next - 0x30)
            position += 1
            digits += 1
        }
        guard digits > 0, !next.isDigit else { throw Failure(reason: "a path with a wrong index") }
        return value
    }

    private mutating func quoted() throws(Failure) -> [UInt8] {
        position += 1
        var name: [UInt8] = []
        while position < bytes.count {
            if next == 0x27 {
                position += 1
                guard next == 0x27 else {
                    guard !name.isEmpty else { throw Failure(reason: "a path with an empty step") }
                    return name
                }
            }
            name.append(KeyTable.lowered(next))
            position += 1
        }
        throw Failure(reason: "a path with a quote that is not closed")
    }
}
