internal import CTelemetrySQLite
internal import Sanitizer
internal import TelemetryGzip
internal import TelemetryWire

/// A prepared statement. Only sanitized text, compressed sanitized bytes, numbers and closed vocabularies can be bound
/// to one that writes.
///
/// Not synchronized: belongs to its connection's thread. Parameters count from 1, columns from 0, as in SQLite.
@safe final class SQLiteStatement {
    // Safe: finalized once in deinit; used between on the owner's thread.
    private let handle: OpaquePointer

    /// Takes over a statement that SQLite prepared; finalizes it at the end.
    @unsafe init(takingOwnershipOf handle: OpaquePointer) {
        unsafe self.handle = unsafe handle
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    // MARK: Parameters

    /// Binds a number, or NULL.
    func bind(_ index: Int32, _ value: Int64?) throws(StoreError) {
        if let value {
            try check(unsafe sqlite3_bind_int64(handle, index, value))
        } else {
            try check(unsafe sqlite3_bind_null(handle, index))
        }
    }

    /// Binds 64 bits of an id.
    func bind(_ index: Int32, bits: UInt64) throws(StoreError) {
        try bind(index, Int64(bitPattern: bits))
    }

    /// Binds clean text, or NULL.
    func bind(_ index: Int32, _ text: Sanitized<String>?) throws(StoreError) {
        guard let text else { return try bind(index, Int64?.none) }
        try bindText(index, text.value)
    }

    /// Binds a word of a closed vocabulary.
    func bind(_ index: Int32, _ reason: DropReason) throws(StoreError) {
        try bindText(index, reason.rawValue)
    }

    /// Binds a rule id.
    func bind(_ index: Int32, _ rule: Rule) throws(StoreError) {
        try bindText(index, rule.rawValue)
    }

    /// Binds a method's name.
    func bind(_ index: Int32, _ method: Finding.Method) throws(StoreError) {
        try bindText(index, method.rawValue)
    }

    /// Binds the name of an end of the wire.
    func bind(_ index: Int32, _ stage: Finding.Stage) throws(StoreError) {
        try bindText(index, stage.rawValue)
    }

    /// Binds compressed clean bytes.
    func bind(_ index: Int32, _ gzip: SanitizedGzip) throws(StoreError) {
        try bindBlob(index, gzip.bytes)
    }

    /// Binds the bits of a filter over hashed ids.
    func bind(_ index: Int32, _ filter: BloomFilter) throws(StoreError) {
        try bindBlob(index, filter.bytes)
    }

    /// Binds attributes of a checkout event, which are made of clean values.
    func bind(_ index: Int32, _ attributes: PackedAttributes) throws(StoreError) {
        try bindBlob(index, attributes.bytes)
    }

    /// Binds what became of attributes of a checkout event.
    func bind(_ index: Int32, _ kind: CheckoutAnomaly.Kind) throws(StoreError) {
        try bindText(index, kind.rawValue)
    }

    /// Binds what a person typed, to search for. Refused by statements that write.
    func bind(_ index: Int32, lookup text: String) throws(StoreError) {
        guard unsafe sqlite3_stmt_readonly(handle) != 0 else { throw StoreError(.misuse) }
        try bindText(index, text)
    }

    private func bindText(_ index: Int32, _ text: String) throws(StoreError) {
        var text = text
        let code = text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe telemetry_sqlite_bind_text(
                    handle,
                    index,
                    characters.baseAddress,
                    Int32(clamping: characters.count)
                )
            }
        }
        try check(code)
    }

    private func bindBlob(_ index: Int32, _ bytes: [UInt8]) throws(StoreError) {
        let code = unsafe bytes.withUnsafeBytes { raw in
            unsafe telemetry_sqlite_bind_blob(handle, index, raw.baseAddress, Int32(clamping: raw.count))
        }
        try check(code)
    }

    // MARK: Running

    /// Moves to the next row; false when there is none. After an error the statement is reset.
    func step() throws(StoreError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        switch SQLiteResult(rawValue: code) {
        case .row: return true
        case .done: return false
        default:
            unsafe sqlite3_reset(handle)
            throw StoreError(SQLiteResult(rawValue: code))
        }
    }

    /// Runs a statement whose rows are of no interest, and resets it for the next use.
    func run() throws(StoreError) {
        while try step() {}
        unsafe sqlite3_reset(handle)
    }

    /// Ends a run and forgets the bindings.
    func reset() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }

    // MARK: Columns

    /// The column's number; 0 for NULL.
    func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(handle, column)
    }

    /// The column's 64 bits of an id.
    func bits(_ column: Int32) -> UInt64 {
        UInt64(bitPattern: integer(column))
    }

    /// The column's number, or nil for NULL.
    func optionalInteger(_ column: Int32) -> Int64? {
        isNull(column) ? nil : integer(column)
    }

    /// Whether the column holds a number.
    func isInteger(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_INTEGER
    }

    /// Whether the column is NULL.
    func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// The column's text, or nil for NULL.
    func text(_ column: Int32) -> String? {
        guard !isNull(column), let start = unsafe sqlite3_column_text(handle, column) else { return nil }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The column's bytes; empty for NULL.
    func blob(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    private func check(_ code: Int32) throws(StoreError) {
        guard code == SQLITE_OK else { throw StoreError(SQLiteResult(rawValue: code)) }
    }
}
