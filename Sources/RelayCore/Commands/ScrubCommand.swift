internal import Glibc
internal import Sanitizer

/// `telemetry-relay scrub`: standard input, line by line, to standard output, with nothing left in it that must not be.
///
/// One line out for every line in, in the same order. Reads blocks of 256 KiB, keeps at most one line in memory.
/// Exit status: 0 done, also when something was redacted; 1 when a line was over the limit or input or output failed;
/// 2 for wrong usage.
package enum ScrubCommand {
    /// The longest line that is examined; a longer one is replaced.
    static let lineLimit = 16 << 20

    /// Where the command reads and writes.
    struct Streams {
        var input = STDIN_FILENO
        var output = STDOUT_FILENO
        var errors = STDERR_FILENO
    }

    /// Runs the command with the arguments after its name.
    package static func run(arguments: [String]) -> Int32 {
        run(arguments: arguments, Streams())
    }

    static func run(arguments: [String], _ streams: Streams) -> Int32 {
        let options: ScrubOptions
        switch ScrubOptions.parse(arguments) {
        case .success(let parsed): options = parsed
        case .failure(.help):
            write(ScrubOptions.usage, to: streams.output)
            return 0
        case .failure(.usage(let message)):
            write("telemetry-relay scrub: \(message)\n\(ScrubOptions.usage)", to: streams.errors)
            return 2
        }
        let policy: Policy
        switch options.policy() {
        case .success(let made): policy = made
        case .failure(let problem):
            write("telemetry-relay scrub: \(problem.message)\n", to: streams.errors)
            return 1
        }
        if let report = options.report {
            let descriptor = unsafe open(report, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else {
                write("telemetry-relay scrub: cannot write \(report): \(reason(errno))\n", to: streams.errors)
                return 1
            }
            defer { close(descriptor) }
            var sink = ScrubReport(descriptor: descriptor)
            let status = filter(options, policy, streams, &sink)
            return sink.finish() ? status : 1
        }
        var sink = NoScrubReport()
        return filter(options, policy, streams, &sink)
    }

    /// Pumps standard input through a pass.
    private static func filter<Report: ScrubObserver>(
        _ options: ScrubOptions,
        _ policy: Policy,
        _ streams: Streams,
        _ report: inout Report
    ) -> Int32 {
        var lines = LineReader(descriptor: streams.input, limit: lineLimit)
        var pass = Pass(stage: .relay)
        var output = SanitizedBuffer(capacity: LineReader.blockSize * 2)
        var overLimit = false
        reading: while true {
            switch lines.next() {
            case .line(let range, let isTerminated):
                report.beginLine()
                scrub(lines.bytes(range), options.format, policy, &pass, &output, &report)
                if isTerminated { output.append("\n") }
            case .tooLong(let isTerminated):
                report.beginLine()
                overLimit = true
                output.append(options.format == .ndjson ? "\"[redacted:limit]\"" : "[redacted:limit]")
                if isTerminated { output.append("\n") }
            case .needsData:
                // Everything that was read is answered before more is waited for.
                guard flush(&output, to: streams.output) else { return 1 }
                guard lines.fill() else {
                    write("telemetry-relay scrub: cannot read standard input: \(reason(errno))\n", to: streams.errors)
                    return 1
                }
            case .end:
                break reading
            }
            if output.count >= LineReader.blockSize, !flush(&output, to: streams.output) { return 1 }
        }
        guard flush(&output, to: streams.output) else { return 1 }
        return overLimit ? 1 : 0
    }

    private static func scrub<Report: ScrubObserver>(
        _ line: Span<UInt8>,
        _ format: ScrubOptions.Format,
        _ policy: Policy,
        _ pass: inout Pass,
        _ output: inout SanitizedBuffer,
        _ report: inout Report
    ) {
        guard !line.isEmpty else { return }
        if format == .ndjson {
            report.mark()
            do throws(Pass.Failure) {
                _ = try pass.run(input: line, policy: policy, into: &output, observer: &report)
                return
            } catch {
                // Not JSON: scrubbed as the text that it is.
                report.forgetSinceMark()
            }
        }
        _ = pass.run(text: line, policy: policy, into: &output, observer: &report)
    }

    /// Writes the clean bytes and empties the buffer; false when standard output does not take them.
    private static func flush(_ output: inout SanitizedBuffer, to descriptor: Int32) -> Bool {
        let isWritten = unsafe output.span.withUnsafeBufferPointer { unsafe writeAll($0, to: descriptor) }
        output.removeAll()
        return isWritten
    }

    /// Writes all of `bytes`; false on an error.
    static func writeAll(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            guard let start = bytes.baseAddress else { return true }
            let count = unsafe Glibc.write(descriptor, start + done, bytes.count - done)
            if count < 0 {
                guard errno == EINTR else { return false }
            } else {
                done += count
            }
        }
        return true
    }

    private static func write(_ message: String, to descriptor: Int32) {
        let bytes = ContiguousArray(message.utf8)
        _ = unsafe bytes.withUnsafeBufferPointer { unsafe writeAll($0, to: descriptor) }
    }

    static func reason(_ code: Int32) -> String {
        unsafe String(cString: strerror(code))
    }
}
