/// The pass explains itself: what it looked at and left, and which words of a name decided. Nothing here runs unless
/// the observer collects decisions, and nothing here changes what the pass does.
extension Pass {
    /// Starts or stops taking notes.
    @inline(never)
    mutating func explain(_ wanted: Bool) {
        explains = wanted
        scanner.trace = wanted ? DecisionTrace() : nil
        nameTrace.removeAll()
    }

    /// Tells that `rule` left the value at hand, or `range` of it.
    mutating func explainLeft<Observer: PassObserver & ~Copyable>(
        _ rule: Rule,
        _ reason: Decision.Reason,
        evidence: Finding.Evidence = [],
        range: Range<Int>? = nil,
        words: Sanitized<String>? = nil,
        isAboutName: Bool = false,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        if !watches { rebuildPath(document) }
        observer.decision(
            Decision(
                left: rule,
                at: path.pointer,
                because: reason,
                evidence: evidence,
                range: range,
                words: words,
                isAboutName: isAboutName
            )
        )
    }

    /// Remembers what the name of a member says, and tells when it would say more with other last words, or when its
    /// value cannot be one.
    @inline(never)
    mutating func explainName<Observer: PassObserver & ~Copyable>(
        _ tokenizer: borrowing JSONTokenizer,
        _ bytes: ByteView,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        var name = bytes[top.keyStart..<top.keyEnd]
        guard top.renamed == nil else {
            if let rule = Self.placeholderKey(name) {
                explainLeft(rule, .alreadyRedacted, isAboutName: true, document, &observer)
            }
            return nameTrace.enter(NameTrace.Entry(depth: frames.count, rule: nil, words: nil))
        }
        if top.isKeyEscaped {
            keyText.fill(name)
            name = keyText.view
        }
        let reading = classifier.read(name, profile: policy.profile)
        let words = classifier.spelled(reading.words, of: name)
        let silenced = classifier.silenced(name, profile: policy.profile)
        let silencing = silenced.flatMap { classifier.spelled($0.words, of: name) }
        nameTrace.enter(NameTrace.Entry(depth: frames.count, rule: reading.verdict.rule, words: words))
        // Telling rebuilds the path, and may reuse the memory of `name`: it is read for the last time here.
        if !Self.isPlain(name) { explainNotes(inName: name, document, &observer) }
        if let silenced {
            explainLeft(silenced.rule, silenced.reason, evidence: .key, words: silencing, document, &observer)
        }
        if reading.verdict.hints.contains(.valueSlot) { explainSilencedPair(document, &observer) }
        guard let rule = reading.verdict.rule else { return }
        var ahead = copy tokenizer
        switch try? ahead.next(in: bytes) {
        case .true, .false, .null:
            explainLeft(rule, .flag, evidence: .key, words: words, document, &observer)
        case .string, .number:
            guard rule == .expiry, policy.profile == .standard, !top.hasCard else { return }
            // Looked for as the value will look for it, at no cost to what the value may cost.
            let budget = decodeBudget
            let isBeside = !top.hasNoCardAhead && cardFollows(ahead, bytes)
            decodeBudget = budget
            if !isBeside { explainLeft(rule, .noCardBeside, evidence: .key, words: words, document, &observer) }
        default: return
        }
    }

    /// Tells what the scanner leaves in a name that is not plain.
    @inline(never)
    private mutating func explainNotes<Observer: PassObserver & ~Copyable>(
        inName name: ByteView,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        if selects { scanner.leaveSite() }
        unsafe scanner.scan(name.buffer, context: TextScanner.Context(profile: policy.profile))
        guard let trace = scanner.trace else { return }
        trace.settle(scanner.hits)
        for note in trace.notes {
            guard let reason = note.reason else { continue }
            explainLeft(
                note.rule,
                reason,
                evidence: note.evidence,
                words: note.words,
                isAboutName: true,
                document,
                &observer
            )
        }
        trace.removeAll()
    }

    /// Tells that a text is what an earlier pass left.
    @inline(never)
    mutating func explainPlaceholder<Observer: PassObserver & ~Copyable>(
        _ text: ByteView,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        for rule in Rule.allCases where text.matches(rule.placeholder, at: 0) {
            explainLeft(rule, .alreadyRedacted, document, &observer)
        }
    }

