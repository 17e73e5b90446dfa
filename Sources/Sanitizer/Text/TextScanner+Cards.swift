/// Card numbers by evidence: length and issuer range, check digit, grouping, and what speaks against them.
extension TextScanner {
    /// Finds card numbers, and the expiry dates and security codes right after them.
    @inline(never)
    mutating func findCards(_ text: TextBytes, _ map: TextMap, _ level: Level, _ marks: TextMarks) {
        // Who asks why is told of the runs that are passed over here, too.
        let isASCII = !marks.has(.nonASCII) && !explains
        var silence = Silence()
        var chain = DigitChain()
        var position = 0
        while position < text.count {
            if isASCII {
                position = Self.nextCard(from: position, map, &chain, in: text)
                guard position < text.count else { return }
            } else {
                position = text.first(from: position) { Lanes.digits($0) | $0 & Lanes.high }
                guard position < text.count else { return }
                let element = text.element(at: position)
                guard element.kind == .digit else {
                    position &+= element.length
                    continue
                }
            }
            if let end = CardLabel.end(of: position, in: text) {
                add(position, end, .pan, .key, text)
                position = findCardCompanions(of: position, end, in: text)
            } else if let card = card(from: position, in: text, level, &silence) {
                let end = takeTrack(around: position, card.end, in: text)
                if end == card.end {
                    add(position, card.end, .pan, card.evidence, text)
                    position = findCardCompanions(of: position, card.end, in: text)
                } else {
                    position = end
                }
            } else {
                let end = Self.endOfDigits(from: position, in: text)
                if explains { noteLongDigits(position, end, in: text) }
                position = end
            }
        }
    }

    /// The next run of digits of an ASCII text that a card number may start with, or the end: twelve digits or more with
    /// no more than separators between, and if they are one run, of an issuer's range and length or behind a label.
    @inline(__always)
    private static func nextCard(
        from position: Int,
        _ map: TextMap,
        _ chain: inout DigitChain,
        in text: TextBytes
    ) -> Int {
        var position = position
        while true {
            position = map.nextDigit(from: position)
            guard position < text.count else { return position }
            let end = map.endOfDigits(from: position)
            let length = end &- position
            if let next = nextGroup(after: end, in: text) {
                if length >= 12 || chain.holdsTwelve(from: position, next, in: text) { return position }
            } else if 12...19 ~= length {
                if isIssued(position, length, in: text) || CardLabel.end(of: position, in: text) != nil {
                    return position
                }
            }
            position = end
        }
    }

    /// Where the digits behind a separator at `position` start: as `CardWalk` takes them, or more; nil when none do.
    @inline(__always)
    fileprivate static func nextGroup(after position: Int, in text: TextBytes) -> Int? {
        var cursor = position
        while isSeparator(text[cursor]) {
            cursor &+= 1
            if text[cursor].isDigit { return cursor }
            if cursor &- position == 3 { return nil }
        }
        return nil
    }

