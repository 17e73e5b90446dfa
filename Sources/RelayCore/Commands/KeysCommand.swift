internal import TelemetryWire

/// `telemetry-relay keys`: who may send.
enum KeysCommand: RelayCommand {
    static let name = "keys"
    static let help = """
        usage: telemetry-relay keys create  [--project N] [--data DIR] [--json]
               telemetry-relay keys list    [--project N] [--limit N] [--data DIR] [--json]
               telemetry-relay keys disable KEY [--data DIR] [--json]
               telemetry-relay keys rotate  KEY [--data DIR] [--json]

        create   makes a key, and project N (default 1) if it is missing; prints the DSN
        list     all keys with their DSN
        disable  refuses a key from now on
        rotate   makes a key in place of KEY, which is refused from now on; prints the new DSN

        KEY is the 32 hexadecimal digits, or a DSN. A relay that runs on the directory is told, and obeys at once.

          --address URL   where the DSN points when no relay runs (default http://127.0.0.1:8787)
          --data DIR      the relay's data directory (default ./relay-data)
          --json          one JSON object a line
          --help          this text

        """

    static var syntax: CommandSyntax {
        var syntax = InspectOptions.syntax
        syntax.values.insert("--address")
        syntax.positionals = 0...2
        return syntax
    }

    static func perform(_ arguments: CommandArguments, _ io: CommandIO) throws(CommandError) -> Int32 {
        let options = try usage { () throws(UsageError) in try InspectOptions(arguments) }
        let address = arguments.value("--address")
        if let address, !isAddress(address) {
            throw .usage(UsageError("--address wants a URL, as in http://127.0.0.1:8787"))
        }
        guard let action = arguments.positionals.first else {
            throw .usage(UsageError("say what: create, list, disable or rotate"))
        }
        let takesKey = action == "disable" || action == "rotate"
        if !takesKey, arguments.positionals.count == 2 {
            throw .usage(UsageError("unexpected argument \(arguments.positionals[1])"))
        }
        switch action {
        case "create":
            let project = options.query.project ?? ProjectID(1)
            guard project.isCreatable else {
                throw .usage(UsageError("--project wants a number from 1 to \(ProjectID.greatest)"))
            }
            try change(.createKey(project: project), options, address, io)
        case "list": try list(options, address, io)
        case "disable", "rotate":
            let key = try key(arguments.positionals.count == 2 ? arguments.positionals[1] : nil)
            guard options.directory.presence == .store else {
                _ = try options.open()
                return 1
            }
            try change(action == "disable" ? .disableKey(key) : .rotateKey(key), options, address, io)
        default: throw .usage(UsageError("unknown action \(action): create, list, disable or rotate"))
        }
        return 0
    }

    private static func key(_ text: String?) throws(CommandError) -> EventID {
        guard let text else { throw .usage(UsageError("say which key")) }
        if let key = EventID(text) { return key }
        if let dsn = try? DSN(text), let key = EventID(dsn.publicKey) { return key }
        throw .usage(UsageError("a key is 32 hexadecimal digits, or a DSN"))
    }

    private static func change(
        _ request: AdminRequest,
        _ options: InspectOptions,
        _ address: String?,
        _ io: CommandIO
    ) throws(CommandError) {
        let client = AdminClient(options.directory)
        let reply = try store(options.directory) { () throws(StoreError) in try client.perform(request) }
        switch reply {
        case .noSuchKey:
            let isRotation = if case .rotateKey = request { true } else { false }
            throw .failure(CommandFailure(isRotation ? "no such key, or it is disabled" : "no such key"))
        case .failed(let error): throw .failure(CommandFailure(error, in: options.directory))
        case .address: return
        case .done(let key, let relay):
            let dsn = dsn(key, address ?? relay)
            if options.isJSON {
                io.print(JSONLine.object { fields(of: key, dsn, &$0) })
            } else if key.isActive {
                io.print(dsn + "\n")
            } else {
                io.print("disabled \(key.publicKey)\n")
            }
        }
    }

    private static func list(_ options: InspectOptions, _ given: String?, _ io: CommandIO) throws(CommandError) {
        let inspector = try options.open()
        let address = given ?? AdminClient(options.directory).address() ?? AdminClient.defaultAddress
        var keys = try store(options.directory) { () throws(StoreError) in
            try inspector.keys(project: options.query.project)
        }
        if let limit = options.query.limit { keys = Array(keys.prefix(limit)) }
        if options.isJSON {
            for summary in keys {
                io.print(
                    JSONLine.object { line in
                        fields(of: summary.key, dsn(summary.key, address), &line)
                        line.add("created_at", TimeText.full(summary.createdAt))
                        line.add("disabled_at", summary.disabledAt.map(TimeText.full))
                    }
                )
            }
            return
        }
        guard !keys.isEmpty else {
            io.print("no keys\n")
            return
        }
        var table = TextTable([
            .init(title: "PROJECT", isNumeric: true), .init(title: "SLUG"), .init(title: "STATE"),
            .init(title: "CREATED (UTC)"), .init(title: "DSN", limit: 200),
        ])
        for summary in keys {
            table.add([
                summary.key.project.description, summary.slug, summary.key.isActive ? "active" : "disabled",
                TimeText.short(summary.createdAt), dsn(summary.key, address),
            ])
        }
        io.print(table.render(heading: true, style: io.style))
    }

    private static func fields(of key: ProjectKey, _ dsn: String, _ line: inout JSONLine) {
        line.add("key", key.publicKey)
        line.add("project", key.project.rawValue)
        line.add("state", key.isActive ? "active" : "disabled")
        line.add("dsn", dsn)
    }

    /// The DSN of a key at a base URL; without a scheme it is `http`.
    private static func dsn(_ key: ProjectKey, _ address: String) -> String {
        var base = address
        while base.hasSuffix("/") { base.removeLast() }
        var scheme = "http://"
        for known in ["http://", "https://"] where base.hasPrefix(known) {
            scheme = known
            base.removeFirst(known.count)
        }
        return "\(scheme)\(key.publicKey)@\(base)/\(key.project)"
    }

    /// Whether a base URL makes a DSN that a client can use.
    private static func isAddress(_ address: String) -> Bool {
        let key = ProjectKey(id: 0, project: ProjectID(1), publicKey: EventID.random().description, isActive: true)
        return (try? DSN(dsn(key, address))) != nil
    }
}
