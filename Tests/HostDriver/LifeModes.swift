import Glibc
import Telemetry

/// What the scripts about life in a host ask for: deadlines, leaving, signals.
enum LifeModes {
    /// Two flushes and a close, as a blocked thread and as a task see them. Every line: the call, microseconds, the result.
    static func deadlines(_ dsn: String, milliseconds: Int) throws {
        let timeout = Duration.milliseconds(milliseconds)
        func measure(_ name: String, _ call: () -> FlushResult) {
            let start = HostDriver.nanoseconds()
            let result = call()
            HostDriver.say("\(name) \((HostDriver.nanoseconds() - start) / 1_000) \(result)")
        }
        for isAsync in [false, true] {
            let reporter = try HostDriver.reporter(dsn)
            for number in 0..<5 { reporter.capture("event \(number)", level: .error) }
            // Under way by then: what has to be cut off is not only what waits.
            usleep(50_000)
            if isAsync {
                measure("flush-async") { waited { await reporter.flush(timeout: timeout) } }
                measure("close-async") { waited { await reporter.close(timeout: timeout) } }
            } else {
                measure("flush") { reporter.flushBlocking(timeout: timeout) }
                measure("flush-zero") { reporter.flushBlocking(timeout: .zero) }
                measure("close") { reporter.closeBlocking(timeout: timeout) }
            }
            HostDriver.tell(reporter)
        }
        HostDriver.say("end")
    }

    /// What a task returns, waited for on this thread.
    private static func waited(_ body: @escaping @Sendable () async -> FlushResult) -> FlushResult {
        let box = Box()
        Task.detached { box.set(await body()) }
        return box.wait()
    }

    private final class Box: @unchecked Sendable {
        // Sendable: `result` is touched behind `lock` only.
        private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        private var result: FlushResult?

        init() {
            pthread_mutex_init(lock, nil)
            pthread_cond_init(condition, nil)
        }

        func set(_ value: FlushResult) {
            pthread_mutex_lock(lock)
            result = value
            pthread_cond_signal(condition)
            pthread_mutex_unlock(lock)
        }

        func wait() -> FlushResult {
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            while true {
                if let result { return result }
                pthread_cond_wait(condition, lock)
            }
        }
    }

    /// Captures 200,000 events of some 350 bytes, which would be seventy megabytes, and says by how much the process grew.
    static func memory(_ dsn: String, _ directory: String) throws {
        let reporter = try HostDriver.reporter(dsn, directory) { $0.network.requestTimeout = .milliseconds(300) }
        let text = String(repeating: "the same words ", count: 20)
        reporter.capture("\(text)", level: .error)
        _ = reporter.flushBlocking(timeout: .milliseconds(100))
        let before = resident()
        var unbalanced = 0
        for number in 0..<200_000 {
            reporter.capture("\(number) \(text)", level: number % 20 == 0 ? .error : .info)
            guard number % 10_000 == 0 else { continue }
            usleep(5_000)
            if !reporter.stats.ledger.isBalanced { unbalanced += 1 }
        }
        usleep(300_000)
        // Nothing comes in any more: what the thread costs from here on it costs by itself.
        let busy = processorTime()
        usleep(300_000)
        HostDriver.say("idle_ms=\((processorTime() - busy) / 1_000) grown_kib=\((resident() - before) / 1_024)")
        _ = reporter.closeBlocking(timeout: .milliseconds(200))
        HostDriver.say("unbalanced=\(unbalanced) requests=\(reporter.stats.delivery.requests)")
        HostDriver.tell(reporter)
        _exit(0)
    }

    private static func processorTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }

    private static func resident() -> Int {
        let fields = read("/proc/self/statm").split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }

    /// Captures and leaves while something is under way.
    static func leave(_ dsn: String, _ way: String) throws {
        let reporter = try HostDriver.reporter(dsn)
        for number in 0..<20 { reporter.capture("event \(number)", level: .error) }
        usleep(UInt32.random(in: 0..<30_000))
        HostDriver.say("leaving")
        switch way {
        case "exit": exit(0)
        case "close":
            let result = reporter.closeBlocking(timeout: .zero)
            HostDriver.say("\(result) balanced=\(reporter.stats.ledger.isBalanced)")
        default: break
        }
    }

    /// Blocks every signal in the threads of the host, sends the process each of them, and looks who took one: a thread
    /// that does not block them all would. Then says what is blocked in the reporter's own.
    static func signals(_ dsn: String) throws {
        var all = sigset_t()
        sigfillset(&all)
        var before = sigset_t()
        let sent = [SIGHUP, SIGINT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGCHLD, SIGIO, SIGPROF, SIGWINCH]
        for number in sent {
            signal(number) { number in
                // Only what may be called in a handler.
                let text: StaticString = "taken\n"
                _ = write(1, text.utf8Start, text.utf8CodeUnitCount)
                _ = number
            }
        }
        let reporter = try HostDriver.reporter(dsn)
        reporter.capture("event", level: .error)
        usleep(100_000)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        for number in sent { kill(getpid(), number) }
        usleep(100_000)
        var pending = sigset_t()
        sigpending(&pending)
        HostDriver.say("pending=\(sent.count { sigismember(&pending, $0) == 1 }) of \(sent.count)")
        HostDriver.say("mask=\(mask(of: "telemetry"))")
        _ = reporter.closeBlocking(timeout: .zero)
        _exit(0)
    }

    /// The blocked signals of the thread of this name, as the kernel prints them.
    private static func mask(of name: String) -> String {
        guard let directory = opendir("/proc/self/task") else { return "-" }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let task = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let status = read("/proc/self/task/\(task)/status")
            guard status.hasPrefix("Name:\t\(name)\n") else { continue }
            for line in status.split(separator: "\n") where line.hasPrefix("SigBlk:") {
                return String(line.dropFirst(8))
            }
        }
        return "-"
    }

    private static func read(_ path: String) -> String {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
