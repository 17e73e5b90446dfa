/// What every inspecting command takes.
struct InspectOptions: Sendable {
    /// The data directory.
    let directory: DataDirectory
    /// Project and limit.
    let query: InspectorQuery
    /// Whether to print NDJSON.
    let isJSON: Bool

    /// What they look like on the command line.
    static let syntax = CommandSyntax(
        flags: ["--json"],
        values: ["--data", "--url", "--token", "--project", "--limit"]
    )
    static let help = """
          --data DIR      the relay's data directory (default ./relay-data), also while a relay runs on it
          --project N     only this project
          --limit N       at most N rows (default 50, 0 for all)
          --json          one JSON object a line
          --help          this text

        """

    /// Reads the shared options out of a command's arguments.
    init(_ arguments: CommandArguments) throws(UsageError) {
        if arguments.value("--url") != nil || arguments.value("--token") != nil {
            throw UsageError("this version reads a data directory only: --data DIR instead of --url and --token")
        }
        directory = DataDirectory(path: arguments.value("--data") ?? "relay-data")
        var query = InspectorQuery()
        query.project = try arguments.number("--project", minimum: 1).map(ProjectID.init)
        if let limit = try arguments.number("--limit", minimum: 0) { query.limit = limit == 0 ? nil : Int(limit) }
        self.query = query
        isJSON = arguments.has("--json")
    }

    /// Opens the store for reading.
    func open() throws(CommandError) -> any Inspector {
        switch directory.presence {
        case .store: break
        case .empty:
            throw .failure(CommandFailure("\(directory.path): no store here (telemetry-relay serve makes one)"))
        case .missing: throw .failure(CommandFailure("\(directory.path): no such directory"))
        case .foreign: throw .failure(CommandFailure(.corrupt, in: directory))
        case .denied: throw .failure(CommandFailure(.readOnly, in: directory))
        }
        do throws(StoreError) {
            return try directory.openInspector()
        } catch {
            throw .failure(CommandFailure(error, in: directory))
        }
    }
}
