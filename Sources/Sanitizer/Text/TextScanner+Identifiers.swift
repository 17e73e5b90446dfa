/// Bank account numbers and numbers that governments issue.
extension TextScanner {
    /// Finds IBANs, SSNs, Aadhaar numbers, Indian tax ids, Saudi ids.
    @inline(never)
    mutating func findIdentifiers(_ text: TextBytes, _ map: TextMap, _ level: Level, _ marks: TextMarks) {
        guard marks.has(.nonASCII) || explains else { return findPlainIdentifiers(text, map, level) }
        var position = 0
        var silence = Silence()
        while position < text.count {
            let byte = text[position]
            if byte.isDigit, !text[position &- 1].isDigit, Self.mayBeAnnounced(position, in: text),
                let close = takeNationalNumber(around: position, in: text)
            {
                position = close
            } else if byte.isLetter {
                if text[position &- 1].isBlank || text[position &- 1] == 0x3A {
                    var digit = position
                    while digit &- position < 4, text[digit].isLetter { digit &+= 1 }
                    if text[digit].isDigit, let close = takeNationalNumber(around: digit, in: text) {
                        position = close
                        continue
                    }
                }
                let start = position
                position = map.end(from: start) { map[.letters, $0] | map[.digits, $0] }
                position = max(position, takeLettered(start, position, in: text, level))
            } else if byte.isDigit || byte >= 0x80 {
                let element = text.element(at: position)
                guard element.kind == .digit else {
                    position &+= element.length
                    continue
                }
                position = takeNumbered(
                    at: position,
                    Self.endOfDigits(from: position, in: text),
                    &silence,
                    in: text
                )
            } else {
                position &+= 1
            }
        }
    }

    /// Finds the same in a text of ASCII alone, from its digits: all of them hold some, two behind a country or four
    /// behind five letters.
    private mutating func findPlainIdentifiers(_ text: TextBytes, _ map: TextMap, _ level: Level) {
        var silence = Silence()
        // How far the text has been looked at.
        var floor = 0
        for window in 0..<map.windows {
            var starts = Self.identifierStarts(map, window)
            while starts != 0 {
                let position = window &* 64 &+ starts.trailingZeroBitCount
                starts &= starts &- 1
                if position >= floor { floor = takeIdentifier(at: position, map, &silence, in: text, level) }
            }
        }
    }

    /// Looks at the digits that begin at `position`. Returns where to go on.
    @inline(__always)
    private mutating func takeIdentifier(
        at position: Int,
        _ map: TextMap,
        _ silence: inout Silence,
        in text: TextBytes,
        _ level: Level
    ) -> Int {
        let end = map.endOfDigits(from: position)
        if end &- position >= 5 || text[end &+ 1].isDigit, Self.mayBeAnnounced(position, in: text),
            let close = takeNationalNumber(around: position, in: text)
        {
            return max(end, close)
        }
        if text[position &- 1].isLetter {
            let reach = end &- position == 4 && text[position &- 3].isLetter ? 5 : 2
            let start = position &- reach
            guard end &- position >= 2, start >= 0, text[start].isLetter, !text[start &- 1].isWordByte else {
                return end
            }
            let token = text.first(from: end) { ~(Lanes.digits($0) | Lanes.letters($0)) & Lanes.high }
            return max(end, takeLettered(start, token, in: text, level))
        }
        return Self.mayBeNumbered(position, end, &silence, in: text)
            ? takeNumbered(at: position, end, &silence, in: text) : end
    }

    /// The first digits of the runs in a window with which an identifier may begin: those of five or more, those behind
    /// two or five characters of a word, and where a digit follows at one remove behind a run all of them. Of the numbers in
    /// most texts hardly any.
    @inline(__always)
    private static func identifierStarts(_ map: TextMap, _ window: Int) -> UInt64 {
        let digits = map[.digits, window]
        var starts = digits & ~map.behind(.digits, window)
        guard starts != 0 else { return 0 }
        let next = window &+ 1 < map.windows ? map[.digits, window &+ 1] : 0
        let second = digits >> 1 | next << 63
        let third = digits >> 2 | next << 62
        let ends = ~digits & map.behind(.digits, window)
        let words = map[.tokens, window] & ~map[.dashes, window]
        let before = window == 0 ? 0 : map[.tokens, window &- 1] & ~map[.dashes, window &- 1]
        // Behind a low line nothing begins.
        starts &= ~(words << 1 | before >> 63) | map.behind(.letters, window)
        // A run that goes on in the next window may be followed by one as well.
        if ends & second | next & 3 != 0 { return starts & (second | third) }
        let long = second & third & (digits >> 3 | next << 61) & (digits >> 4 | next << 60)
        let isWithinWord = (words << 3 | before >> 61) & (words << 6 | before >> 58)
        return starts & (long | second & map.behind(.letters, window) & ~isWithinWord)
    }

