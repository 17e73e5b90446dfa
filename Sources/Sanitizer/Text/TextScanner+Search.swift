/// Which detectors look at a text, in which order.
extension TextScanner {
    /// Runs every detector that the text's digits and marks give a chance.
    ///
    /// Each condition names the least that the detector needs. Digits of other scripts are not counted, so a byte
    /// above ASCII stands for any number of them.
    mutating func search(_ text: TextBytes, _ level: Level) {
        let before = hits.count
        if hasTokenRules { findTokens(text) }
        if let shape = Self.identifier(text) {
            if explains { noteIdentifier(text) }
            // A few account numbers are; chip data and encoded text are hexadecimal too.
            if text.count <= 34, !text[0].isDigit, text[2].isDigit, BankAccountNumber.end(at: 0, in: text) == text.count
            {
                add(0, text.count, .bankAccount, [.shape, .checkDigit], text)
                return
            }
            if text.count >= 20, shape != .uuid {
                let start = shape == .address ? 2 : 0
                takeChipData(start, text.count, in: text)
                if Base64.isHexadecimalText(0, text.count, in: text) { openToken(0, text.count, in: text, level) }
            }
            return
        }
        let map = maps.open(text.count)
        defer { maps.close() }
        let marks = TextMarks(text, map)
        let isForeign = marks.has(.nonASCII)
        let digits = isForeign ? 99 : marks.digits
        let hasLongToken = marks.hasLongToken
        if level.isWhole, level.context.key.rule == .cookie {
            takeCookies(from: 0, text.count, in: text)
        }
        if marks.colons > 0 || marks.has([.equals, .less]) || marks.dashes > 0 && marks.has(.space)
            || digits > 0 && marks.has(.pair)
        {
            findLabels(text, map, marks, level)
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
            findCards(text, map, level, marks)
            if hits.count > first { findExpiryParameters(text, level) }
            if marks.has([.equals, .caret]) { findTracks(text, map, marks) }
            if hasLongToken { findChipData(text, map) }
            if marks.has(.space) || marks.colons >= 11 || marks.dashes >= 11, text.count >= 26, Self.mayHoldPairs(map) {
                findSpacedChipData(text, map)
            }
            // A `0`, a 3 and a digit for each digit of a number.
            if digits >= 36, text.count >= 60 { findHexBytes(text) }
        }
        let isProse = marks.has([.space, .equals, .nonASCII]) || marks.colons > 0
        if text.count >= 7, digits >= 1 && isProse || hasLongToken || marks.has([.underscore, .equals]) {
            findWords(text, map, digits: digits, marks)
        }
        if marks.dashes >= 5, text.count >= 27 { findPEM(text) }
        if marks.colons >= 2 || marks.dashes >= 5
            || digits >= 4 && (marks.dots >= 3 || marks.dots == 2 && Self.mayHoldHardwareAddress(text))
        {
            findAddresses(text, level)
        }
        if digits >= 7,
            marks.has([.plus, .parenthesis, .space]) || isForeign || marks.colons > 0 || marks.has(.equals)
                || text[0] == 0x30 && text[1] == 0x30
        {
            findPhones(text, map, level, marks)
        }
        if digits >= 9 || digits >= 4 && (marks.has(.space) && text.count >= 13 || text.count == 10) {
            findIdentifiers(text, map, level, marks)
        }
        let escapes = marks.mayHoldEscape
        if escapes || hits.count > before {
            let cost = map.searchCost(text, isForeign: isForeign)
            effort.spend(cost)
            if escapes { searchUnescaped(text, level, cost: cost) }
        }
        if hasLongToken {
            if marks.has(.slash), digits > 0 { findPathTokens(text, map) }
            searchEncodedTokens(text, map, level)
        }
    }

    /// What most dense strings are.
    private enum Identifier {
        /// `0x` and hexadecimal digits.
        case address
        case uuid
        /// Hexadecimal digits of a length that hashes and ids have, with letters among them.
        case hash
    }

    /// Which identifier the text is, and nothing else.
    @inline(__always)
    private static func identifier(_ text: TextBytes) -> Identifier? {
        8...66 ~= text.count && text[0].isHexadecimal ? loneIdentifier(text) : nil
    }

    @inline(never)
    private static func loneIdentifier(_ text: TextBytes) -> Identifier? {
        let count = text.count
        if text[1] == 0x78, text[0] == 0x30 { return text.endOfHexadecimal(from: 2) == count ? .address : nil }
        switch count {
        case 36 where text[8] == 0x2D: return isUUID(at: 0, in: text) ? .uuid : nil
        case 16: return isHash(ByteWindow<OneBlock>(text, at: 0), 16) ? .hash : nil
        case 24, 32: return isHash(ByteWindow<TwoBlocks>(text, at: 0), count) ? .hash : nil
        case 40, 48, 56, 64: return isHash(ByteWindow<FourBlocks>(text, at: 0), count) ? .hash : nil
        default: return nil
        }
    }

    /// Whether the bytes are hexadecimal digits and some of them letters: all digits is a number.
    @inline(__always)
    private static func isHash<Width>(_ bytes: ByteWindow<Width>, _ count: Int) -> Bool {
        let letters = bytes.gather {
            let lower = $0 | ByteBlock(0x20)
            return lower.above(0x60) ^ lower.above(0x66)
        }
        let digits = bytes.gather { $0.above(0x2F) ^ $0.above(0x39) }
        return letters != 0 && (letters | digits).nonzeroBitCount == count
    }
}
