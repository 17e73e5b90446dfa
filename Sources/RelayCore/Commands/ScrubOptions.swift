internal import Glibc
internal import Sanitizer

/// What `scrub` was asked to do.
struct ScrubOptions {
    /// What a line of the input is.
    enum Format: String {
        /// One JSON value; what is none is scrubbed as text.
        case ndjson
        /// Text.
        case text
    }

    /// Why there is nothing to do.
    enum Refusal: Error {
        /// The usage was asked for.
        case help
        /// The arguments make no sense, with the reason.
        case usage(String)
    }

    /// A policy file that cannot be used, with one line that says why.
    struct PolicyProblem: Error {
        let message: String
    }

    var profile: Policy.Profile?
    var format = Format.ndjson
    var report: String?
    var policyFile: String?

    static let usage = """
        usage: telemetry-relay scrub [--profile standard|strict] [--policy FILE] [--format ndjson|text] [--report FILE]

        Reads standard input, writes it to standard output without card numbers, credentials and personal data.
          --profile   standard (default): detectors and key rules, diagnostic text kept
                      strict: also URLs cut to scheme and host, and human text inside objects dropped
          --policy    a JSON document with "profile" and "allowed_hosts"; --profile outranks it
          --format    ndjson (default): one JSON value a line; text: plain lines
          --report    writes every finding and the counts by rule to FILE, as NDJSON, never a matched byte

        """

    /// Reads the arguments after `scrub`; options take their value as the next argument or after `=`.
    static func parse(_ arguments: [String]) -> Result<ScrubOptions, Refusal> {
        var options = ScrubOptions()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--help" || argument == "-h" { return .failure(.help) }
            var name = argument
            var inline: String?
            if let equals = argument.firstIndex(of: "="), argument.hasPrefix("--") {
                name = String(argument[..<equals])
                inline = String(argument[argument.index(after: equals)...])
            }
            guard ["--profile", "--policy", "--format", "--report"].contains(name) else {
                return .failure(.usage("unknown argument \(argument)"))
            }
            guard let value = inline ?? rest.popFirst(), !value.isEmpty else {
                return .failure(.usage("\(name) needs a value"))
            }
            switch name {
            case "--profile":
                guard let profile = Policy.Profile(rawValue: value) else {
                    return .failure(.usage("--profile is standard or strict, not \(value)"))
                }
                options.profile = profile
            case "--format":
                guard let format = Format(rawValue: value) else {
                    return .failure(.usage("--format is ndjson or text, not \(value)"))
                }
                options.format = format
            case "--policy": options.policyFile = value
            default: options.report = value
            }
        }
        return .success(options)
    }

    /// The rules to use, from the policy file if there is one.
    func policy() -> Result<Policy, PolicyProblem> {
        guard let policyFile else { return .success(profile == .strict ? .strict : .standard) }
        let descriptor = unsafe open(policyFile, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            return .failure(PolicyProblem(message: "cannot read \(policyFile): \(ScrubCommand.reason(errno))"))
        }
        defer { close(descriptor) }
        var bytes = ContiguousArray<UInt8>(repeating: 0, count: 64 << 10)
        var filled = 0
        while filled < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return 0 }
                return unsafe read(descriptor, base + filled, buffer.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                return .failure(PolicyProblem(message: "cannot read \(policyFile): \(ScrubCommand.reason(errno))"))
            }
            if count == 0 { break }
            filled += count
        }
        guard filled < bytes.count else {
            return .failure(PolicyProblem(message: "\(policyFile) is larger than 64 KiB"))
        }
        bytes.removeSubrange(filled...)
        do throws(Policy.DocumentError) {
            return .success(try Policy(document: bytes.span, profile: profile))
        } catch {
            return .failure(PolicyProblem(message: "\(policyFile): \(error)"))
        }
    }
}
