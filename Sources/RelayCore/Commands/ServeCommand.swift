internal import Glibc

/// `telemetry-relay serve`: runs the relay until it is told to stop.
public enum ServeCommand {
    static let help = """
        usage: telemetry-relay serve [--config FILE] [--listen HOST:PORT] [--data DIR] [--store URL]

        Receives envelopes, scrubs and stores them. Listens on 127.0.0.1:8787 and keeps its data in ./relay-data
        unless told otherwise. Port 0 takes any free port; the real one is printed.

        """

    /// Runs the command with the arguments after its name and returns the exit code.
    public static func run(_ arguments: [String]) -> Int32 {
        let options: ServeOptions
        do throws(ServeUsageError) {
            options = try ServeOptions(arguments)
        } catch {
            return fail(error.text, code: 2)
        }
        if options.help {
            print(help, terminator: "")
            return 0
        }
        StopSignals.block()
        let address = options.listen ?? ListenAddress(host: "127.0.0.1", port: 8787)
        let log = RelayLog()
        let handler = RelayHandler(store: ClosedStore(), log: log)
        let server: MHDServer
        do throws(ListenError) {
            server = try MHDServer(Listener(address), handler: handler)
        } catch {
            return fail("serve: cannot listen on \(address): \(error)", code: 1)
        }
        log.note(.info, "started", [.text("listen", "\(address.host):\(server.port)")])
        let stop = Gate()
        StopSignals.watch(first: { stop.open() }, second: { _exit(1) })
        stop.wait()
        log.note(.info, "stopping")
        guard server.stop(within: 8) else {
            log.note(.error, "stopped", [.literal("how", "requests were still running")])
            return 1
        }
        log.note(.info, "stopped")
        return 0
    }

    private static func fail(_ text: String, code: Int32) -> Int32 {
        let line = Array("telemetry-relay \(text)\n".utf8)
        unsafe _ = write(STDERR_FILENO, line, line.count)
        return code
    }
}

private final class ClosedStore: Store {
    func insert(_ batch: IngestBatch, completion: @escaping @Sendable (Result<BatchReceipt, StoreError>) -> Void) {
        completion(.failure(.closed))
    }

    func key(publicKey: String) -> ProjectKey? { nil }
}
