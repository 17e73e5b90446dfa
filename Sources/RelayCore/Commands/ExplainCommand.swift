internal import Glibc
internal import Sanitizer

/// `telemetry-relay explain`: for each candidate on standard input, whether it is taken and why, or why not.
///
/// Reads what `scrub` reads, with the same options, and writes decisions in place of the clean text. Nothing that was
/// taken is told: what is shown around a candidate comes from the clean text.
enum ExplainCommand: RelayCommand {
    static let name = "explain"
    static let help = """
        usage: telemetry-relay explain [--profile standard|strict] [--policy FILE] [--format ndjson|text]
                                       [--only taken|left] [--json]
               telemetry-relay explain --rules [--profile standard|strict] [--policy FILE] [--json]
               telemetry-relay explain --print [--profile standard|strict] [--policy FILE]

        Reads standard input as `scrub` does and prints, for each candidate, the line, where it stands, the rule,
        whether it was taken and why, or why it was left. A candidate is a value, or a part of one, that a rule
        looked at; most text holds none. What stands around it is shown as `scrub` would write it.
          --profile   standard (default) or strict
          --policy    a policy document; --profile outranks it
          --format    ndjson (default): one JSON value a line; text: plain lines
          --only      only what was taken, or only what was left
          --rules     prints the policy in force and every rule instead
          --print     prints the policy in force as one document, which `config check` accepts: built-in words, methods
                      and what documents add
          --json      one JSON object a line

        """

    static let syntax = CommandSyntax(
        flags: ["--json", "--rules", "--print"],
        values: ["--profile", "--hmac-key", "--format", "--only"],
        lists: ["--policy"]
    )

    /// How much is read at once.
    private static let blockSize = 256 << 10

    static func perform(_ arguments: CommandArguments, _ io: CommandIO) throws(CommandError) -> Int32 {
        let options = try usage { () throws(UsageError) in try ScrubOptions(arguments) }
        let only = try usage { () throws(UsageError) in try Only(arguments) }
        let policy = try PolicyFiles.policy(of: arguments, profile: options.profile)
        if arguments.has("--rules"), arguments.has("--print") {
            throw .usage(UsageError("--rules or --print, not both"))
        }
        if arguments.has("--rules") {
            RuleListing(policy: policy).write(to: io, isJSON: arguments.has("--json"))
            return 0
        }
        if arguments.has("--print") {
            io.print(policy.document)
            return 0
        }
        var report = ExplainReport(io, only: only, isJSON: arguments.has("--json"))
        let isComplete = try explain(options.format == .ndjson ? .ndjson : .text, policy, io, &report)
        report.finish()
        return isComplete ? 0 : 1
    }

    /// Pumps standard input through a stream of lines; false when a line was over the limit.
    private static func explain(
        _ format: LineStream.Format,
        _ policy: Policy,
        _ io: CommandIO,
        _ report: inout ExplainReport
    ) throws(CommandError) -> Bool {
        var stream = LineStream(format: format, policy: policy, stage: .relay, limit: ScrubCommand.lineLimit)
        var output = SanitizedBuffer()
        var block = ContiguousArray<UInt8>(repeating: 0, count: blockSize)
        var observer = ExplainObserver()
        while !io.hasFailed {
            let count = unsafe block.withUnsafeMutableBytes { buffer in
                unsafe read(io.input, buffer.baseAddress, buffer.count)
            }
            guard count >= 0 else {
                if errno == EINTR { continue }
                throw .failure(CommandFailure("cannot read standard input: \(SystemError.text(errno))"))
            }
            if count == 0 {
                stream.finish(into: &output, observer: &observer)
            } else {
                stream.feed(block.span.extracting(0..<count), into: &output, observer: &observer)
            }
            report.write(observer.takeLines(), from: output)
            output.removeAll()
            // Who follows a log sees a line when it is decided.
            io.flush()
            if count == 0 { break }
        }
        return stream.linesOverLimit == 0
    }

    /// Which decisions to print.
    enum Only {
        case all, taken, left

        init(_ arguments: CommandArguments) throws(UsageError) {
            switch arguments.value("--only") {
            case nil: self = .all
            case "taken": self = .taken
            case "left": self = .left
            case let word?: throw UsageError("--only is taken or left, not \(word)")
            }
        }

        /// Whether a decision is one of them.
        func includes(_ decision: Decision) -> Bool {
            switch self {
            case .all: true
            case .taken: decision.isTaken
            case .left: !decision.isTaken
            }
        }
    }
}
