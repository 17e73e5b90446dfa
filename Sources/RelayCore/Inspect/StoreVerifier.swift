internal import Sanitizer

/// Scrubs every stored value again with the current rules: every text column of every table, and every document.
///
/// Reads page by page, so that a running relay's WAL is never held up. Nothing is changed. One thread at a time.
struct StoreVerifier: ~Copyable {
    /// A value that the rules would redact, or a document that cannot be read. Never the value itself.
    struct Hit: Sendable, Hashable {
        /// The table.
        var table: String
        /// The row's number.
        var row: Int64
        /// Where in the row: `/column`, or `/gzip` and the path in the document.
        var path: String
        /// The rule, or `unreadable`.
        var rule: String
    }

    /// What was looked at.
    struct Totals: Sendable, Hashable {
        var tables = 0
        var texts: Int64 = 0
        var documents: Int64 = 0
        var documentBytes: Int64 = 0
        var hits: Int64 = 0
    }

    private struct Table {
        var name: String
        var key: String
        var columns: [String]
    }

    private static let pageSize: Int64 = 256

    private let inspector: SQLiteInspector
    private let policy = Policy.standard
    private var pass = Pass(stage: .relay)
    private var output = SanitizedBuffer()
    private(set) var totals = Totals()

    /// A verifier of an open store.
    init(_ inspector: SQLiteInspector) {
        self.inspector = inspector
    }

    /// The version of the rules.
    var policyVersion: UInt32 { policy.version }

    /// Looks at everything; `report` is told of every hit.
    mutating func run(_ report: (Hit) -> Void) throws(StoreError) {
        for table in try tables() {
            totals.tables += 1
            var next = try first(of: table, after: Int64.min)
            while let start = next {
                let end = start.addingReportingOverflow(StoreVerifier.pageSize - 1)
                let last = end.overflow ? Int64.max : end.partialValue
                for row in try rows(of: table, from: start, through: last) {
                    check(row, of: table, report)
                }
                next = last == Int64.max ? nil : try first(of: table, after: last)
            }
        }
    }

    /// Tables with text or documents. All tables of the schema are asked, so that a later migration's are not forgotten.
    private func tables() throws(StoreError) -> [Table] {
        try inspector.withConnection { (connection) throws(StoreError) -> [Table] in
            let rows = try connection.statement(
                """
                SELECT m.name, c.name, c.type FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
                WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid
                """
            )
            defer { rows.reset() }
            var tables: [Table] = []
            while try rows.step() {
                guard let name = rows.text(0), let column = rows.text(1), let type = rows.text(2) else { continue }
                // The first column of every table is its number, or the number that its rows are ordered by.
                if tables.last?.name != name { tables.append(Table(name: name, key: column, columns: [])) }
                if type == "TEXT" || column == StoreVerifier.documentColumn {
                    tables[tables.count - 1].columns.append(column)
                }
            }
            return tables.filter { !$0.columns.isEmpty }
        }
    }

    private static let documentColumn = "gzip"

    private func first(of table: Table, after key: Int64) throws(StoreError) -> Int64? {
        try inspector.withConnection { (connection) throws(StoreError) -> Int64? in
            let rows = try connection.statement("SELECT min(\(table.key)) FROM \(table.name) WHERE \(table.key) > ?1")
            defer { rows.reset() }
            try rows.bind(1, key)
            return try rows.step() ? rows.optionalInteger(0) : nil
        }
    }

    private struct Row {
        var key: Int64
        var texts: [String?]
        var document: [UInt8]?
    }

