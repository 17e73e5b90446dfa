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
    /// The digits of a card number, whatever encoding it was found in.
    var digits = CardDigits.none
    /// Whether the text has been searched with this hit replaced.
    var isSettled = false

    /// Which rule names what two hits cover together: the higher one. Authentication data before labelled secrets,
    /// before passwords of URLs, before card numbers, before secrets by shape, before personal data.
    var precedence: Int {
        switch rule.dataClass {
        case .limit: 7
        case .authentication: 6
        case .secret: evidence.contains(.key) ? 5 : (rule == .password ? 4 : 2)
        case .cardholder: 3
        case .personal: evidence.contains(.key) ? 1 : 0
        }
    }
}
