/// Expiry dates and security codes beside a card number, and codes that a word announces.
extension TextScanner {
    /// Finds the expiry date, and behind it the security code, that stand right after a card number. Returns where
    /// the search may go on.
    mutating func findCardCompanions(after end: Int, in text: TextBytes) -> Int {
        let start = Self.skipFiller(from: end, in: text)
        guard start > end, let expiry = Self.expiry(at: start, in: text) else { return end }
        add(start, expiry, .expiry, [.proximity, .shape], text)
        let code = Self.skipFiller(from: expiry, in: text)
        guard code > expiry, let codeEnd = Self.number(at: code, in: text, lengths: 3...4) else { return expiry }
        add(code, codeEnd, .cvv, [.proximity, .shape], text)
        return codeEnd
    }

    /// Finds months and years under their own names, for a text that holds a card number: `card.expiryMonth=05`,
    /// `"exp_year":2031`.
    @inline(never)
    mutating func findExpiryParameters(_ text: TextBytes, _ level: Level) {
        var position = 0
        while position < text.count {
            let byte = text[position]
            position &+= 1
            guard byte == 0x3D || byte == 0x3A, let label = Label(before: position &- 1, in: text),
                byte == 0x3D || label.isQuoted
            else { continue }
            var start = position
            while start &- position < 4, text[start].isBlank || text[start].isQuote { start &+= 1 }
            guard let end = Self.number(at: start, in: text, lengths: 1...4), end &- start != 3,
                classify(label.start, label.end, in: text, level).rule == .expiry
            else { continue }
            add(start, end, .expiry, .key, text)
            position = end
        }
    }

    /// Separators and the words that introduce a date or a code; 40 bytes at most.
    private static func skipFiller(from start: Int, in text: TextBytes) -> Int {
        var position = start
        while position &- start < 40, position < text.count {
            switch text[position] {
            case 0x20, 0x09, 0x0A, 0x0D, 0x2C, 0x7C, 0x3B, 0x3A, 0x2F, 0x2D, 0x28, 0x23, 0x3D:
                position &+= 1
            default:
                var end = position
                while end &- position < 16, text[end].isAlphanumeric { end &+= 1 }
                let fillers: StaticString =
                    "exp expiry expires expiring expiration date valid thru until through cvv cvc cvv2 cvc2 csc cid security code and with"
                guard text[position].isLetter, text.isOne(of: fillers, position, end) else { return position }
                position = end
            }
        }
        return position
    }

    /// One past an expiry date at `start`: `MM/YY`, `MM/YYYY`, `MMYY`, `YYYY-MM`.
    static func expiry(at start: Int, in text: TextBytes) -> Int? {
        var position = start
        var first = 0
        var digits = 0
        while case let element = text.element(at: position), element.kind == .digit, digits < 5 {
            first = first &* 10 &+ Int(element.value)
            digits &+= 1
            position &+= element.length
        }
        if digits == 4, 1...12 ~= first / 100, 20...49 ~= first % 100, text.element(at: position).kind != .slash {
            return position
        }
        let isYearFirst = digits == 4 && 2_000...2_099 ~= first
        guard isYearFirst || 1...2 ~= digits && 1...12 ~= first else { return nil }
        while text[position] == 0x20, text[position &+ 1] == 0x2F { position &+= 1 }
        let separator = text.element(at: position)
        switch separator.kind {
        case .slash, .dash, .dot, .space: position &+= separator.length
        default:
            guard text[position] == 0x7C else { return nil }
            position &+= 1
        }
        while separator.kind == .slash, text[position] == 0x20 { position &+= 1 }
        if isYearFirst { return number(at: position, in: text, lengths: 2...2) }
        return number(at: position, in: text, lengths: 2...2, endsAtComma: separator.kind == .slash)
            ?? (text.element(at: position).value == 2 ? number(at: position, in: text, lengths: 4...4) : nil)
    }

    /// One past the digits at `start`, when there are `lengths` of them and no letter or digit follows.
    static func number(
        at start: Int,
        in text: TextBytes,
        lengths: ClosedRange<Int>,
        endsAtComma: Bool = false
    ) -> Int? {
        guard text.element(before: start).kind != .digit else { return nil }
        var position = start
        var digits = 0
        while digits <= lengths.upperBound, case let element = text.element(at: position), element.kind == .digit {
            digits &+= 1
            position &+= element.length
        }
        guard lengths ~= digits, !text[position].isWordByte, text.element(at: position).kind != .digit else {
            return nil
        }
        // A fraction or a larger number goes on.
        if text[position] == 0x2E || text[position] == 0x2C && !endsAtComma, text[position &+ 1].isDigit { return nil }
        return position
    }

