/// Which detectors look at a text, in which order.
extension TextScanner {
    /// Runs every detector that the text's digits and marks give a chance.
    ///
    /// Each condition names the least that the detector needs. Digits of other scripts are not counted, so a byte
    /// above ASCII stands for any number of them.
    mutating func search(_ text: TextBytes, _ level: Level) {
        if hasTokenRules { findTokens(text) }
        if Self.isIdentifier(text) {
            if explains { noteIdentifier(text) }
            // A few account numbers are; chip data and encoded text are hexadecimal too.
            if text.count <= 34, !text[0].isDigit, text[2].isDigit, BankAccountNumber.end(at: 0, in: text) == text.count
            {
                add(0, text.count, .bankAccount, [.shape, .checkDigit], text)
                return
            }
            if text.count >= 20, text[8] != 0x2D {
                let start = text[1] == 0x78 ? 2 : 0
                takeChipData(start, text.count, in: text)
                if Base64.isHexadecimalText(0, text.count, in: text) { searchEncodedTokens(text, level) }
            }
            return
        }
        let marks = TextMarks(text)
        let isForeign = marks.has(.nonASCII)
        let digits = isForeign ? 99 : marks.digits
        let hasLongToken = marks.hasLongToken
        if level.isWhole, level.context.key.rule == .cookie {
            takeCookies(from: 0, text.count, in: text)
        }
        if marks.colons > 0 || marks.has([.equals, .less]) || marks.dashes > 0 && marks.has(.space)
            || digits > 0 && marks.has(.pair)
        {
            findLabels(text, level)
        }
        if isForeign { findWideLabels(text, level) }
        if marks.has(.at) {
            findUserinfo(text)
        } else if marks.colons >= 2, marks.has(.slash) {
            findCutCredentials(text)
        }
        if marks.has(.at) || isForeign { findEmails(text) }
        if digits >= 12 {
            let first = hits.count
            findCards(text, level, marks)
            if hits.count > first { findExpiryParameters(text, level) }
            if marks.has([.equals, .caret]) { findTracks(text) }
            if hasLongToken { findChipData(text) }
            if marks.has(.space), text.count >= 26 { findSpacedChipData(text) }
        }
        let isProse = marks.has([.space, .equals, .nonASCII]) || marks.colons > 0
        if text.count >= 7, digits >= 1 && isProse || hasLongToken || marks.has([.underscore, .equals]) {
            findWords(text, digits: digits, marks)
        }
        if marks.dashes >= 5, text.count >= 27 { findPEM(text) }
        if marks.colons >= 2 || marks.dashes >= 5
            || digits >= 4 && (marks.dots >= 3 || marks.dots == 2 && Self.mayHoldHardwareAddress(text))
        {
            findAddresses(text, level)
        }
        if digits >= 7, marks.has([.plus, .parenthesis, .space]) || isForeign || marks.colons > 0 || marks.has(.equals)
        {
            findPhones(text, level, marks)
        }
        if digits >= 9 || digits >= 4 && (marks.has(.space) && text.count >= 13 || text.count == 10) {
            findIdentifiers(text, level, marks)
        }
        if marks.has(.escape) { searchUnescaped(text, level) }
        if hasLongToken {
            if marks.has(.slash), digits > 0 { findPathTokens(text) }
            searchEncodedTokens(text, level)
        }
    }

    /// Whether the text is an address, a UUID or a hexadecimal id and nothing else: most dense strings are.
    @inline(__always)
    private static func isIdentifier(_ text: TextBytes) -> Bool {
        8...66 ~= text.count && text[0].isHexadecimal && isLoneIdentifier(text)
    }

    @inline(never)
    private static func isLoneIdentifier(_ text: TextBytes) -> Bool {
        let count = text.count
        if text[1] == 0x78, text[0] == 0x30 { return text.endOfHexadecimal(from: 2) == count }
        switch count {
        case 36 where text[8] == 0x2D: return isUUID(at: 0, in: text)
        case 16, 24, 32, 40, 48, 56, 64:
            // All digits is a number.
            return text.endOfHexadecimal(from: 0) == count && text.endOfDigitRun(from: 0) < count
        default: return false
        }
    }
}
