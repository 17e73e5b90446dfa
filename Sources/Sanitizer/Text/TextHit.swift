/// A range of a scanned text that must not leave.
struct TextHit: Equatable {
    /// First byte.
    var start: Int
    /// One past the last byte.
    var end: Int
    /// Why.
    var rule: Rule
    /// On what evidence.
    var evidence: Finding.Evidence
}
