/// A result code of SQLite, extended form, with names for those that the relay tells apart.
struct SQLiteResult: RawRepresentable, Sendable, Hashable {
    /// The extended code.
    let rawValue: Int32

    static let ok = SQLiteResult(rawValue: 0)
    static let misuse = SQLiteResult(rawValue: 21)
    static let row = SQLiteResult(rawValue: 100)
    static let done = SQLiteResult(rawValue: 101)

    /// The code without its extension (sqlite.org/rescode.html).
    var primary: Int32 { rawValue & 0xFF }
}

extension StoreError {
    /// What a failed call of SQLite means to callers. No text of SQLite's is kept: it may quote a value.
    init(_ result: SQLiteResult) {
        switch result.primary {
        case 5, 6: self = .busy  // BUSY, LOCKED
        case 8: self = .readOnly  // READONLY
        case 11, 26: self = .corrupt  // CORRUPT, NOTADB
        case 13: self = .diskFull  // FULL
        default: self = .failed(code: result.rawValue)
        }
    }

    /// Whether the fault lies in the submitted values (CONSTRAINT, TOOBIG, MISMATCH, RANGE), so that other batches of
    /// the same transaction can go on.
    var concernsOneBatch: Bool {
        guard case .failed(let code) = self else { return false }
        switch code & 0xFF {
        case 18, 19, 20, 25: return true
        default: return false
        }
    }
}
