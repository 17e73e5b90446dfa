internal import Glibc
internal import TelemetryDelivery

/// The relay's log: one JSON object a line, on standard error. No payloads, no keys.
///
/// One thread writes, so lines do not mix. Safe from any thread and never blocks: over what `LogQueue` holds, lines are
/// left out and counted.
final class RelayLog: Sendable {
    /// How much a line matters.
    enum Severity: String, Sendable {
        /// Worth knowing.
        case info
        /// A request was refused or something odd happened.
        case warning
        /// Something failed.
        case error
    }

    private let queue = LogQueue()
    private let window = Lock(LogWindow(limit: 20))

    /// A log on a file descriptor that stays open.
    init(descriptor: Int32 = STDERR_FILENO) {
        let queue = queue
        DetachedThread.start { RelayLog.run(queue, descriptor) }
    }

    deinit {
        queue.close()
    }

    /// Waits until what was noted is written, for up to so many milliseconds; false if the reader does not read.
    @discardableResult
    func drain(milliseconds: Int) -> Bool {
        queue.drain(milliseconds: milliseconds)
    }

    /// Writes a line.
    func note(_ severity: Severity, _ event: StaticString, _ fields: [LogField] = []) {
        queue.add(RelayLog.line(severity, event, fields, time: RelayLog.now()))
    }

    /// Writes a line unless many were written in this second; what was left out is counted in the next one.
    func sampled(_ severity: Severity, _ event: StaticString, _ fields: [LogField] = []) {
        let now = RelayLog.now()
        guard let suppressed = window.withLock({ $0.admit(second: now.tv_sec) }) else { return }
        let all = suppressed == 0 ? fields : fields + [.number("suppressed", suppressed)]
        queue.add(RelayLog.line(severity, event, all, time: now))
    }

    /// The text of a line, newline included.
    static func line(
        _ severity: Severity,
        _ event: StaticString,
        _ fields: [LogField],
        time: timespec
    ) -> String {
        var text = "{\"time\":\"\(timestamp(time))\",\"level\":\"\(severity.rawValue)\",\"event\":\"\(event)\""
        for field in fields {
            text += ",\"\(field.name)\":"
            switch field.value {
            case .literal(let literal): text += "\"\(literal)\""
            case .number(let number): text += String(number)
            case .text(let value): text += quoted(value)
            }
        }
        return text + "}\n"
    }

    /// A JSON string: quotes, backslashes and everything that could move a cursor or end a line escaped.
    static func quoted(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars.prefix(512) {
            switch scalar.value {
            case 0x22: text += "\\\""
            case 0x5C: text += "\\\\"
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    private static func now() -> timespec {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return now
    }

    private static func timestamp(_ time: timespec) -> String {
        var parts = unsafe tm()
        var seconds = time.tv_sec
        unsafe gmtime_r(&seconds, &parts)
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let date = unsafe [
            padded(Int(parts.tm_year) + 1900, 4), padded(Int(parts.tm_mon) + 1, 2), padded(Int(parts.tm_mday), 2),
        ]
        let clock = unsafe [
            padded(Int(parts.tm_hour), 2), padded(Int(parts.tm_min), 2), padded(Int(parts.tm_sec), 2),
        ]
        let fraction = padded(time.tv_nsec / 1_000_000, 3)
        return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + ".\(fraction)Z"
    }

    private static func run(_ queue: LogQueue, _ descriptor: Int32) {
        while true {
            switch queue.next() {
            case .line(let line): write(line, to: descriptor)
            case .left(let count):
                write(line(.warning, "log_lines_left_out", [.number("count", count)], time: now()), to: descriptor)
            case .finished: return
            }
        }
    }

    /// Writes all of it, or as much as a broken descriptor takes.
    private static func write(_ line: String, to descriptor: Int32) {
        var rest = Array(line.utf8)[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno == EAGAIN {
                // Somebody else who shares the descriptor made it non-blocking.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                unsafe _ = poll(&ready, 1, -1)
            } else if errno != EINTR {
                return
            }
        }
    }
}

/// Admits a number of lines in each second and counts the others.
struct LogWindow {
    private var second = 0
    private var written = 0
    private var left = 0
    private let limit: Int

    /// Admits up to `limit` lines a second.
    init(limit: Int) {
        self.limit = limit
    }

    /// Nil to leave the line out; else how many were left out since the last one.
    mutating func admit(second now: Int) -> Int? {
        if now != second {
            second = now
            written = 0
        }
        guard written < limit else {
            left += 1
            return nil
        }
        written += 1
        defer { left = 0 }
        return left
    }
}