    private func rows(of table: Table, from: Int64, through: Int64) throws(StoreError) -> [Row] {
        try inspector.withConnection { (connection) throws(StoreError) -> [Row] in
            let columns = table.columns.joined(separator: ", ")
            let rows = try connection.statement(
                "SELECT \(table.key), \(columns) FROM \(table.name) WHERE \(table.key) BETWEEN ?1 AND ?2"
            )
            defer { rows.reset() }
            try rows.bind(1, from)
            try rows.bind(2, through)
            var page: [Row] = []
            while try rows.step() {
                var row = Row(key: rows.integer(0), texts: [], document: nil)
                for (index, column) in table.columns.enumerated() {
                    if column == StoreVerifier.documentColumn {
                        row.document = rows.blob(Int32(index + 1))
                        row.texts.append(nil)
                    } else {
                        row.texts.append(rows.text(Int32(index + 1)))
                    }
                }
                page.append(row)
            }
            return page
        }
    }

    private mutating func check(_ row: Row, of table: Table, _ report: (Hit) -> Void) {
        for (column, text) in zip(table.columns, row.texts) {
            guard let text else { continue }
            totals.texts += 1
            // Under its column's name, as the field stood under its own in the document.
            var member = JSONLine()
            member.add(member: column, text)
            for finding in findings(in: member.bytes) ?? [] {
                hit(Hit(table: table.name, row: row.key, path: "/" + column, rule: finding.rule.rawValue), report)
            }
        }
        guard let document = row.document else { return }
        let path = "/" + StoreVerifier.documentColumn
        totals.documents += 1
        guard let bytes = try? StoredPayload.inflate(document) else {
            return hit(Hit(table: table.name, row: row.key, path: path, rule: "unreadable"), report)
        }
        totals.documentBytes += Int64(bytes.count)
        guard let found = findings(in: bytes) else {
            return hit(Hit(table: table.name, row: row.key, path: path, rule: "unreadable"), report)
        }
        for finding in found {
            let place = path + finding.path
            hit(Hit(table: table.name, row: row.key, path: place, rule: finding.rule.rawValue), report)
        }
    }

    private mutating func hit(_ hit: Hit, _ report: (Hit) -> Void) {
        totals.hits += 1
        report(hit)
    }

    /// What the rules find in a document, with paths; nil if it is not JSON.
    private mutating func findings(in document: [UInt8]) -> [(path: String, rule: Rule)]? {
        let bytes = ContiguousArray(document)
        var collector = FindingCollector()
        output.removeAll()
        guard
            let outcome = try? pass.run(
                input: bytes.span,
                policy: policy,
                meta: .divert,
                into: &output,
                observer: &collector
            )
        else { return nil }
        var found = collector.findings.map { (path: $0.path.value, rule: $0.rule) }
        guard let range = outcome.metaRange else { return found }
        // The notes' names would set off their own rules, so they are looked at as plain words.
        guard let meta = JSONTree(Array(bytes[range])) else { return nil }
        let words = ContiguousArray(JSONLine.array(meta.words.filter { !StoreVerifier.isOwnRemark($0) }).bytes)
        var metaCollector = FindingCollector()
        output.removeAll()
        guard (try? pass.run(input: words.span, policy: policy, into: &output, observer: &metaCollector)) != nil else {
            return nil
        }
        found += metaCollector.findings.map { (path: "/_meta", rule: $0.rule) }
        return found
    }

    /// `@password:replace` reads like a password after its label; exactly our own remarks are none.
    private static func isOwnRemark(_ word: String) -> Bool {
        guard word.first == "@", let colon = word.firstIndex(of: ":") else { return false }
        let rule = String(word[word.index(after: word.startIndex)..<colon])
        let method = String(word[word.index(after: colon)...])
        return Rule(rawValue: rule) != nil && Finding.Method(rawValue: method) != nil
    }
}

extension JSONTree {
    /// Every name and every string below. No recursion.
    fileprivate var words: [String] {
        var words: [String] = []
        var stack: [JSONTree] = [self]
        while let value = stack.popLast() {
            switch value {
            case .object(let members):
                for member in members.reversed() { stack.append(member.value) }
                words.append(contentsOf: members.map(\.key))
            case .array(let elements): stack.append(contentsOf: elements.reversed())
            case .string(let text): words.append(text)
            case .null, .bool, .number: continue
            }
        }
        return words
    }
}
