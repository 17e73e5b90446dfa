internal import Glibc
internal import RelayCore
internal import Telemetry
internal import TelemetryDelivery
internal import TelemetryWire

/// One run of `send`: hands lines to the reporter no faster than it delivers, and prints fates in the input's order.
final class SendSession {
    private let reporter: Reporter
    private let fates: SendFates
    private let timeout: Duration
    private let spool: SpoolOptions?
    private let isJSON: Bool
    private let output: SendOutput
    private let clock = SystemClock()
    private var counts: [String: Int] = [:]
    private var skipped = 0
    private var heldOutput = ""
    private var hasFailed = false
    /// Whether the rest of the input is not worth reading.
    private(set) var isOver = false

    /// A ring that holds the largest event many times over, as its size is only known once it is scrubbed.
    private static let ringBytes = 8 << 20

    init(
        dsn: String,
        timeout: Duration,
        spool directory: String?,
        isJSON: Bool,
        output: SendOutput,
        transport: any Transport
    ) throws(ConfigurationError) {
        let fates = SendFates()
        var configuration = Configuration(mode: .deliver(dsn))
        configuration.ringBytes = SendSession.ringBytes
        configuration.errorRingBytes = SendSession.ringBytes
        spool = directory.map { directory in
            var options = SpoolOptions(directory: directory)
            // A command line has more to keep than an app, and nobody's flash memory to spare.
            options.maxBytes = 256 << 20
            options.maxFiles = 5_000
            return options
        }
        configuration.spool = spool
        configuration.sdkName = "telemetry-relay.send"
        configuration.sdkVersion = RelayCommandLine.version
        // Somebody waits at a terminal: shorter steps than those of a reporter in an app.
        var retry = RetryPolicy()
        retry.shortest = .milliseconds(200)
        retry.longest = .seconds(5)
        reporter = try Reporter(
            configuration,
            transport: transport,
            clock: SystemClock(),
            retry: retry,
            onFate: { id, fate in fates.settle(id, fate) }
        )
        self.fates = fates
        self.timeout = timeout
        self.isJSON = isJSON
        self.output = output
    }

    /// Sends every line of an input.
    func take(_ input: SendInput) {
        var reader = LineReader(descriptor: input.descriptor, limit: Limits.standard.item)
        var number = 0
        while !isOver {
            switch reader.next() {
            case .line(let range, _):
                number += 1
                send(reader.bytes(range), at: number, of: input)
            case .tooLong:
                number += 1
                skip(.tooLarge, at: number, of: input)
            case .needsData:
                printFates()
                if !reader.fill() {
                    output.complain("\(input.name): \(unsafe String(cString: strerror(errno)))")
                    hasFailed = true
                    return
                }
            case .end:
                return
            }
        }
    }

    /// Waits for what is under way, prints what became of it, and sums up. The exit code.
    func finish() -> Int32 {
        waitForFates()
        let isUnreachable = hasNeverAnswered && fates.pending > 0
        let report = reporter.stats.delivery
        // With a spool the end decides what is in it; without one, what has no fate now has none that matters.
        if spool == nil { fates.abandon() }
        _ = reporter.closeBlocking(timeout: spool == nil ? .zero : .milliseconds(500))
        let kept = reporter.stats.ledger.persisted
        let pending = fates.pending
        fates.abandon()
        if let failure = report.spoolFailure {
            let reason = unsafe String(cString: strerror(failure.code))
            output.complain("the spool cannot be used: \(failure.step.rawValue): \(reason)")
        }
        if isUnreachable {
            let reason = report.lastFailure?.kind.rawValue ?? "no answer"
            guard spool != nil else {
                return output.complain("cannot reach the relay: \(reason); \(pending) events not sent")
            }
            output.complain("cannot reach the relay: \(reason); \(kept) events kept in the spool")
        }
        printFates()
        flushOutput()
        printSummary()
        if let status = report.lastStatus, !(200..<300).contains(status) {
            output.complain("the relay answered \(status)")
        }
        let stored = counts["delivered", default: 0] + counts["duplicate", default: 0]
        return !hasFailed && skipped == 0 && stored == counts.values.reduce(0, +) ? 0 : 1
    }

    private func send(_ line: Span<UInt8>, at number: Int, of input: SendInput) {
        guard !isBlank(line) else { return }
        waitForRoom(for: line.count)
        guard !isOver else { return }
        switch reporter.admit(eventJSON: line) {
        case .admitted(let id): fates.expect(id)
        case .refused(let reason): skip(reason, at: number, of: input)
        }
        if number % 256 == 0 { printFates() }
    }