    /// ASCII that may stand between the groups of a number: blanks, and `' * + , - . / _ | ~`; brackets do no harm.
    @inline(__always)
    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte &- 0x27 < 9 || byte == 0x5F || byte &- 9 < 5 || byte | 2 == 0x7E
    }

    /// Groups of digits with no more than separators of one kind between, and from which of them on there are twelve
    /// digits: found once for all of the groups.
    private struct DigitChain {
        private var start = 0
        private var end = 0
        private var last = 0

        /// Whether the group at `position`, behind which the next one starts at `next`, and those behind it have twelve
        /// digits or more.
        @inline(__always)
        mutating func holdsTwelve(from position: Int, _ next: Int, in text: TextBytes) -> Bool {
            if position < start || position >= end { follow(from: position, next, in: text) }
            return position <= last
        }

        @inline(never)
        private mutating func follow(from position: Int, _ next: Int, in text: TextBytes) {
            start = position
            var close = text.endOfDigitRun(from: position)
            let kind = separator(after: close, in: text)
            end = next
            var group = next
            while true {
                close = text.endOfDigitRun(from: group)
                guard let further = nextGroup(after: close, in: text), separator(after: close, in: text) == kind else {
                    break
                }
                // The last group may begin what other separators part.
                end = further
                group = further
            }
            last = close
            var digits = 0
            while digits < 12, last > start {
                last &-= 1
                if text[last].isDigit { digits &+= 1 }
            }
            if digits < 12 { last = start &- 1 }
        }
    }

    /// What parts the groups before and behind `position` to `CardWalk`: one mark, blanks around it, or blanks alone.
    @inline(__always)
    fileprivate static func separator(after position: Int, in text: TextBytes) -> UInt8 {
        var cursor = position
        while text[cursor] == 0x20 { cursor &+= 1 }
        switch text[cursor] {
        case 0x30...0x39: return 0x20
        case 0x0A, 0x0D: return 0x0A
        case 0x09, 0x0B, 0x0C: return 0x09
        case let byte: return byte
        }
    }

    /// Whether an issuer's range holds numbers of `length` digits, twelve or more, that start as those at `start`.
    private static func isIssued(_ start: Int, _ length: Int, in text: TextBytes) -> Bool {
        var prefix = 0
        for offset in 0..<6 { prefix = prefix &* 10 &+ Int(text[start &+ offset] &- 0x30) }
        return CardRange(prefix: prefix).holds(length, cued: true)
    }

    /// One past the digits that stand together from `position` on, and what is unseen between them.
    static func endOfDigits(from position: Int, in text: TextBytes) -> Int {
        // Most runs are short.
        var position = position
        let near = position &+ 4
        while position < near, text[position].isDigit { position &+= 1 }
        if position == near { position = text.endOfDigitRun(from: position) }
        // ASCII holds nothing that is unseen.
        while position < text.count, text[position] >= 0x80 {
            let element = text.element(at: position)
            guard element.kind == .digit || element.kind == .ignorable else { break }
            position &+= element.length
            while text[position].isDigit { position &+= 1 }
        }
        return position
    }

    /// The longest card number that starts with the digit at `start`, which begins a group.
    func card(
        from start: Int,
        in text: TextBytes,
        _ level: Level,
        _ silence: inout Silence
    ) -> (end: Int, evidence: Finding.Evidence)? {
        var walk = CardWalk(start: start)
        var best: (end: Int, evidence: Finding.Evidence)?
        var isCued: Bool?
        var isSpelled = false
        while case .groupEnd = walk.nextGroup(in: text) {
            // Digits one by one are a number only when all of them are.
            if isSpelled, walk.isSingles { best = nil }
            guard walk.count >= 12 else {
                // A point after the first digits may be that of a decimal number; a second one is not.
                if walk.groups == (walk.separator == .dot ? 3 : 2),
                    Self.isHopeless(walk, from: start, in: text, level, &silence)
                {
                    if explains { noteCard(from: start, .unusualGrouping, in: text) }
                    return nil
                }
                // Six digits tell the issuer; most numbers have none.
                if walk.count >= 6, CardRange(prefix: walk.prefix).isEmpty {
                    if explains { noteCard(from: start, .unknownIssuer, in: text) }
                    return nil
                }
                continue
            }
            guard walk.passesLuhn, !walk.isOneDigit else {
                if explains { noteCard(walk, from: start, walk.isOneDigit ? .oneDigit : .checkDigitFails, in: text) }
                continue
            }
            let range = CardRange(prefix: walk.prefix)
            guard range.holds(walk.count, cued: true) else {
                if explains { noteCard(walk, from: start, .lengthNotIssued, in: text) }
                continue
            }
            let isScientific = Self.isMantissa(walk, in: text)
            // Two groups with a point between them are a decimal number.
            if walk.groups == 2, walk.separator == .dot, !isScientific {
                if explains { noteCard(walk, from: start, .unusualGrouping, in: text) }
                continue
            }
            isSpelled = walk.isSingles && walk.groups > 1
            let standard = isScientific || (walk.isStandardGrouping || isSpelled) && !walk.isListed
            if !standard || !range.holds(walk.count, cued: false) {
                // What is rare needs a card word, and a number of its own.
                let cued = isCued ?? Self.hasCardWord(start, walk.end, in: text, level)
                isCued = cued
                guard cued, !walk.isPairs || Self.areLabelledPairs(walk, from: start, in: text),
                    !walk.isListed || walk.isStandardGrouping
                else {
                    if explains { noteCard(walk, from: start, cued ? .unusualGrouping : .noTellingWord, in: text) }
                    continue
                }
                if walk.groups == 1, Self.isGluedToWord(start, walk.end, in: text) {
                    if explains { noteCard(walk, from: start, .insideWord, in: text) }
                    continue
                }
            }
            if walk.separator == .mark, !standard || Self.isInRecord(start, in: text) {
                if explains { noteCard(walk, from: start, .unusualGrouping, in: text) }
                continue
            }
            if let reason = Self.objection(to: walk, from: start, in: text, level) {
                if explains { noteCard(walk, from: start, reason, in: text) }
                continue
            }
            var evidence: Finding.Evidence = [.checkDigit, .issuerRange]
            if walk.groups > 1, standard { evidence.insert(.grouping) }
            if isCued == true { evidence.insert(.proximity) }
            best = (walk.end, evidence)
        }
        if isSpelled, walk.count == 19, best?.end == walk.end, case let gap = text.element(at: walk.end),
            gap.kind == walk.separator, text.element(at: walk.end &+ gap.length).kind == .digit
        {
            return nil
        }
        return best
    }

    /// Whether digits in pairs, as no issuer prints them and dumps do, are all there is behind a card word: nothing but
    /// letters between the two, no digit before or behind.
    private static func areLabelledPairs(_ walk: CardWalk, from start: Int, in text: TextBytes) -> Bool {
        let gap = text.element(at: walk.end)
        guard walk.count >= 15, !continuesList(start, in: text),
            gap.kind.rawValue < TextElement.Kind.ignorable.rawValue
                || text.element(at: walk.end &+ gap.length).kind != .digit
        else { return false }
        return Cue.before(start, in: text, reach: 20, Cue.isCardWord)
    }

    /// Whether the first of the groups has a length that no issuer prints, and no word is near that could make up for
    /// it. 19 digits and what is between them fit into 128 bytes.
    private static func isHopeless(
        _ walk: CardWalk,
        from start: Int,
        in text: TextBytes,
        _ level: Level,
        _ silence: inout Silence
    ) -> Bool {
        let first = walk.length(ofGroup: 0)
        if walk.isSingles, !continuesList(start, in: text) { return false }
        guard first != 4, first != 8 else { return false }
        if level.isWhole, level.context.key.hints.contains(.card) { return false }
        return silence.covers(start &- Cue.reach, start &+ 128, in: text)
    }

    /// Whether another field of digits stands before the mark before `start`.
    private static func isInRecord(_ start: Int, in text: TextBytes) -> Bool {
        let before = text[start &- 1]
        return (before == 0x2A || before == 0x7C || before == 0x27 || before == 0x7E) && text[start &- 2].isDigit
    }

    /// Whether a digit stands before the separators before `start`: then a list of single digits has begun before.
    private static func continuesList(_ start: Int, in text: TextBytes) -> Bool {
        var position = start
        for _ in 0..<3 {
            let element = text.element(before: position)
            guard element.kind.rawValue >= TextElement.Kind.ignorable.rawValue else {
                return position < start && element.kind == .digit
            }
            position &-= element.length
        }
        return text.element(before: position).kind == .digit
    }

    /// Whether the digits are the mantissa of a number written with an exponent that makes it a whole one:
    /// `4.111111111111111e15`.
    private static func isMantissa(_ walk: CardWalk, in text: TextBytes) -> Bool {
        guard walk.separator == .dot, walk.groups == 2, walk.length(ofGroup: 0) == 1, text[walk.end] | 0x20 == 0x65
        else { return false }
        var position = walk.end &+ 1
        if text[position] == 0x2B { position &+= 1 }
        guard text[position].isDigit, text[position &+ 1].isDigit, !text[position &+ 2].isWordByte else { return false }
        return Int(text[position] &- 0x30) &* 10 &+ Int(text[position &+ 1] &- 0x30) == walk.count &- 1
    }

    /// Whether a word nearby, or the key, speaks of cards.
    private static func hasCardWord(_ start: Int, _ end: Int, in text: TextBytes, _ level: Level) -> Bool {
        if level.isWhole, level.context.key.hints.contains(.card) { return true }
        return Cue.before(start, in: text, Cue.isCardWord) || Cue.after(end, in: text, Cue.isCardWord)
    }

    /// Whether the digits are part of a longer word such as `ord_501869969219`.
    private static func isGluedToWord(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        text[start &- 1].isWordByte || text[end].isWordByte
    }

    /// Evidence against: the number is part of something else.
    private static func objection(
        to walk: CardWalk,
        from start: Int,
        in text: TextBytes,
        _ level: Level
    ) -> Decision.Reason? {
        if level.isWhole, !level.context.key.hints.isDisjoint(with: [.identifier, .time]),
            isWholeText(start, walk.end, text)
        {
            return level.context.key.hints.contains(.identifier) ? .identifierName : .timeName
        }
        // A fraction; a number grouped by points starts before its first point.
        let before = text[start &- 1]
        if before == 0x2E, text[start &- 2].isDigit { return .decimalFraction }
        if walk.separator == .other || walk.separator == .dash {
            if isInUUID(start, in: text) { return .insideUUID }
        }
        if walk.separator == .space, HexDump.covers(start, walk.end, in: text) { return .insideHexDump }
        // Only ASCII digits can be part of one.
        if walk.groups == 1, walk.end &- start == walk.count, isInHexToken(start, walk.end, in: text) {
            return .insideHexToken
        }
        if before == 0x5F, walk.groups == 1, !level.isWhole || !level.context.key.hints.contains(.card),
            isPrefixed(start, in: text)
        {
            return .identifierName
        }
        // The digits of a character reference belong to it.
        if before == 0x23, text[start &- 2] == 0x26 { return .characterReference }
        return nil
    }

    /// Whether a word for an identifier stands before the low line before `start`: `ord_4111…`, `txn_…`.
    private static func isPrefixed(_ start: Int, in text: TextBytes) -> Bool {
        var word = start &- 1
        while start &- word < 12, text[word &- 1].isLetter { word &-= 1 }
        guard !text[word &- 1].isWordByte else { return false }
        return text.isOne(
            of: """
                ord order txn trx tx inv ref req evt event job batch msg ticket trace span sess cart quote shp ship \
                shipment attempt run seq obj
                """,
            word,
            start &- 1
        )
    }

    /// Whether nothing but blanks and signs surrounds the range.
    private static func isWholeText(_ start: Int, _ end: Int, _ text: TextBytes) -> Bool {
        guard start <= 8, text.count &- end <= 8 else { return false }
        for position in 0..<start where text[position].isAlphanumeric { return false }
        for position in end..<max(end, text.count) where text[position].isAlphanumeric { return false }
        return true
    }

    /// Whether the group at `start` is a segment of a UUID.
    static func isInUUID(_ start: Int, in text: TextBytes) -> Bool {
        // The digits may follow letters of their segment.
        var segment = start
        while start &- segment < 12, text[segment &- 1].isHexadecimal { segment &-= 1 }
        return isUUID(at: segment, in: text) || isUUID(at: segment &- 9, in: text)
            || isUUID(at: segment &- 14, in: text) || isUUID(at: segment &- 19, in: text)
            || isUUID(at: segment &- 24, in: text)
    }

    /// Whether a UUID in its usual form stands at `position`.
    static func isUUID(at position: Int, in text: TextBytes) -> Bool {
        guard position >= 0, position &+ 36 <= text.count else { return false }
        guard text[position &+ 8] == 0x2D, text[position &+ 13] == 0x2D, text[position &+ 18] == 0x2D,
            text[position &+ 23] == 0x2D
        else { return false }
        // Lanes 0 and 5 of the second word are dashes, and lanes 2 and 7 of the third.
        var others = ~Lanes.hexadecimal(text.word(at: position))
        others |= ~Lanes.hexadecimal(text.word(at: position &+ 8)) ^ 0x0000_8000_0000_0080
        others |= ~Lanes.hexadecimal(text.word(at: position &+ 16)) ^ 0x8000_0000_0080_0000
        others |= ~Lanes.hexadecimal(text.word(at: position &+ 24))
        others |= ~Lanes.hexadecimal(text.word(at: position &+ 28))
        guard others & Lanes.high == 0 else { return false }
        return !text[position &- 1].isHexadecimal && !text[position &+ 36].isHexadecimal
    }

    /// Whether `D`, a date and nothing but digits follow a number at `start`, as in track 2 with its separator in
    /// hexadecimal (ISO/IEC 7813).
    private static func isTrackData(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        guard text[start] | 0x20 == 0x64, end &- start >= 8 else { return false }
        var close = end
        while text[close &- 1] | 0x20 == 0x66 { close &-= 1 }
        for position in start &+ 1..<max(start &+ 1, close) where !text[position].isDigit { return false }
        let month = Int(text[start &+ 3] &- 0x30) &* 10 &+ Int(text[start &+ 4] &- 0x30)
        return close &- start >= 8 && 1...12 ~= month
    }

    /// Whether the digits stand within a hexadecimal token with letters, of a length that hashes and ids have, or
    /// behind `0x`. Looks at 129 bytes each way at most: a longer token is no id.
    static func isInHexToken(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        var low = start
        while start &- low <= 129, text[low &- 1].isHexadecimal { low &-= 1 }
        var high = end
        while high &- end <= 129, text[high].isHexadecimal { high &+= 1 }
        if text[low &- 1] | 0x20 == 0x78, text[low &- 2] == 0x30, !text[low &- 3].isAlphanumeric { return true }
        let letters = start &- low &+ high &- end
        guard letters > 0, low < start || !isTrackData(end, high, in: text) else { return false }
        // One letter at the side of an American Express number is a label more often than a digit of an id. Other
        // ranges hold fifteen digits too, but hardly any card has them, and many ids do.
        let isAmex = text[start] == 0x33 && (text[start &+ 1] == 0x34 || text[start &+ 1] == 0x37)
        guard letters > 1 || !isAmex else { return false }
        switch high &- low {
        case 16, 24, 32, 40, 48, 56, 64, 96, 128:
            return !text[low &- 1].isAlphanumeric && !text[high].isAlphanumeric
        default: return false
        }
    }
}
