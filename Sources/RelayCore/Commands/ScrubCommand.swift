internal import Glibc
internal import Sanitizer

/// `telemetry-relay scrub`: standard input, line by line, to standard output, with nothing left in it that must not be.
///
/// One line out for every line in, in the same order. Reads blocks of 256 KiB; of a line that no block holds whole, it keeps one copy.
/// Exit status: 0 done, also when something was redacted; 1 when a line was over the limit or input or output failed;
/// 2 for wrong usage.
enum ScrubCommand: RelayCommand {
    static let name = "scrub"
    static let help = ScrubOptions.help
    static let syntax = CommandSyntax(
        values: ["--profile", "--hmac-key", "--format", "--report", "--findings"],
        lists: ["--policy"]
    )

    /// The longest line that is examined; a longer one is replaced.
    @TaskLocal static var lineLimit = 16 << 20

    /// How much is read at once.
    static let blockSize = 256 << 10

    static func perform(_ arguments: CommandArguments, _ io: CommandIO) throws(CommandError) -> Int32 {
        let options = try usage { () throws(UsageError) in try ScrubOptions(arguments) }
        let policy = try PolicyFiles.policy(of: arguments, profile: options.profile)
        guard let report = options.report else {
            var sink = NoScrubReport(target: ScrubTarget(io))
            return try filter(options, policy, io, &sink)
        }
        let descriptor = unsafe open(report, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw cannot("write", report, errno) }
        defer { close(descriptor) }
        if options.findings == .full {
            var sink = ScrubReport(descriptor: descriptor, target: ScrubTarget(io))
            let code = try filter(options, policy, io, &sink)
            if let reason = sink.finish() { throw cannot("write", report, reason) }
            return code
        }
        var tally = ScrubTally(
            descriptor: descriptor,
            isSilent: options.findings == .silent,
            target: ScrubTarget(io)
        )
        let code = try filter(options, policy, io, &tally)
        if let reason = tally.finish() { throw cannot("write", report, reason) }
        return code
    }

    /// Pumps standard input through a stream of lines. Everything that was read is answered before more is waited for.
    private static func filter<Report: ScrubObserver>(
        _ options: ScrubOptions,
        _ policy: Policy,
        _ io: CommandIO,
        _ report: inout Report
    ) throws(CommandError) -> Int32 {
        let format: LineStream.Format = options.format == .ndjson ? .ndjson : .text
        var stream = LineStream(format: format, policy: policy, stage: .relay, limit: lineLimit)
        var output = SanitizedBuffer(capacity: blockSize * 2)
        var block = ContiguousArray<UInt8>(repeating: 0, count: blockSize)
        while true {
            let count = unsafe block.withUnsafeMutableBytes { buffer in
                unsafe read(io.input, buffer.baseAddress, buffer.count)
            }
            guard count >= 0 else {
                if errno == EINTR { continue }
                throw cannot("read", "standard input", errno)
            }
            if count == 0 {
                stream.finish(into: &output, observer: &report)
            } else {
                stream.feed(block.span.extracting(0..<count), into: &output, observer: &report)
            }
            if !output.isEmpty { report.drain(&output) }
            if report.target.hasFailed { return 1 }
            if count == 0 { return stream.linesOverLimit > 0 ? 1 : 0 }
        }
    }

    private static func cannot(_ verb: String, _ name: String, _ code: Int32) -> CommandError {
        .failure(CommandFailure("cannot \(verb) \(name): \(SystemError.text(code))"))
    }
}