    private func skip(_ reason: DropReason, at number: Int, of input: SendInput) {
        skipped += 1
        let text =
            switch reason {
            case .tooLarge: "larger than 1 MiB"
            case .invalidJSON: "not JSON"
            case .invalidItem: "not an event"
            case .scrubbedRequiredField: "its event_id was redacted"
            default: "dropped: \(reason.rawValue)"
            }
        output.complain("\(input.name):\(number): \(text); skipped")
    }

    private func isBlank(_ line: Span<UInt8>) -> Bool {
        for index in 0..<line.count where line[index] != 0x20 && line[index] != 0x09 && line[index] != 0x0D {
            return false
        }
        return true
    }

    /// Back-pressure: redactions may make an event longer than its line, hence the margin.
    private func waitForRoom(for bytes: Int) {
        var progress = (settled: fates.settled, at: clock.now)
        while !reporter.hasRoom(for: bytes * 2 + 4_096) || isSpoolFilling {
            if isHopeless || clock.now - progress.at > timeout {
                isOver = true
                hasFailed = true
                return
            }
            pause()
            printFates()
            if fates.settled != progress.settled { progress = (fates.settled, clock.now) }
        }
    }

    /// Whether more would make the spool drop what is in it.
    private var isSpoolFilling: Bool {
        guard let spool else { return false }
        let report = reporter.stats.delivery
        return report.spoolBytes > spool.maxBytes / 2 || report.spoolFiles > spool.maxFiles / 2
    }

    private func waitForFates() {
        let deadline = clock.now + timeout
        // The spool's first look at what earlier runs left is done when a flush has come back.
        var isDone = spool == nil
        while fates.pending > 0 || !isDone, !isHopeless {
            let rest = deadline - clock.now
            guard rest > .zero else { return }
            let result = reporter.flushBlocking(timeout: min(rest, .milliseconds(250)))
            isDone = spool == nil || result == .finished
            printFates()
            // Such an answer comes at once, as long as nothing can be sent.
            if case .persisted = result { pause(milliseconds: 20) }
        }
    }

    private var hasNeverAnswered: Bool { reporter.stats.delivery.answers == 0 }

    /// Nobody has ever answered, and three tries have failed.
    private var isHopeless: Bool {
        let report = reporter.stats.delivery
        return report.answers == 0 && report.consecutiveFailures >= 3
    }

    private func pause(milliseconds: Int = 1) {
        var time = timespec(tv_sec: 0, tv_nsec: milliseconds * 1_000_000)
        _ = unsafe nanosleep(&time, nil)
    }

    private func printFates() {
        for (id, fate) in fates.takeSettled() {
            let (word, reason) = words(fate)
            counts[word, default: 0] += 1
            if isJSON {
                let detail = reason.map { "\"\($0)\"" } ?? "null"
                heldOutput += "{\"event_id\":\"\(id)\",\"fate\":\"\(word)\",\"reason\":\(detail)}\n"
            } else {
                heldOutput += "\(id)  \(word)\(reason.map { ":" + $0 } ?? "")\n"
            }
        }
        // Held back until somebody has answered: an unreachable relay gets one line, not one an event.
        if heldOutput.utf8.count > 16_384 { flushOutput() }
    }

    private func flushOutput() {
        output.print(heldOutput)
        heldOutput = ""
    }

    private func printSummary() {
        let order = ["delivered", "duplicate", "rejected", "dropped", "persisted", "pending"]
        let parts = order.compactMap { word in counts[word].map { "\($0) \(word)" } }
        let total = counts.values.reduce(0, +)
        var text = total == 1 ? "1 event" : "\(total) events"
        if !parts.isEmpty { text += ": " + parts.joined(separator: ", ") }
        let adopted = reporter.stats.ledger.adopted
        if adopted > 0 {
            text += adopted == 1 ? "; 1 event from earlier runs" : "; \(adopted) events from earlier runs"
        }
        if skipped > 0 { text += skipped == 1 ? "; 1 line skipped" : "; \(skipped) lines skipped" }
        if isJSON {
            output.complain(text)
        } else {
            output.print(text + "\n")
        }
    }

    private func words(_ fate: Fate?) -> (word: String, reason: String?) {
        switch fate {
        case .delivered: ("delivered", nil)
        case .duplicate: ("duplicate", nil)
        case .rejected(let reason): ("rejected", reason.rawValue)
        case .dropped(let reason): ("dropped", reason.rawValue)
        case nil: (spool == nil ? "pending" : "persisted", nil)
        }
    }
}
