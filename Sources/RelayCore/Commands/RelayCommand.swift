/// A command that ends with an exit code: 0 done, 1 failed, 2 wrong usage.
protocol RelayCommand: Sendable {
    /// The name on the command line.
    static var name: String { get }
    /// What `--help` prints.
    static var help: String { get }
    /// Does the job; the exit code, 0 unless the command found what it was to find.
    static func perform(_ arguments: [String], _ io: CommandIO) throws(CommandError) -> Int32
}

/// Why a command did not do its job.
enum CommandError: Error, Sendable, Hashable {
    /// Exit code 2.
    case usage(UsageError)
    /// Exit code 1.
    case failure(CommandFailure)
}

extension RelayCommand {
    /// Runs the command; its exit code.
    static func run(_ arguments: [String], _ io: CommandIO) -> Int32 {
        defer { io.flush() }
        do throws(CommandError) {
            let code = try perform(arguments, io)
            io.flush()
            return io.hasFailed ? 1 : code
        } catch {
            switch error {
            case .usage(let usage):
                io.complain("telemetry-relay \(name): \(usage.text) (telemetry-relay \(name) --help)")
                return 2
            case .failure(let failure):
                io.complain("telemetry-relay \(name): \(failure.text)")
                return 1
            }
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
