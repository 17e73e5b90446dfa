/// Notes of what detectors leave, for whoever asks why. Nothing here runs unless the scanner has a trace.
extension TextScanner {
    /// Whether what is left is to be noted.
    @inline(__always)
    var explains: Bool { trace != nil }

    /// Notes that `rule` looked at `start ..< end` and left it.
    @inline(never)
    func note(
        _ rule: Rule,
        _ start: Int,
        _ end: Int,
        _ reason: Decision.Reason,
        _ evidence: Finding.Evidence = []
    ) {
        trace?.note(
            DecisionTrace.Note(
                start: start,
                end: end,
                rule: rule,
                reason: reason,
                evidence: evidence,
                words: trace?.words
            )
        )
    }

    /// Notes the digits from `start` on, which a card number was looked for in and not found: `reason` holds for the
    /// longest of them that could be one. Nothing when there are fewer than twelve.
    @inline(never)
    func noteCard(from start: Int, _ reason: Decision.Reason, in text: TextBytes) {
        var walk = CardWalk(start: start)
        var longest: CardWalk?
        while case .groupEnd = walk.nextGroup(in: text) {
            if walk.count >= 12 { longest = walk }
        }
        if let longest { noteCard(longest, from: start, reason, in: text) }
    }

    /// Notes a number that the walk has come to the end of. What begins or is as long as no card's is told first; what
    /// fails the check digit as part of an identifier is no candidate at all.
    @inline(never)
    func noteCard(_ walk: CardWalk, from start: Int, _ reason: Decision.Reason, in text: TextBytes) {
        var reason = reason
        let range = CardRange(prefix: walk.prefix)
        let isOdd = !walk.passesLuhn || !range.holds(walk.count, cued: true)
        if isOdd, reason.rank < 2 {
            if Self.isInUUID(start, in: text) || Self.isInHexToken(start, walk.end, in: text) { return }
            if walk.prefix / 100_000 == 1, walk.groups == 1, walk.count % 3 == 1 {
                // 13, 16 and 19 digits.
                reason = .leadingOne
            } else if range.isEmpty {
                reason = .unknownIssuer
            } else if !range.holds(walk.count, cued: true) {
                reason = .lengthNotIssued
            }
        }
        var evidence: Finding.Evidence = []
        if walk.passesLuhn { evidence.insert(.checkDigit) }
        if range.holds(walk.count, cued: true) { evidence.insert(.issuerRange) }
        if walk.groups > 1, walk.isStandardGrouping { evidence.insert(.grouping) }
        note(.pan, start, walk.end, reason, evidence)
    }

    /// Notes digits in one piece that are too many for a card number.
    @inline(never)
    func noteLongDigits(_ start: Int, _ end: Int, in text: TextBytes) {
        var digits = 0
        var position = start
        while position < end {
            let element = text.element(at: position)
            if element.kind == .digit { digits += 1 }
            position &+= element.length
        }
        if digits > 19 { note(.pan, start, end, .tooLong) }
    }

    /// Notes the card numbers that an identifier would hold if it were none.
    @inline(never)
    func noteIdentifier(_ text: TextBytes) {
        let reason = text[8] == 0x2D ? Decision.Reason.insideUUID : .insideHexToken
        var position = 0
        while position < text.count {
            guard text[position].isDigit else {
                position &+= 1
                continue
            }
            var walk = CardWalk(start: position)
            while case .groupEnd = walk.nextGroup(in: text) {
                guard walk.passesLuhn, CardRange(prefix: walk.prefix).holds(walk.count, cued: false) else { continue }
                noteCard(walk, from: position, reason, in: text)
            }
            position = Self.endOfDigits(from: position, in: text)
        }
    }

    /// Remembers which words of the name `start ..< end` speak, for what is said about the value beside it.
    @inline(never)
    func noteName(_ start: Int, _ end: Int, in text: TextBytes, _ level: Level) {
        let name = unsafe ByteView(text.buffer(start, end))
        let reading = classifier.read(name, profile: level.context.profile)
        trace?.words = classifier.spelled(reading.words, of: name)
    }
}
