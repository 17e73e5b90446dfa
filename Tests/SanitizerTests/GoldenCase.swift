import Foundation

@testable import Sanitizer

/// One file of the golden corpus: an input, and exactly what each profile makes of it.
///
/// `{"note", "profile": "both" | "standard", "format": "json" | "text", "input", "output", "findings",
/// "strict": {"output", "findings"}}`. `both` says that the profiles agree; else `strict` states what differs. A
/// document is kept as it stands in the file, byte for byte, so number lexemes, escapes and white space are part of
/// the case; a text is the value of a JSON string.
struct GoldenCase {
    /// What one profile makes of the input.
    struct Expectation: Equatable {
        var output: [UInt8]
        var findings: [GoldenFinding]
    }

    var note = ""
    var isText = false
    var input: [UInt8] = []
    /// By profile. One entry under `standard` when the profiles agree.
    var standard = Expectation(output: [], findings: [])
    var strict: Expectation?

    /// Reads the file at `url`.
    init(contentsOf url: URL) throws {
        let bytes = try [UInt8](Data(contentsOf: url))
        let members = try RawJSON.members(of: bytes)
        let known: Set = ["note", "profile", "format", "input", "output", "findings", "strict"]
        for member in members where !known.contains(member.name) {
            throw GoldenFault("unknown member \(member.name)")
        }
        note = try members.string("note")
        guard !note.isEmpty else { throw GoldenFault("a case says what it is about") }
        switch try members.string("format") {
        case "json": isText = false
        case "text": isText = true
        default: throw GoldenFault("format is json or text")
        }
        input = try content(of: members.raw("input"))
        standard = try expectation(members)
        switch try members.string("profile") {
        case "both":
            guard !members.contains(where: { $0.name == "strict" }) else {
                throw GoldenFault("both profiles agree, and strict differs")
            }
        case "standard":
            strict = try expectation(RawJSON.members(of: members.raw("strict")))
            guard strict != standard else { throw GoldenFault("strict differs in nothing: the profile is both") }
        default: throw GoldenFault("profile is both or standard")
        }
    }

    /// What the profile makes of the input.
    func expectation(_ profile: Policy.Profile) -> Expectation {
        profile == .strict ? strict ?? standard : standard
    }

    /// The bytes that a run works on: a document as it is written, a text without quotes and escapes.
    private func content(of raw: [UInt8]) throws -> [UInt8] {
        isText ? Array(try RawJSON.string(raw).utf8) : raw
    }

    private func expectation(_ members: [RawJSON.Member]) throws -> Expectation {
        let list = try JSONDecoder().decode([GoldenFinding].self, from: Data(members.raw("findings")))
        return try Expectation(output: content(of: members.raw("output")), findings: list)
    }
}

/// A finding as a case states it. Evidence is compared where it is stated.
struct GoldenFinding: Codable, Equatable, CustomStringConvertible {
    var path: String
    var rule: String
    var method: String
    var evidence: [String]?

    var description: String {
        "\(rule) \(method) at \(path.isEmpty ? "the top" : path)" + (evidence.map { " by \($0)" } ?? "")
    }
}

/// What is wrong with a file of the corpus.
struct GoldenFault: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}

/// JSON whose values keep their bytes. Plain and slow, and nothing of the engine's, so that the engine is not judged
/// by itself; nor Foundation's, which refuses half surrogate pairs.
enum RawJSON {
    /// A member of an object, its value as it is written.
    struct Member {
        var name: String
        var raw: [UInt8]
    }

    /// The members of the object that `bytes` are.
    static func members(of bytes: [UInt8]) throws -> [Member] {
        func isAt(_ position: Int, _ mark: Unicode.Scalar) -> Bool {
            position < bytes.count && bytes[position] == UInt8(ascii: mark)
        }
        var members: [Member] = []
        var position = space(bytes, 0)
        guard isAt(position, "{") else { throw GoldenFault("no object") }
        repeat {
            let name = space(bytes, position + 1)
            let nameEnd = end(bytes, name)
            let colon = space(bytes, nameEnd)
            let value = space(bytes, colon + 1)
            let valueEnd = end(bytes, value)
            guard isAt(name, "\""), isAt(colon, ":"), valueEnd > value else {
                throw GoldenFault("no member at \(name)")
            }
            members.append(Member(name: try string(Array(bytes[name..<nameEnd])), raw: Array(bytes[value..<valueEnd])))
            position = space(bytes, valueEnd)
        } while isAt(position, ",")
        guard isAt(position, "}"), space(bytes, position + 1) == bytes.count else {
            throw GoldenFault("no end of the object at \(position)")
        }
        return members
    }

    /// The value of a JSON string.
    static func string(_ raw: [UInt8]) throws -> String {
        let value = try JSONSerialization.jsonObject(with: Data(raw), options: .fragmentsAllowed)
        guard let string = value as? String else {
            throw GoldenFault("no string: \(String(decoding: raw, as: UTF8.self))")
        }
        return string
    }

    private static func space(_ bytes: [UInt8], _ start: Int) -> Int {
        var position = start
        while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) { position += 1 }
        return position
    }

    /// Where the value ends that starts at `start`.
    private static func end(_ bytes: [UInt8], _ start: Int) -> Int {
        var depth = 0
        var isInString = false
        var position = start
        while position < bytes.count {
            let byte = bytes[position]
            if isInString {
                if byte == UInt8(ascii: "\\") { position += 1 }
                if byte == UInt8(ascii: "\"") { isInString = false }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    if depth == 0 { return position }
                    depth -= 1
                case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09:
                    if depth == 0 { return position }
                default: break
                }
                if depth == 0, byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { return position + 1 }
            }
            if !isInString, depth == 0, byte == UInt8(ascii: "\""), position > start { return position + 1 }
            position += 1
        }
        return position
    }
}

extension [RawJSON.Member] {
    /// The value of the member as it is written.
    func raw(_ name: String) throws -> [UInt8] {
        let found = filter { $0.name == name }
        guard let member = found.first, found.count == 1 else { throw GoldenFault("one member \(name) is needed") }
        return member.raw
    }

    /// The value of the member, a string.
    func string(_ name: String) throws -> String {
        try RawJSON.string(raw(name))
    }
}
