import Foundation

/// JSON as it stands in files: members in the order given, short lists and objects on one line.
enum JSONText: Sendable {
    case members([Member])
    case list([JSONText])
    case text(String)
    case number(Int64)
    case flag(Bool)
    case absent

    struct Member: Sendable {
        let name: String
        let value: JSONText
    }

    static func object(_ members: [(String, JSONText)]) -> JSONText {
        .members(members.map { Member(name: $0.0, value: $0.1) })
    }

    static func texts(_ texts: [String]) -> JSONText { .list(texts.map(JSONText.text)) }

    /// The value, with a line end.
    var file: String { render(0) + "\n" }

    private func render(_ indent: Int) -> String {
        let line = flat
        if line.count + indent <= 112, !line.hasPrefix("{") || indent > 0 { return line }
        let inner = String(repeating: " ", count: indent + 2)
        let outer = String(repeating: " ", count: indent)
        switch self {
        case .members(let members):
            let lines = members.map { inner + Self.quoted($0.name) + ": " + $0.value.render(indent + 2) }
            return "{\n" + lines.joined(separator: ",\n") + "\n" + outer + "}"
        case .list(let items):
            return "[\n" + Self.filled(items, inner, indent) + "\n" + outer + "]"
        default: return line
        }
    }

    /// Scalars several to a line, everything else one to a line.
    private static func filled(_ items: [JSONText], _ inner: String, _ indent: Int) -> String {
        guard items.allSatisfy(\.isScalar) else {
            return items.map { inner + $0.render(indent + 2) }.joined(separator: ",\n")
        }
        var lines = [inner]
        for (offset, item) in items.enumerated() {
            let text = item.flat + (offset + 1 == items.count ? "" : ",")
            if lines[lines.count - 1].count + text.count > 114 { lines.append(inner) }
            let isFirst = lines[lines.count - 1] == inner
            lines[lines.count - 1] += (isFirst ? "" : " ") + text
        }
        return lines.joined(separator: "\n")
    }

    private var isScalar: Bool {
        switch self {
        case .members, .list: false
        default: true
        }
    }

    private var flat: String {
        switch self {
        case .members(let members) where members.isEmpty: "{}"
        case .members(let members):
            "{ " + members.map { Self.quoted($0.name) + ": " + $0.value.flat }.joined(separator: ", ") + " }"
        case .list(let items): "[" + items.map(\.flat).joined(separator: ", ") + "]"
        case .text(let text): Self.quoted(text)
        case .number(let number): String(number)
        case .flag(let flag): flag ? "true" : "false"
        case .absent: "null"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

/// A file that is made from the code: compared by the tests, written anew by `scripts/documents --rewrite`.
enum MadeFile {
    static let root = Contract.schemas.deletingLastPathComponent()

    /// Whether the file at `path`, from the root of the package, is exactly `text`.
    static func isCurrent(_ path: String, _ text: String) throws -> Bool {
        let url = root.appending(path: path)
        if ProcessInfo.processInfo.environment["TELEMETRY_DOCUMENTS"] == "rewrite" {
            try Data(text.utf8).write(to: url)
        }
        return try String(decoding: Data(contentsOf: url), as: UTF8.self) == text
    }
}