    /// Whether a word may stand right before the digits at `start`, or a letter of their own token.
    @inline(__always)
    private static func mayBeAnnounced(_ start: Int, in text: TextBytes) -> Bool {
        text[start &- 1].isLetter || isIntroduced(start, in: text)
    }

    /// Whether the digits `start ..< end` have a length that `takeNumbered` knows, or more of them follow. Groups of
    /// other lengths than three and four need a word before them.
    @inline(__always)
    private static func mayBeNumbered(_ start: Int, _ end: Int, _ silence: inout Silence, in text: TextBytes) -> Bool {
        switch end &- start {
        case 9, 10, 12: return true
        case 13...: return false
        default:
            let next = text[end]
            guard next == 0x20 || next == 0x2D || next == 0x2E, text[end &+ 1].isDigit else { return false }
            return 3...4 ~= end &- start || !silence.covers(start &- Cue.reach, start, in: text)
        }
    }

    private mutating func takeLettered(_ start: Int, _ end: Int, in text: TextBytes, _ level: Level) -> Int {
        let third = text[start &+ 2]
        if third.isDigit || third == 0x20 || third >= 0x80, end &- start <= 34,
            let close = BankAccountNumber.end(at: start, in: text)
        {
            add(start, close, .bankAccount, [.shape, .checkDigit], text)
            return close
        }
        if end &- start == 10, Self.isTaxNumber(at: start, in: text), !text[start &- 1].isWordByte,
            level.isWhole && level.context.key.hints.contains(.card) || Cue.before(start, in: text, Self.isTaxWord)
        {
            add(start, end, .nationalID, [.shape, .proximity], text)
        } else if explains {
            let isTaxNumber = end &- start == 10 && Self.isTaxNumber(at: start, in: text)
            noteLettered(start, end, isTaxNumber: isTaxNumber, in: text)
        }
        return end
    }

    /// Indian permanent account number: the fourth letter tells the kind of holder.
    private static func isTaxNumber(at start: Int, in text: TextBytes) -> Bool {
        for offset in 0..<10 {
            let byte = text[start &+ offset]
            guard 5..<9 ~= offset ? byte.isDigit : byte.isUpper else { return false }
        }
        switch text[start &+ 3] {
        case 0x50, 0x43, 0x48, 0x46, 0x41, 0x54, 0x42, 0x4C, 0x4A, 0x47: return true
        default: return false
        }
    }

    private static func isTaxWord(_ text: TextBytes, _ position: Int) -> Bool {
        text.isWord(at: position, of: "pan tax taxpayer permanent kyc")
    }

    /// Looks at the number whose first digits are `start ..< end`. Returns where to go on.
    private mutating func takeNumbered(
        at start: Int,
        _ end: Int,
        _ silence: inout Silence,
        in text: TextBytes
    ) -> Int {
        let before = text[start &- 1]
        guard !before.isWordByte, before != 0x2E, !(before == 0x2D && text[start &- 2].isAlphanumeric) else {
            return end
        }
        if let close = socialSecurity(at: start, in: text) {
            return close
        }
        // In the middle of a list, where no word stands before, nothing is taken.
        let isWordless = silence.covers(start &- Cue.reach, start, in: text)
        if !explains, isWordless, Self.continuesNumber(at: start, in: text) { return end }
        let number = GroupedNumber(at: start, in: text)
        if number.count == 12, 2...9 ~= number.first {
            // Nine of ten are none by their check digit; what stands around them costs more to tell.
            guard number.passesVerhoeff || explains else { return end }
            let standsAlone =
                number.isInFours && !number.isContinued && !Self.continuesNumber(at: start, in: text)
                && !Self.isMeasured(start, number.end, in: text) && !HexDump.covers(start, number.end, in: text)
            guard standsAlone || !isWordless, !explains || number.passesVerhoeff,
                standsAlone || Cue.before(start, in: text, Self.isAadhaarWord)
            else {
                if explains { noteNumbered(start, number, standsAlone: standsAlone, in: text) }
                return end
            }
            add(start, number.end, .nationalID, [.shape, .checkDigit], text)
            return number.end
        }
        if number.count == 10, number.groups == 1, number.first == 1 || number.first == 2, number.passesLuhn,
            Cue.before(start, in: text, Self.isSaudiWord)
        {
            add(start, number.end, .nationalID, [.checkDigit, .proximity], text)
            return number.end
        }
        if explains, number.count == 10, number.groups == 1, number.first == 1 || number.first == 2 {
            noteNumbered(start, number, standsAlone: false, in: text)
        }
        return end
    }

