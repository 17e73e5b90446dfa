/// Sets of attributes that all events of a process share, each stored once and then named by a number. Belongs to the
/// writer's thread; in memory whole.
final class SourceTable {
    /// With so many stored, a further set stands in its entries.
    static let limit = 20_000

    private let insert: SQLiteStatement
    private let load: SQLiteStatement
    private var ids: [[UInt8]: Int64] = [:]
    private var isLoaded = false

    /// Over a connection; reads at first use.
    init(_ connection: SQLiteConnection) throws(StoreError) {
        insert = try connection.statement("INSERT INTO checkout_sources (attributes) VALUES (?1) RETURNING id")
        load = try connection.statement("SELECT id, attributes FROM checkout_sources")
    }

    /// Forgets everything, after a rollback.
    func forget() {
        isLoaded = false
        ids = [:]
    }

    /// The number of a set; nil if there is no more room.
    func id(_ attributes: PackedAttributes) throws(StoreError) -> Int64? {
        if !isLoaded {
            defer { load.reset() }
            while try load.step() { ids[load.blob(1)] = load.integer(0) }
            isLoaded = true
        }
        if let known = ids[attributes.bytes] { return known }
        guard ids.count < SourceTable.limit else { return nil }
        try insert.bind(1, attributes)
        defer { insert.reset() }
        guard try insert.step() else { throw StoreError(.misuse) }
        ids[attributes.bytes] = insert.integer(0)
        return insert.integer(0)
    }
}
