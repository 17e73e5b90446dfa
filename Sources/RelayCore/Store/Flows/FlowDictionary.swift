internal import TelemetryWire

/// A reader's copy of the words and sets of attributes that entries name by number.
struct FlowDictionary {
    private var words: [Int64: String] = [:]
    private var sources: [Int64: [UInt8]] = [:]
    private var types: Set<Int64> = []

    /// Reads all of them; bounded by the tables' limits.
    init(_ connection: SQLiteConnection) throws(StoreError) {
        let texts = try connection.statement("SELECT id, text FROM checkout_words")
        defer { texts.reset() }
        while try texts.step() { words[texts.integer(0)] = texts.text(1) ?? "" }
        let sets = try connection.statement("SELECT id, attributes FROM checkout_sources")
        defer { sets.reset() }
        while try sets.step() { sources[sets.integer(0)] = sets.blob(1) }
        let errors = try connection.statement("SELECT id FROM checkout_errors WHERE code = 0")
        defer { errors.reset() }
        while try errors.step() { types.insert(errors.integer(0)) }
    }

    /// Whether an error's number stands for a type with any code: each entry counts once there.
    func isType(_ error: Int64) -> Bool { types.contains(error) }

    /// The word with this number; nil for 0.
    func word(_ id: Int64) -> String? { words[id] }

    /// The columns that `entry` reads, of `checkout_entries` as e and `flows` as f.
    static let columns = """
        e.flow, e.sequence, e.name, e.occurred_at, e.delay, coalesce(e.source, f.source), e.attributes, f.flow_high,
        f.flow_low, f.is_session, f.session_high, f.session_low
        """

    /// The whole entry as JSON, as a container holds it; nil for what cannot be read.
    func entry(_ rows: SQLiteStatement) -> [UInt8]? {
        let names = CheckoutEventName.allCases
        let place = rows.integer(2)
        guard place >= 0, place < Int64(names.count) else { return nil }
        var members: [(name: String, json: [UInt8])] = []
        let source = rows.integer(5)
        if source != 0 {
            guard let shared = sources[source], let read = attributes(shared) else { return nil }
            for (name, json) in read { if let json { members.append((name, json)) } }
        }
        guard let own = attributes(rows.blob(6)) else { return nil }
        let id = EventID(high: rows.bits(7), low: rows.bits(8))
        let session = CheckoutAttribute.session.name.description
        if rows.integer(9) != 0 {
            members.append((session, JSONLine.string(id.description)))
        } else {
            members.append((CheckoutAttribute.flow.name.description, JSONLine.string(id.description)))
            // An entry of another process than the flow's first says so itself, or that it has none.
            if !own.contains(where: { $0.name == session }), !rows.isNull(10) {
                let process = EventID(high: rows.bits(10), low: rows.bits(11))
                members.append((session, JSONLine.string(process.description)))
            }
        }
        members.append((CheckoutAttribute.sequence.name.description, Array(String(rows.integer(1)).utf8)))
        for (name, json) in own { if let json { members.append((name, json)) } }
        return FlowDictionary.json(names[Int(place)], at: rows.integer(3), members)
    }

    private func attributes(_ bytes: [UInt8]) -> [(name: String, json: [UInt8]?)]? {
        var reader = PackedReader(bytes)
        var attributes: [(name: String, json: [UInt8]?)] = []
        while !reader.isAtEnd {
            guard let read = reader.attribute(words), let name = words[read.attribute] else { return nil }
            attributes.append((name, read.json))
        }
        return attributes
    }

    private static func json(
        _ name: CheckoutEventName,
        at milliseconds: Int64,
        _ members: [(name: String, json: [UInt8])]
    ) -> [UInt8] {
        var json = Array("{\"name\":\"\(name.rawValue)\",\"timestamp\":".utf8)
        let rest = String(milliseconds % 1_000)
        json += Array((String(milliseconds / 1_000) + "." + String(repeating: "0", count: 3 - rest.count) + rest).utf8)
        json += Array(",\"attributes\":{".utf8)
        for (index, member) in members.enumerated() {
            if index > 0 { json.append(0x2C) }
            json += JSONLine.string(member.name)
            json.append(0x3A)
            json += member.json
        }
        json += Array("}}".utf8)
        return json
    }
}
