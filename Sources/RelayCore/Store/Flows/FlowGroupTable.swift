/// Groups of checkouts by their words, and errors by type and code. Belongs to the writer's thread; in memory whole.
final class FlowGroupTable {
    /// A group of a project.
    struct Key: Hashable {
        var project: Int64
        var words: FlowGroupWords
    }

    private struct ErrorKey: Hashable {
        var type: Int64
        var code: Int64
    }

    /// Groups that a store keeps apart. Who sends more versions than that finds the rest without a version.
    static let limit = 10_000

    private let insertGroup: SQLiteStatement
    private let loadGroups: SQLiteStatement
    private let insertError: SQLiteStatement
    private let loadErrors: SQLiteStatement
    private var groups: [Key: Int64] = [:]
    private var words: [Int64: FlowGroupWords] = [:]
    private var errors: [ErrorKey: Int64] = [:]
    private var isLoaded = false

    /// Over a connection; reads at first use.
    init(_ connection: SQLiteConnection) throws(StoreError) {
        insertGroup = try connection.statement(
            """
            INSERT INTO checkout_groups (project, environment, sdk, version, wrapper, kind)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6) RETURNING id
            """
        )
        loadGroups = try connection.statement(
            "SELECT id, project, environment, sdk, version, wrapper, kind FROM checkout_groups"
        )
        insertError = try connection.statement("INSERT INTO checkout_errors (type, code) VALUES (?1, ?2) RETURNING id")
        loadErrors = try connection.statement("SELECT id, type, code FROM checkout_errors")
    }

    /// Forgets everything, after a rollback.
    func forget() {
        isLoaded = false
        groups = [:]
        words = [:]
        errors = [:]
    }

    /// The number of a group.
    func group(_ wanted: Key) throws(StoreError) -> Int64 {
        try load()
        if let known = groups[wanted] { return known }
        var key = wanted
        if groups.count >= FlowGroupTable.limit {
            key.words.version = 0
            if let known = groups[key] { return known }
        }
        try insertGroup.bind(1, key.project)
        try insertGroup.bind(2, key.words.environment)
        try insertGroup.bind(3, key.words.sdk)
        try insertGroup.bind(4, key.words.version)
        try insertGroup.bind(5, key.words.wrapper)
        try insertGroup.bind(6, key.words.kind)
        defer { insertGroup.reset() }
        guard try insertGroup.step() else { throw StoreError(.misuse) }
        let id = insertGroup.integer(0)
        groups[key] = id
        words[id] = key.words
        return id
    }

    /// The words of a group.
    func words(of group: Int64) throws(StoreError) -> FlowGroupWords {
        try load()
        guard let found = words[group] else { throw .corrupt }
        return found
    }

    /// The number of an error; code 0 stands for any.
    func error(type: Int64, code: Int64) throws(StoreError) -> Int64 {
        try load()
        let key = ErrorKey(type: type, code: code)
        if let known = errors[key] { return known }
        try insertError.bind(1, type)
        try insertError.bind(2, code)
        defer { insertError.reset() }
        guard try insertError.step() else { throw StoreError(.misuse) }
        errors[key] = insertError.integer(0)
        return insertError.integer(0)
    }

    private func load() throws(StoreError) {
        guard !isLoaded else { return }
        defer {
            loadGroups.reset()
            loadErrors.reset()
        }
        while try loadGroups.step() {
            let found = FlowGroupWords(
                environment: loadGroups.integer(2),
                sdk: loadGroups.integer(3),
                version: loadGroups.integer(4),
                wrapper: loadGroups.integer(5),
                kind: loadGroups.integer(6)
            )
            groups[Key(project: loadGroups.integer(1), words: found)] = loadGroups.integer(0)
            words[loadGroups.integer(0)] = found
        }
        while try loadErrors.step() {
            errors[ErrorKey(type: loadErrors.integer(1), code: loadErrors.integer(2))] = loadErrors.integer(0)
        }
        isLoaded = true
    }
}
