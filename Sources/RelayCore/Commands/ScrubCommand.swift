internal import Glibc
internal import Sanitizer

/// `telemetry-relay scrub`: standard input, line by line, to standard output, with nothing left in it that must not be.
///
/// One line out for every line in, in the same order. Reads blocks of 256 KiB, keeps at most one line in memory.
/// Exit status: 0 done, also when something was redacted; 1 when a line was over the limit or input or output failed;
/// 2 for wrong usage.
enum ScrubCommand: RelayCommand {
    static let name = "scrub"
    static let help = ScrubOptions.help
    static let syntax = CommandSyntax(values: ["--profile", "--policy", "--format", "--report"])

    /// The longest line that is examined; a longer one is replaced.
    @TaskLocal static var lineLimit = 16 << 20

    static func perform(_ arguments: CommandArguments, _ io: CommandIO) throws(CommandError) -> Int32 {
        let options = try usage { () throws(UsageError) in try ScrubOptions(arguments) }
        let policy = try options.policy()
        guard let report = options.report else {
            var sink = NoScrubReport()
            return try filter(options, policy, io, &sink)
        }
        let descriptor = unsafe open(report, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw cannot("write", report, errno) }
        defer { close(descriptor) }
        var sink = ScrubReport(descriptor: descriptor)
        let code = try filter(options, policy, io, &sink)
        if let reason = sink.finish() { throw cannot("write", report, reason) }
        return code
    }

    /// Pumps standard input through a pass.
    private static func filter<Report: ScrubObserver>(
        _ options: ScrubOptions,
        _ policy: Policy,
        _ io: CommandIO,
        _ report: inout Report
    ) throws(CommandError) -> Int32 {
        var lines = LineReader(descriptor: io.input, limit: lineLimit)
        var pass = Pass(stage: .relay)
        var key = KeyBlock()
        var output = SanitizedBuffer(capacity: LineReader.blockSize * 2)
        var overLimit = false
        reading: while true {
            switch lines.next() {
            case .line(let range, let isTerminated):
                report.beginLine()
                scrub(lines.bytes(range), options.format, policy, &key, &pass, &output, &report)
                if isTerminated { output.append("\n") }
            case .tooLong(let isTerminated):
                report.beginLine()
                overLimit = true
                output.append(options.format == .ndjson ? "\"[redacted:limit]\"" : "[redacted:limit]")
                if isTerminated { output.append("\n") }
            case .needsData:
                // Everything that was read is answered before more is waited for.
                guard flush(&output, io) else { return 1 }
                guard lines.fill() else { throw cannot("read", "standard input", errno) }
            case .end:
                break reading
            }
            if output.count >= LineReader.blockSize, !flush(&output, io) { return 1 }
        }
        guard flush(&output, io) else { return 1 }
        return overLimit ? 1 : 0
    }

    private static func scrub<Report: ScrubObserver>(
        _ line: Span<UInt8>,
        _ format: ScrubOptions.Format,
        _ policy: Policy,
        _ key: inout KeyBlock,
        _ pass: inout Pass,
        _ output: inout SanitizedBuffer,
        _ report: inout Report
    ) {
        guard !line.isEmpty else { return }
        if format == .ndjson {
            report.mark()
            do throws(Pass.Failure) {
                _ = try pass.run(input: line, policy: policy, into: &output, observer: &report)
                key = KeyBlock()
                return
            } catch {
                // Not JSON: scrubbed as the text that it is.
                report.forgetSinceMark()
            }
        }
        if key.holds(line) {
            // The first line of such a block stands in for it: what is written and reported is the same.
            let head = ContiguousArray("-----BEGIN PRIVATE KEY-----".utf8)
            _ = pass.run(text: head.span, policy: policy, into: &output, observer: &report)
            return
        }
        _ = pass.run(text: line, policy: policy, into: &output, observer: &report)
    }

    /// Writes the clean bytes and empties the buffer; false when standard output does not take them.
    private static func flush(_ output: inout SanitizedBuffer, _ io: CommandIO) -> Bool {
        let isWritten = io.write(output.span)
        output.removeAll()
        return isWritten
    }

    private static func cannot(_ verb: String, _ name: String, _ code: Int32) -> CommandError {
        .failure(CommandFailure("cannot \(verb) \(name): \(SystemError.text(code))"))
    }
}
