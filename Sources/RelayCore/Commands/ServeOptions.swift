/// The flags of `serve`.
struct ServeOptions: Sendable, Hashable {
    /// `--config FILE`.
    var config: String?
    /// `--listen HOST:PORT`.
    var listen: ListenAddress?
    /// `--data DIR`.
    var data: String?
    /// `--store URL`.
    var store: String?
    /// `--policy FILE`.
    var policy: String?
    /// `--help`.
    var help = false

    /// No flags.
    init() {}

    /// Reads the arguments after `serve`.
    init(_ arguments: some Sequence<String>) throws(ServeUsageError) {
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            var name = argument
            var value: String?
            if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
                name = String(argument[..<equals])
                value = String(argument[argument.index(after: equals)...])
            }
            if name == "--help" || name == "-h" {
                help = true
                continue
            }
            guard ["--config", "--listen", "--data", "--store", "--policy"].contains(name) else {
                throw ServeUsageError(text: "serve: unknown argument \(name)")
            }
            guard let text = value ?? rest.next(), !text.isEmpty else {
                throw ServeUsageError(text: "serve: \(name) needs a value")
            }
            switch name {
            case "--config": config = text
            case "--data": data = text
            case "--store": store = text
            case "--policy": policy = text
            default:
                guard let address = ListenAddress(text) else {
                    throw ServeUsageError(text: "serve: --listen wants HOST:PORT")
                }
                listen = address
            }
        }
    }
}

/// A wrong flag or a wrong configuration file: one line for a person.
struct ServeUsageError: Error, Hashable {
    /// The line.
    let text: String
    /// Whether the arguments are at fault (exit 2) or something they name (exit 1).
    var isUsage = true
}
