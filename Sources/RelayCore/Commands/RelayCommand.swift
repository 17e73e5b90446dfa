internal import Glibc

/// A command that ends with an exit code: 0 done, 1 failed, 2 wrong usage.
protocol RelayCommand: Sendable {
    /// The name on the command line.
    static var name: String { get }
    /// What `--help` prints.
    static var help: String { get }
    /// The options and arguments that it takes.
    static var syntax: CommandSyntax { get }
    /// Does the job; the exit code, 0 unless the command found what it was to find.
    static func perform(_ arguments: CommandArguments, _ io: CommandIO) throws(CommandError) -> Int32
}

extension RelayCommand {
    /// Runs the command with the arguments after its name; its exit code. Everything that goes wrong is one line.
    static func run(_ arguments: [String], _ io: CommandIO) -> Int32 {
        var code: Int32
        do throws(CommandError) {
            let parsed = try usage { () throws(UsageError) in try CommandArguments(arguments, syntax) }
            if parsed.wantsHelp {
                io.print(help)
                code = 0
            } else {
                code = try perform(parsed, io)
            }
        } catch {
            code = tell(error, io)
        }
        io.flush()
        guard let reason = io.failure else { return code }
        // Whoever reads a pipe may stop when he has seen enough.
        if reason != EPIPE {
            io.complain("telemetry-relay \(name): cannot write standard output: \(SystemError.text(reason))")
        }
        return max(code, 1)
    }

    private static func tell(_ error: CommandError, _ io: CommandIO) -> Int32 {
        switch error {
        case .usage(let usage):
            io.complain("telemetry-relay \(name): \(usage.text) (telemetry-relay \(name) --help)")
            return 2
        case .failure(let failure):
            io.complain("telemetry-relay \(name): \(failure.text)")
            return 1
        }
    }

    /// Turns wrong usage into a command's error.
    static func usage<Value>(_ body: () throws(UsageError) -> Value) throws(CommandError) -> Value {
        do throws(UsageError) {
            return try body()
        } catch {
            throw .usage(error)
        }
    }

    /// Turns a store's error into a command's error.
    static func store<Value>(
        _ directory: DataDirectory,
        _ body: () throws(StoreError) -> Value
    ) throws(CommandError) -> Value {
        do throws(StoreError) {
            return try body()
        } catch {
            throw .failure(CommandFailure(error, in: directory))
        }
    }
}
