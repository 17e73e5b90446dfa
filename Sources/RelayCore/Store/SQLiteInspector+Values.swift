/// Everything that is stored, in pages: what `verify` looks at.
extension SQLiteInspector {
    /// A page ends after so many rows or bytes, whichever comes first.
    private static let pageRows: Int64 = 256
    private static let pageBytes = 1 << 20

    /// The column type of documents; everything else that is no number is text.
    private static let documentColumn = "gzip"

    private struct Table {
        var name: String
        /// What its rows are ordered by: `rowid`, or the columns of the primary key where there is none.
        var keys: [String]
        var columns: [String]
    }

    /// One part of a row's key.
    private enum KeyPart {
        case integer(Int64)
        case text(String)
    }

    private struct Row {
        var key: [KeyPart]
        var texts: [String?]
        var document: [UInt8]?

        /// The number that names the row to people.
        var number: Int64 {
            guard case .integer(let number)? = key.first else { return 0 }
            return number
        }
    }

    /// See `Inspector`.
    package func forEachText(_ body: (StoredText) -> Void) throws(StoreError) -> [StoredTable] {
        let tables = try tables { type, _ in type == "TEXT" }
        var seen: [StoredTable] = []
        for table in tables {
            let rows = try forEachRow(of: table) { row in
                for (column, text) in zip(table.columns, row.texts) {
                    guard let text else { continue }
                    body(StoredText(table: table.name, row: row.number, column: column, text: text))
                }
            }
            seen.append(StoredTable(name: table.name, rows: rows))
        }
        return seen
    }

    /// See `Inspector`.
    package func forEachDocument(_ body: (StoredDocument) -> Void) throws(StoreError) -> [StoredTable] {
        let tables = try tables { _, column in column == SQLiteInspector.documentColumn }
        var seen: [StoredTable] = []
        for table in tables {
            let rows = try forEachRow(of: table) { row in
                let bytes = row.document.flatMap { try? StoredPayload.inflate($0) }
                let column = SQLiteInspector.documentColumn
                body(StoredDocument(table: table.name, row: row.number, column: column, bytes: bytes))
            }
            seen.append(StoredTable(name: table.name, rows: rows))
        }
        // Checkout events lie there in parts; the whole is what came.
        seen.append(try forEachEntry(body))
        return seen
    }

    /// Tables with columns that `isWanted` takes by type and name. The schema itself is asked, so that no table or column
    /// of a later migration is forgotten.
    private func tables(_ isWanted: (_ type: String, _ column: String) -> Bool) throws(StoreError) -> [Table] {
        try withConnection { (connection) throws(StoreError) -> [Table] in
            let rows = try connection.statement(
                """
                SELECT t.name, t.wr, c.name, c.type, c.pk FROM pragma_table_list AS t
                JOIN pragma_table_info(t.name) AS c
                WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid
                """
            )
            defer { rows.reset() }
            var tables: [Table] = []
            var keyed: [(place: Int64, column: String)] = []
            while try rows.step() {
                guard let name = rows.text(0), let column = rows.text(2), let type = rows.text(3) else { continue }
                if tables.last?.name != name {
                    tables.append(Table(name: name, keys: ["rowid"], columns: []))
                    keyed = []
                }
                let last = tables.count - 1
                if rows.integer(1) != 0, rows.integer(4) > 0 {
                    keyed.append((rows.integer(4), column))
                    tables[last].keys = keyed.sorted { $0.place < $1.place }.map(\.column)
                }
                if isWanted(type, column) { tables[last].columns.append(column) }
            }
            return tables.filter { !$0.columns.isEmpty }
        }
    }

    /// Hands out the rows of a table; how many there were.
    private func forEachRow(of table: Table, _ body: (Row) -> Void) throws(StoreError) -> Int64 {
        var last: [KeyPart]?
        var count: Int64 = 0
        while true {
            let page = try page(of: table, after: last)
            for row in page { body(row) }
            count += Int64(page.count)
            guard let end = page.last else { return count }
            last = end.key
        }
    }

    private func page(of table: Table, after last: [KeyPart]?) throws(StoreError) -> [Row] {
        try withConnection { (connection) throws(StoreError) -> [Row] in
            let keys = table.keys.joined(separator: ", ")
            let places = (1...table.keys.count).map { "?\($0)" }.joined(separator: ", ")
            let rows = try connection.statement(
                """
                SELECT \(keys), \(table.columns.joined(separator: ", ")) FROM \(table.name)
                \(last == nil ? "" : "WHERE (\(keys)) > (\(places))") ORDER BY \(keys)
                LIMIT \(SQLiteInspector.pageRows)
                """
            )
            defer { rows.reset() }
            for (index, part) in (last ?? []).enumerated() {
                switch part {
                case .integer(let number): try rows.bind(Int32(index + 1), number)
                case .text(let text): try rows.bind(Int32(index + 1), lookup: text)
                }
            }
            var page: [Row] = []
            var bytes = 0
            while bytes < SQLiteInspector.pageBytes, try rows.step() {
                let row = read(rows, table)
                bytes += row.texts.reduce(row.document?.count ?? 0) { $0 + ($1?.utf8.count ?? 0) }
                page.append(row)
            }
            return page
        }
    }

    private func read(_ rows: SQLiteStatement, _ table: Table) -> Row {
        var row = Row(key: [], texts: [], document: nil)
        for index in table.keys.indices {
            let place = Int32(index)
            row.key.append(rows.isInteger(place) ? .integer(rows.integer(place)) : .text(rows.text(place) ?? ""))
        }
        for (index, column) in table.columns.enumerated() {
            let place = Int32(table.keys.count + index)
            if column == SQLiteInspector.documentColumn {
                row.document = rows.blob(place)
            } else {
                row.texts.append(rows.text(place))
            }
        }
        return row
    }
}
