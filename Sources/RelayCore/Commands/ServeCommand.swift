internal import Glibc
internal import Sanitizer
internal import TelemetryWire

/// `telemetry-relay serve`: runs the relay until it is told to stop.
package enum ServeCommand {
    static let help = """
        usage: telemetry-relay serve [--config FILE] [--listen HOST:PORT] [--data DIR] [--store URL]
                                      [--policy FILE]

        Receives envelopes, scrubs and stores them. Listens on 127.0.0.1:8787 and keeps its data in ./relay-data
        unless told otherwise. Port 0 takes any free port; the real one is printed. FILE is a JSON object with
        `listen`, `data`, `store`, `policy`, `hmac_key` and `limits`; flags win over it. A policy is the deployment's;
        DIR/policies/PROJECT.json is a project's, over it (docs/POLICY.md). SIGTERM, SIGINT and SIGHUP end it after what
        is in flight.

        """

    /// Runs the command with the arguments after its name and returns the exit code.
    package static func run(_ arguments: [String]) -> Int32 {
        let settings: ServeSettings
        let policies: IngestPolicies
        do throws(ServeUsageError) {
            let options = try ServeOptions(arguments)
            if options.help {
                StandardOutput.write(help)
                return 0
            }
            settings = try ServeSettings(options)
            policies = try Self.policies(settings)
        } catch {
            return fail(error.text, code: error.isUsage ? 2 : 1)
        }
        StopSignals.block()
        let stop = Gate()
        StopSignals.watch(first: { stop.open() }, second: { _exit(1) })
        do throws(StoreError) {
            return try serve(settings, policies, until: stop)
        } catch {
            return fail("serve: " + error.sentence(in: DataDirectory(path: settings.data)), code: 1)
        }
    }

    /// The deployment's policy and those of projects, `DATA/policies/PROJECT.json`. One that is wrong is no start: a rule
    /// that is silently absent would be a leak.
    private static func policies(_ settings: ServeSettings) throws(ServeUsageError) -> IngestPolicies {
        do throws(PolicyFiles.Failure) {
            let files = try PolicyFiles(keyFile: settings.hmacKey)
            let deployment = try files.policy(settings.policy.map { [$0] } ?? [])
            var projects: [Int64: Policy] = [:]
            for (project, path) in try PolicyFiles.projects(in: settings.data + "/policies") {
                projects[project] = try files.policy(path, over: deployment)
            }
            return IngestPolicies(deployment: deployment, projects: projects)
        } catch {
            throw ServeUsageError(text: "serve: " + error.lines.joined(separator: "\n"), isUsage: false)
        }
    }

    private static func serve(
        _ settings: ServeSettings,
        _ policies: IngestPolicies,
        until stop: Gate
    ) throws(StoreError) -> Int32 {
        let log = RelayLog()
        let directory = DataDirectory(path: settings.data)
        var opened = try open(directory)
        defer { opened?.store.close() }
        let front = StartingHandler()
        let server: MHDServer
        do throws(ListenError) {
            server = try MHDServer(Listener(settings.listen), handler: front, limits: settings.server)
        } catch {
            return fail("serve: cannot listen on \(settings.listen): \(error)", code: 1)
        }
        let address = ListenAddress(host: settings.listen.host, port: server.port)
        if opened == nil {
            StandardOutput.write(
                "telemetry-relay listens on http://\(address.reachable), but there is no room on the disk:\n"
                    + "requests are answered 503 until there is.\n"
            )
            log.note(.error, "store_unavailable", [.text("data", settings.data), .literal("reason", "disk_full")])
        }
        while opened == nil, !stop.wait(seconds: 2) { opened = try open(directory) }
        guard let opened else {
            let isDrained = server.stop(within: 1)
            log.note(.info, "stopped")
            log.drain(milliseconds: 200)
            return isDrained ? 0 : 1
        }
        let store = opened.store
        let handler = RelayHandler(store: store, log: log, limits: settings.limits, policies: policies)
        let admin = try AdminSocket(store: store, directory: directory, address: "http://\(address.reachable)")
        defer { admin.stop() }
        front.begin(handler)
        StandardOutput.write(greeting(address, opened.key, isNew: opened.isNew, data: settings.data))
        log.note(.info, "started", [.text("listen", address.description), .text("data", settings.data)])
        stop.wait()
        log.note(.info, "stopping")
        let isDrained = server.stop(within: 6)
        guard isDrained else {
            // Requests still wait for the store; they were not answered, so their clients know.
            log.note(.error, "stopped", [.literal("how", "requests were still waiting for the store")])
            log.drain(milliseconds: 200)
            _exit(1)
        }
        // All that was answered is durable: if tidying up takes longer than is left, it is done at the next start.
        DetachedThread.start {
            sleep(2)
            log.note(.warning, "stopped", [.literal("how", "before the store was tidied up")])
            log.drain(milliseconds: 200)
            _exit(0)
        }
        admin.stop()
        handler.flush()
        store.close()
        log.note(.info, "stopped")
        log.drain(milliseconds: 200)
        return 0
    }

    private struct Opened {
        let store: any Store
        let key: ProjectKey?
        let isNew: Bool
    }

    /// Opens the store, its first key and the admin token; nil if the disk is full, which may pass.
    private static func open(_ directory: DataDirectory) throws(StoreError) -> Opened? {
        do throws(StoreError) {
            let store = try directory.openStore()
            do throws(StoreError) {
                let (key, isNew) = try store.bootstrap()
                try AdminToken.ensure(in: directory)
                return Opened(store: store, key: key, isNew: isNew)
            } catch {
                store.close()
                throw error
            }
        } catch .diskFull {
            return nil
        }
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
