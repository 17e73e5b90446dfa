internal import Glibc
internal import TelemetryWire

/// `telemetry-relay serve`: runs the relay until it is told to stop.
package enum ServeCommand {
    static let help = """
        usage: telemetry-relay serve [--config FILE] [--listen HOST:PORT] [--data DIR] [--store URL]

        Receives envelopes, scrubs and stores them. Listens on 127.0.0.1:8787 and keeps its data in ./relay-data
        unless told otherwise. Port 0 takes any free port; the real one is printed. FILE is a JSON object with
        `listen`, `data`, `store` and `limits`; flags win over it. SIGTERM and SIGINT end it after what is in flight.

        """

    /// Runs the command with the arguments after its name and returns the exit code.
    package static func run(_ arguments: [String]) -> Int32 {
        let settings: ServeSettings
        do throws(ServeUsageError) {
            let options = try ServeOptions(arguments)
            if options.help {
                StandardOutput.write(help)
                return 0
            }
            settings = try ServeSettings(options)
        } catch {
            return fail(error.text, code: error.isUsage ? 2 : 1)
        }
        StopSignals.block()
        let stop = Gate()
        StopSignals.watch(first: { stop.open() }, second: { _exit(1) })
        do throws(StoreError) {
            return try serve(settings, until: stop)
        } catch {
            return fail("serve: " + error.sentence(in: DataDirectory(path: settings.data)), code: 1)
        }
    }

    private static func serve(_ settings: ServeSettings, until stop: Gate) throws(StoreError) -> Int32 {
        let log = RelayLog()
        let directory = DataDirectory(path: settings.data)
        let store = try directory.openStore()
        defer { store.close() }
        let (key, isNew) = try store.bootstrap()
        guard AdminToken.ensure(in: directory) else { throw .readOnly }
        let server: MHDServer
        do throws(ListenError) {
            server = try MHDServer(
                Listener(settings.listen),
                handler: RelayHandler(store: store, log: log, limits: settings.limits),
                limits: settings.server
            )
        } catch {
            return fail("serve: cannot listen on \(settings.listen): \(error)", code: 1)
        }
        let address = ListenAddress(host: settings.listen.host, port: server.port)
        let admin = try AdminSocket(store: store, directory: directory, address: "http://\(address.reachable)")
        defer { admin.stop() }
        StandardOutput.write(greeting(address, key, isNew: isNew, data: settings.data))
        log.note(.info, "started", [.text("listen", address.description), .text("data", settings.data)])
        stop.wait()
        log.note(.info, "stopping")
        let isDrained = server.stop(within: 8)
        guard isDrained else {
            // Requests still wait for the store; they were not answered, so their clients know.
            log.note(.error, "stopped", [.literal("how", "requests were still waiting for the store")])
            _exit(1)
        }
        // All that was answered is durable: if tidying up takes longer than is left, it is done at the next start.
        DetachedThread.start {
            sleep(2)
            log.note(.warning, "stopped", [.literal("how", "before the store was tidied up")])
            _exit(0)
        }
        admin.stop()
        store.close()
        log.note(.info, "stopped")
        return 0
    }

    /// What a person is told at start: where to send, and how to look at what arrives.
    static func greeting(_ address: ListenAddress, _ key: ProjectKey?, isNew: Bool, data: String) -> String {
        var text = "telemetry-relay listens on http://\(address.reachable)\n"
        if let key {
            text += "DSN: http://\(key.publicKey)@\(address.reachable)/\(key.project)\n"
        } else {
            text += "DSN: none, every key of project 1 is disabled; make one with: telemetry-relay keys create\n"
        }
        if isNew {
            text += "Project 1 and its key were made just now. Point a client at the DSN, then look at what arrives:\n"
        } else {
            text += "Look at what arrives:\n"
        }
        return text + "  telemetry-relay issues --data \(data)\n"
    }

    private static func fail(_ text: String, code: Int32) -> Int32 {
        let line = Array("telemetry-relay \(text)\n".utf8)
        unsafe _ = write(STDERR_FILENO, line, line.count)
        return code
    }
}