    /// Looks for `cvv2 code 9876`, `PIN 4821`, `otp is 123456` at each word of letters in the token `start ..< end`.
    mutating func takeAnnouncements(_ start: Int, _ end: Int, in text: TextBytes) {
        var position = start
        while position < end {
            let first = position
            guard Self.mayAnnounce(text[first]) else {
                position = min(end, text.endOfLetters(from: first)) &+ 1
                continue
            }
            while position < end, text[position].isLetter { position &+= 1 }
            if position &- first >= 3 || text[position] == 0x32, position &- first <= 12, !text[first &- 1].isDigit,
                let rule = Self.announcement(first, position, in: text)
            {
                takeAnnounced(rule, after: position, in: text)
            }
            position &+= 1
        }
    }

    private mutating func takeAnnounced(_ rule: Rule, after word: Int, in text: TextBytes) {
        var position = word
        if text[position] == 0x32, !text[position &+ 1].isDigit { position &+= 1 }  // cvv2
        var fillers = 0
        while fillers <= 4 {
            while position < text.count, position &- word < 40 {
                let length = Self.introducer(at: position, in: text)
                guard length > 0 else { break }
                position &+= length
            }
            let element = text.element(at: position)
            if element.kind == .digit { break }
            var end = position
            while end &- position < 10, text[end].isLetter { end &+= 1 }
            if rule == .pin, text.isOne(of: "block", position, end) {
                takePINBlock(after: end, in: text)
                return
            }
            guard text.isOne(of: "code number no num value is was of field entered typed the a with", position, end)
            else { return }
            fillers &+= 1
            position = end
        }
        guard position > word, text.element(at: position).kind == .digit else { return }
        let lengths = rule == .cvv ? 3...4 : 4...8
        guard let end = Self.number(at: position, in: text, lengths: lengths) else { return }
        add(position, end, rule, [.proximity, .key], text)
    }

    /// Bytes of a mark that may stand between a word and its code: blanks, colons, `=`, `#`, brackets, quotes, arrows,
    /// and the wide forms of colon and bracket.
    private static func introducer(at position: Int, in text: TextBytes) -> Int {
        let byte = text[position]
        if byte.isBlank || byte == 0x3A || byte == 0x3D || byte == 0x23 || byte == 0x28 || byte == 0x5B || byte.isQuote
        {
            return 1
        }
        if byte == 0x2D, text[position &+ 1] == 0x3E { return 2 }
        if byte == 0xEF, text.matches("：", at: position) || text.matches("（", at: position) { return 3 }
        if byte == 0xE2, text.matches("→", at: position) { return 3 }
        return 0
    }

    /// `pin block 0412AC89ABCDEF67`: sixteen hexadecimal digits (ISO 9564-1).
    private mutating func takePINBlock(after word: Int, in text: TextBytes) {
        var position = word
        while position &- word < 8, Self.introducer(at: position, in: text) > 0 {
            position &+= Self.introducer(at: position, in: text)
        }
        var end = position
        while end &- position < 33, text[end].isHexadecimal { end &+= 1 }
        guard end &- position == 16 || end &- position == 32, !text[end].isWordByte else { return }
        add(position, end, .pin, [.proximity, .key], text)
    }

    /// Whether a word that `announcement` knows may start with `byte`.
    @inline(__always)
    private static func mayAnnounce(_ byte: UInt8) -> Bool {
        switch byte | 0x20 {
        case 0x63, 0x6F, 0x70, 0x73, 0x76: true
        default: false
        }
    }

    /// What a word announces: a security code, or a PIN or one-time code.
    private static func announcement(_ start: Int, _ end: Int, in text: TextBytes) -> Rule? {
        switch text[start] | 0x20 {
        case 0x63 where end &- start <= 4: text.isOne(of: "cvv cvc cvn csc cvvc cv", start, end) ? .cvv : nil
        case 0x73: text.isOne(of: "security", start, end) && text.isWord(at: end &+ 1, of: "code number") ? .cvv : nil
        case 0x76:
            text.isOne(of: "verification", start, end) && text.isWord(at: end &+ 1, of: "value") ? .cvv : nil
        case 0x70: text.isOne(of: "pin passcode", start, end) ? .pin : nil
        case 0x6F: text.isOne(of: "otp", start, end) ? .pin : nil
        default: nil
        }
    }
}