    /// Whether words around three groups of four say that they are three numbers: sizes, prices, readings.
    private static func isMeasured(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        if text[end] == 0x20,
            text.isWord(
                at: end &+ 1,
                of: "px ms s kb mb gb b bytes rows lines items points units pcs pt em rpm hz sar aed usd eur inr gbp x"
            )
        {
            return true
        }
        var word = start
        while start &- word < 3, text[word &- 1] == 0x20 || text[word &- 1] == 0x3A { word &-= 1 }
        let last = word
        while last &- word < 12, text[word &- 1].isLetter { word &-= 1 }
        return text.isOne(
            of: """
                values sizes prices amounts rows columns offsets counts counters totals samples bins ports pages years widths \
                heights dimensions readings metrics scores levels lines seeds timings series lengths limits sums weights
                """,
            word,
            last
        )
    }

    /// Whether a further group of digits stands before the number at `start`: part of a list, or of a longer number.
    static func continuesNumber(at start: Int, in text: TextBytes) -> Bool {
        let separator = text.element(before: start)
        guard separator.kind == .space || separator.kind == .dash else { return false }
        return text.element(before: start &- separator.length).kind == .digit
    }

    /// US social security numbers: 3-2-4 with dashes, or spaced and bare behind a word for them.
    private mutating func socialSecurity(at start: Int, in text: TextBytes) -> Int? {
        let separator = text.element(at: start &+ 3)
        let isSplit = separator.kind == .dash || separator.kind == .space || separator.kind == .dot
        guard isSplit || separator.kind == .digit else { return nil }
        var value = 0
        var end = start
        for digit in 0..<9 {
            if isSplit, digit == 3 || digit == 5 {
                guard text.element(at: end).kind == separator.kind else { return nil }
                end &+= text.element(at: end).length
            }
            guard text[end].isDigit else { return nil }
            value = value &* 10 &+ Int(text[end] &- 0x30)
            end &+= 1
        }
        let after = text[end]
        guard !after.isWordByte, !(after == 0x2D && text[end &+ 1].isAlphanumeric),
            !(after == 0x2E && text[end &+ 1].isDigit)
        else { return nil }
        let area = value / 1_000_000
        let isIssued = area != 0 && area != 666 && area < 900 && value / 10_000 % 100 != 0 && value % 10_000 != 0
        let isCued = Cue.before(start, in: text, reach: 24, Self.isSocialSecurityWord)
        guard isCued || isIssued && separator.kind == .dash && separator.length == 1 else {
            if explains, isSplit { note(.nationalID, start, end, isIssued ? .noTellingWord : .neverIssued, .grouping) }
            return nil
        }
        add(start, end, .nationalID, isCued ? [.shape, .proximity] : .shape, text)
        return end
    }

    private static func isSocialSecurityWord(_ text: TextBytes, _ position: Int) -> Bool {
        text.isWord(at: position, of: "ssn ssns itin")
            || text.isWord(at: position, of: "social") && text.isWord(at: position &+ 7, of: "security")
    }

    private static func isAadhaarWord(_ text: TextBytes, _ position: Int) -> Bool {
        text.isWord(at: position, of: "aadhaar aadhar adhaar uidai uid kyc") || text.matches("आधार", at: position)
    }

    private static func isSaudiWord(_ text: TextBytes, _ position: Int) -> Bool {
        text.isWord(at: position, of: "iqama nid nin")
            || text.isWord(at: position, of: "national resident saudi") || text.matches("هوية", at: position)
            || text.matches("الهوية", at: position) || text.matches("إقامة", at: position)
    }
}
