/// Which detectors look at a text, in which order.
extension TextScanner {
    /// Runs every detector that the summary of `text` gives a chance.
    mutating func search(_ text: TextBytes, _ level: Level) {
        let marks = level.summary.marks
        let digits = marks.contains(.nonASCII) ? 99 : level.summary.digits
        let hasOperators = marks.contains(.operators) || marks.contains(.nonASCII)
        if level.isWhole, level.context.key.rule == .cookie {
            takeCookies(from: 0, text.count, in: text)
        }
        if hasOperators || marks.contains(.punctuation) {
            findLabels(text, level)
            findUserinfo(text)
        }
        if digits >= 12 {
            findCards(text, level)
            if hasOperators || marks.contains(.nonASCII) || text.count >= 30 { findTracks(text) }
            if text.count >= 16 { findChipData(text) }
        }
        if digits >= 3, text.count >= 7 { findAnnouncedCodes(text) }
        if text.count >= 10 { findSecrets(text) }
        if text.count >= 40, marks.contains(.punctuation) { findPEM(text) }
        if hasOperators { findEmails(text) }
        if digits >= 4 || hasOperators { findAddresses(text, level) }
        if digits >= 7 { findPhones(text, level) }
        if digits >= 4, text.count >= 9 { findIdentifiers(text, level) }
        if marks.contains(.percent) || marks.contains(.escape) { searchUnescaped(text, level) }
        if text.count >= 16 { searchEncodedTokens(text, level) }
    }
}