    /// Tells why the rule of a name does not take the text beside it.
    @inline(never)
    mutating func explainRefusal<Observer: PassObserver & ~Copyable>(
        _ verdict: KeyVerdict,
        _ text: ByteView,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        guard let rule = verdict.rule else {
            // Of an object its name has told already.
            if top.shape == .array { explainSilencedPair(document, &observer) }
            return
        }
        // Of a cookie header the values are looked at one by one.
        guard rule != .cookie || !text.contains(0x3D) else { return }
        let reason: Decision.Reason =
            if Rule.hasPlaceholder(text) { .alreadyRedacted } else { verdict.refusal(of: text) }
        let words = decidingWords(for: rule)
        explainLeft(rule, reason, evidence: .key, words: words, document, &observer)
    }

    /// Tells why a number is left before the scanner looks at it; false when it will.
    @inline(never)
    mutating func explainNumber<Observer: PassObserver & ~Copyable>(
        _ lexeme: ByteView,
        _ isInteger: Bool,
        _ verdict: KeyVerdict,
        _ document: ByteView,
        _ observer: inout Observer
    ) -> Bool {
        explainRefusal(verdict, lexeme, document, &observer)
        if pardoned != nil { explainPardon(document, &observer) }
        guard lexeme.count >= 12 || !isInteger && digits(of: lexeme, isInteger: false) != nil else { return true }
        if Self.isTime(lexeme, verdict) {
            explainLeft(.pan, .leadingOne, document, &observer)
            return true
        }
        guard digits(of: lexeme, isInteger: isInteger) == nil else { return false }
        explainLeft(.pan, .decimalFraction, document, &observer)
        return true
    }

    /// Tells what the scanner left of a number.
    @inline(never)
    mutating func explainNotes<Observer: PassObserver & ~Copyable>(
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        guard let trace = scanner.trace else { return }
        trace.settle(scanner.hits)
        for note in trace.notes {
            guard let reason = note.reason else { continue }
            explainLeft(note.rule, reason, evidence: note.evidence, words: note.words, document, &observer)
        }
    }

    /// Puts the notes of the last scan where they stand in the text that is looked at: `led` bytes stood before it, and
    /// what is cut from its URLs was not scanned.
    @inline(never)
    mutating func placeNotes(led: Int, isCut: Bool) {
        guard let trace = scanner.trace else { return }
        trace.settle(scanner.hits)
        trace.place { note in
            guard note.start >= led else { return nil }
            let start = note.start - led
            let end = note.end - led
            return isCut ? cutText.source(of: start)..<cutText.source(of: end - 1) + 1 : start..<end
        }
    }

    /// As above, for a window of a long text, of which the first `done` bytes are decided.
    @inline(never)
    mutating func placeNotes(in window: TextWindows.Window, from done: Int) {
        scanner.trace?.place { note in
            let start = note.start + window.seen.lowerBound
            guard start >= done, window.own.contains(start) else { return nil }
            return start..<note.end + window.seen.lowerBound
        }
    }

    /// Makes the changes to a text, and tells between them what was left, where it stands in the output.
    @inline(never)
    mutating func applyExplaining<Observer: PassObserver & ~Copyable>(
        _ text: ByteView,
        _ level: Int,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        for index in edits.indices {
            explainNotes(before: edits[index].start, level, document, &observer)
            var edit = edits[index]
            if policy.rules != nil { treat(&edit, text, edit.start..<edit.end) }
            apply(edit, level: level, isToken: false, document, &observer)
        }
        explainNotes(before: .max, level, document, &observer)
    }

    /// Tells what was left before `limit` and is not told yet.
    @inline(never)
    mutating func explainNotes<Observer: PassObserver & ~Copyable>(
        before limit: Int,
        _ level: Int,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        while let note = scanner.trace?.next(before: limit) {
            guard let reason = note.reason else { continue }
            // It is said of the whole value already.
            if isPardonTold, let pardoned, pardoned == (note.rule, reason) { continue }
            let from = texts.position(note.start, from: level, to: 1) + shift
            let to = texts.position(note.end, from: level, to: 1) + shift
            explainLeft(
                note.rule,
                reason,
                evidence: note.evidence,
                range: from..<max(from, to),
                words: note.words,
                document,
                &observer
            )
        }
    }

    /// The words of the name that made a rule take what `edit` replaces.
    mutating func wordsThatTook(_ edit: TextEdit) -> Sanitized<String>? {
        guard edit.evidence.contains(.key) else { return nil }
        return scanner.trace?.words(within: edit.start, edit.end)
            ?? decidingWords(for: edit.rule)
    }
}

extension KeyVerdict {
    /// Why the rule does not take a value that it was asked about.
    func refusal(of value: ByteView) -> Decision.Reason {
        if ValueShape.isReport(value) { return .reportsOnly }
        switch grip {
        case .any: return .flag
        case .token: return .notTokenShaped
        case .digits: return .wrongDigits
        }
    }
}
