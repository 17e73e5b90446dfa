/// One change to a text: a range that is replaced or left out.
struct TextEdit {
    /// First byte.
    var start: Int
    /// One past the last byte.
    var end: Int
    /// Why.
    var rule: Rule
    /// On what evidence.
    var evidence: Finding.Evidence
    /// `.replace`, or `.remove` where nothing is left.
    var method = Finding.Method.replace
    /// The digits of a card number.
    var digits = CardDigits.none
    /// Whether `TextScanner.replacement` holds what is written, in place of the placeholder.
    var isTreated = false
}
