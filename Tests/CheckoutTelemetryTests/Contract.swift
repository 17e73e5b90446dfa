import Foundation
import Testing

/// A file of `Schemas/contracts`: what an SDK's page documents. A test reads all of it, or fails.
final class Contract {
    static let schemas = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Schemas")

    private let members: [String: Cell]
    private var unread: Set<String>

    init(_ name: String) throws {
        let data = try Data(contentsOf: Self.schemas.appending(path: "contracts/\(name).json"))
        members = try JSONDecoder().decode([String: Cell].self, from: data)
        unread = Set(members.keys).subtracting(["describes"])
    }

    /// Members that no test looked at.
    var rest: [String] { unread.sorted() }

    func string(_ key: String) throws -> String { try #require(cell(key).text, "\(key)") }
    func integer(_ key: String) throws -> Int { try #require(cell(key).number, "\(key)") }
    func flag(_ key: String) throws -> Bool { try cell(key) == .flag(true) }
    func strings(_ key: String) throws -> [String] { try #require(cell(key).texts, "\(key)") }
    func row(_ key: String) throws -> Row { try #require(cell(key).row, "\(key)") }
    func rows(_ key: String) throws -> [Row] {
        guard case .list(let cells) = try cell(key) else { return try #require(nil, "\(key)") }
        return try cells.map { try #require($0.row, "\(key)") }
    }
    func pairs(_ key: String) throws -> [String: String] {
        try row(key).cells.mapValues { try #require($0.text, "\(key)") }
    }
    func numbers(_ key: String) throws -> [String: Int] {
        try row(key).cells.mapValues { try #require($0.number, "\(key)") }
    }

    private func cell(_ key: String) throws -> Cell {
        unread.remove(key)
        return try #require(members[key], "\(key)")
    }

    /// A value of the file.
    enum Cell: Hashable, Sendable, Decodable {
        case absent
        case flag(Bool)
        case number(Int)
        case text(String)
        case list([Cell])
        case table([String: Cell])

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .absent
            } else if let flag = try? value.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? value.decode(Int.self) {
                self = .number(number)
            } else if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if let list = try? value.decode([Cell].self) {
                self = .list(list)
            } else {
                self = .table(try value.decode([String: Cell].self))
            }
        }

        var text: String? { if case .text(let text) = self { text } else { nil } }
        var number: Int? { if case .number(let number) = self { number } else { nil } }
        var texts: [String]? { if case .list(let cells) = self { cells.compactMap(\.text) } else { nil } }
        var row: Row? { if case .table(let cells) = self { Row(cells: cells) } else { nil } }
    }

    /// One row of a table. A cell that is null is as absent.
    struct Row: Hashable, Sendable {
        let cells: [String: Cell]

        init(cells: [String: Cell]) {
            self.cells = cells.filter { $0.value != .absent }
        }

        /// A row of words as the code has it.
        init(_ words: [String: String?], flags: [String: Bool] = [:]) {
            let texts = words.compactMapValues { $0.map(Cell.text) }
            cells = texts.merging(flags.mapValues(Cell.flag)) { first, _ in first }
        }

        subscript(_ key: String) -> String? { cells[key]?.text }
        func strings(_ key: String) -> [String] { cells[key]?.texts ?? [] }
        func integer(_ key: String) -> Int? { cells[key]?.number }
    }
}
