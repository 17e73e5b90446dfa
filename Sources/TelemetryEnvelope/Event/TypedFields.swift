internal import Sanitizer

/// Fields below the top level that hold a number, a truth value, a time or a level, where text cannot stand.
enum TypedFields {
    /// Whether a finding at this path took the value of such a field.
    static func contains(_ path: [Sanitized<String>]) -> Bool {
        guard (3...8).contains(path.count), path.allSatisfy({ $0.value.utf8.count <= 32 }),
            let root = path.first?.value, let name = path.last?.value
        else { return false }
        switch root {
        case "exception", "threads", "stacktrace":
            return name == "lineno" || name == "colno" || name == "in_app"
        case "breadcrumbs":
            return name == "timestamp" || name == "level"
        default:
            return false
        }
    }

    /// Where in `document` the values at these JSON Pointers stand, in one walk. Those that lead nowhere are left out.
    static func locate(_ pointers: Set<String>, in document: Span<UInt8>) -> [String: Range<Int>] {
        var found: [String: Range<Int>] = [:]
        var walk = JSONWalk(document)
        while let (pointer, range) = walk.nextScalar() {
            if pointers.contains(pointer) { found[pointer] = range }
        }
        return found
    }
}

/// Goes through the scalars of a document that are named like a typed field, with their JSON Pointers.
private struct JSONWalk: ~Escapable {
    private var reader: JSONReader
    private var path: [Step] = []

    private enum Step {
        case key(Range<Int>)
        case index(Int)
    }

    @_lifetime(copy document)
    init(_ document: Span<UInt8>) {
        reader = JSONReader(document)
    }

    /// Whether the names on the path are short, as those of typed fields are.
    private func isShort() -> Bool {
        path.allSatisfy { step in
            if case .key(let name) = step { return name.count <= 192 }
            return true
        }
    }

    /// The next scalar under a key; nil at the end or where the document ends being JSON.
    @_lifetime(self: copy self)
    mutating func nextScalar() -> (pointer: String, range: Range<Int>)? {
        while let token = try? reader.next() {
            switch token {
            case .end: return nil
            case .key(let name):
                path.removeLast()
                path.append(.key(name))
                continue
            case .objectStart:
                beginValue()
                path.append(.key(0..<0))
                continue
            case .arrayStart:
                beginValue()
                path.append(.index(-1))
                continue
            case .objectEnd, .arrayEnd:
                path.removeLast()
                continue
            case .string(let content):
                beginValue()
                guard isTyped(), isShort() else { continue }
                return (pointer(), content.lowerBound - 1..<content.upperBound + 1)
            case .number, .true, .false, .null:
                beginValue()
            }
        }
        return nil
    }

    /// In an array, moves on to the next index.
    @_lifetime(self: copy self)
    private mutating func beginValue() {
        guard case .index(let index) = path.last else { return }
        path[path.count - 1] = .index(index + 1)
    }

    private func isTyped() -> Bool {
        guard path.count <= 8, case .key(let name) = path.last else { return false }
        let names: [StaticString] = ["lineno", "colno", "in_app", "timestamp", "level"]
        return names.contains { reader.equals(name, $0) }
    }

    private func pointer() -> String {
        var text = ""
        for step in path {
            switch step {
            case .index(let index): text += "/\(index)"
            case .key(let name):
                text += "/"
                for character in reader.string(name).unicodeScalars {
                    switch character {
                    case "~": text += "~0"
                    case "/": text += "~1"
                    default: text.unicodeScalars.append(character)
                    }
                }
            }
        }
        return text
    }
}
