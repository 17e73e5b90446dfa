internal import Sanitizer
internal import TelemetryWire

/// Words and short tokens, each stored once and then named by a number: attribute names, values of the vocabulary,
/// versions, models. Belongs to the writer's thread; in memory whole.
final class WordTable {
    /// Tokens are not a closed set: with so many words stored, further ones stand where they are used.
    static let limit = 20_000

    private let insert: SQLiteStatement
    private let load: SQLiteStatement
    private var ids: [String: Int64] = [:]
    private var isLoaded = false
    private var attributes = [Int64](repeating: 0, count: CheckoutAttribute.allCases.count)

    /// Over a connection; reads at first use.
    init(_ connection: SQLiteConnection) throws(StoreError) {
        insert = try connection.statement("INSERT INTO checkout_words (text) VALUES (?1) RETURNING id")
        load = try connection.statement("SELECT id, text FROM checkout_words")
    }

    /// Forgets everything, after a rollback.
    func forget() {
        isLoaded = false
        ids = [:]
        for index in attributes.indices { attributes[index] = 0 }
    }

    /// The number of a word of the vocabulary.
    func word(_ text: Sanitized<String>) throws(StoreError) -> Int64 {
        if let known = try known(text) { return known }
        return try add(text)
    }

    /// The number of a token; nil if there is no more room for tokens.
    func token(_ text: Sanitized<String>) throws(StoreError) -> Int64? {
        if let known = try known(text) { return known }
        return ids.count < WordTable.limit ? try add(text) : nil
    }

    /// The number of an attribute's name.
    func attribute(_ attribute: CheckoutAttribute) throws(StoreError) -> Int64 {
        let place = Int(attribute.rawValue)
        if attributes[place] == 0 { attributes[place] = try word(Sanitized(literal: attribute.name)) }
        return attributes[place]
    }

    private func known(_ text: Sanitized<String>) throws(StoreError) -> Int64? {
        if !isLoaded {
            defer { load.reset() }
            while try load.step() { ids[load.text(1) ?? ""] = load.integer(0) }
            isLoaded = true
        }
        return ids[text.value]
    }

    private func add(_ text: Sanitized<String>) throws(StoreError) -> Int64 {
        try insert.bind(1, text)
        defer { insert.reset() }
        guard try insert.step() else { throw StoreError(.misuse) }
        let id = insert.integer(0)
        ids[text.value] = id
        return id
    }
}
