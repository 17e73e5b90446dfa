/// A command's arguments, read strictly: what is not declared is refused.
///
/// `--name value` and `--name=value` are the same; `--` ends the options; an option may stand once.
package struct CommandArguments: Sendable {
    /// What stood where no option was expected.
    package private(set) var positionals: [String] = []
    private var values: [String: String] = [:]
    private var lists: [String: [String]] = [:]
    private var flags: Set<String> = []

    /// Reads arguments. `--help` is accepted by every command.
    package init(
        _ arguments: [String],
        flags known: Set<String> = [],
        values valued: Set<String> = [],
        lists listed: Set<String> = [],
        positionals allowed: ClosedRange<Int> = 0...0
    ) throws(UsageError) {
        var rest = arguments.makeIterator()
        var optionsEnded = false
        while let argument = rest.next() {
            guard !optionsEnded, argument.hasPrefix("-"), argument != "-" else {
                positionals.append(argument)
                continue
            }
            if argument == "--" {
                optionsEnded = true
                continue
            }
            var name = argument
            var value: String?
            if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
                name = String(argument[..<equals])
                value = String(argument[argument.index(after: equals)...])
            }
            if name == "--help" || name == "-h" {
                flags.insert("--help")
                continue
            }
            if known.contains(name) {
                guard value == nil else { throw UsageError("\(name) takes no value") }
                flags.insert(name)
            } else if listed.contains(name) {
                guard let text = value ?? rest.next(), !text.isEmpty else { throw UsageError("\(name) needs a value") }
                lists[name, default: []].append(text)
            } else if valued.contains(name) {
                guard let text = value ?? rest.next(), !text.isEmpty else { throw UsageError("\(name) needs a value") }
                guard values.updateValue(text, forKey: name) == nil else {
                    throw UsageError("\(name) is given twice")
                }
            } else {
                throw UsageError("unknown option \(name)")
            }
        }
        guard !wantsHelp else { return }
        guard positionals.count <= allowed.upperBound else {
            throw UsageError("unexpected argument \(positionals[allowed.upperBound])")
        }
        guard positionals.count >= allowed.lowerBound else { throw UsageError("an argument is missing") }
    }

    /// Reads what a command declares.
    init(_ arguments: [String], _ syntax: CommandSyntax) throws(UsageError) {
        try self.init(
            arguments,
            flags: syntax.flags,
            values: syntax.values,
            lists: syntax.lists,
            positionals: syntax.positionals
        )
    }

    /// Whether `--help` or `-h` was given.
    package var wantsHelp: Bool { flags.contains("--help") }

    /// Whether a flag was given.
    package func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The value of an option, or nil.
    package func value(_ name: String) -> String? { values[name] }

    /// The values of an option that may stand more than once, in order.
    package func all(_ name: String) -> [String] { lists[name] ?? [] }

    /// The value of an option as a number of at least `minimum`, or nil if it was not given.
    package func number(_ name: String, minimum: Int64) throws(UsageError) -> Int64? {
        guard let text = values[name] else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text), number >= minimum else {
            throw UsageError("\(name) wants a number, \(minimum) or more")
        }
        return number
    }
}
