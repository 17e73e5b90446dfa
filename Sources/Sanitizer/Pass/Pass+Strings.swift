extension Pass {
    /// Takes a string value.
    @inline(__always)
    mutating func string<Observer: PassObserver & ~Copyable>(
        _ tokenizer: borrowing JSONTokenizer,
        _ bytes: ByteView,
        _ document: ByteView,
        _ level: Int,
        _ observer: inout Observer
    ) {
        let raw = bytes[tokenizer.start + 1..<tokenizer.end - 1]
        guard raw.count > 0 else { return }
        let verdict = memberVerdict(tokenizer, bytes)
        let isEscaped = tokenizer.traits.contains(.escaped)
        let isPlain = verdict.rule == nil && !isEscaped && policy.profile == .standard && !selects
        if isPlain, top.shape == .object, verdict.hints.isDisjoint(with: [.nameSlot, .part]),
            unsafe !TextScanner.mayHoldAnything(raw.buffer), raw[0] != 0x5B, raw[0] != 0x7B
        {
            return
        }
        guard level == 0 else {
            return examine(raw, isEscaped, verdict, tokenizer, bytes, document, level, &observer)
        }
        shift = 0
        let mark = writer.mark
        examine(raw, isEscaped, verdict, tokenizer, bytes, document, level, &observer)
        if hasOutgrownText {
            replaceOutgrown(tokenizer.start + 1..<tokenizer.end - 1, since: mark, document, &observer)
        }
    }

    @inline(never)
    private mutating func examine<Observer: PassObserver & ~Copyable>(
        _ raw: ByteView,
        _ isEscaped: Bool,
        _ verdict: KeyVerdict,
        _ tokenizer: borrowing JSONTokenizer,
        _ bytes: ByteView,
        _ document: ByteView,
        _ level: Int,
        _ observer: inout Observer
    ) {
        let origin = tokenizer.start + 1
        top.elementEnd = tokenizer.end
        guard level < DecodeStack.limit,
            !isEscaped || charge(raw.count) && texts.hasRoom(for: raw.count, at: level + 1)
        else {
            // Not decoded, so not examined: fails closed.
            let edit = TextEdit(start: origin, end: origin + raw.count, rule: .limit, evidence: .limit)
            apply(edit, level: level, isToken: false, document, &observer)
            return
        }
        if let rule = ruleBeside() {
            let edit = TextEdit(start: origin, end: origin + raw.count, rule: rule, evidence: [.shape, .proximity])
            apply(edit, level: level, isToken: false, document, &observer)
            return
        }
        if top.shape == .object, top.keyEnd - top.keyStart <= 2, raw.count >= 22, isPrivateMember(bytes),
            !Rule.isPlaceholder(raw)
        {
            let edit = TextEdit(
                start: origin,
                end: origin + raw.count,
                rule: .privateKey,
                evidence: [.key, .proximity]
            )
            apply(edit, level: level, isToken: false, document, &observer)
            return
        }
        var isPart = false
        if top.shape == .array {
            isPart = takesPart(tokenizer, bytes)
        } else if top.shape == .object, verdict.hints.contains(.part) {
            isPart = takesMemberPart(tokenizer, bytes)
        }
        if isPart {
            let edit = TextEdit(start: origin, end: origin + raw.count, rule: .pan, evidence: [.shape, .grouping])
            apply(edit, level: level, isToken: false, document, &observer)
            return
        }
        let text = texts.open(raw, at: level + 1, origin: origin, isEscaped: isEscaped)
        noteName(text)
        scrub(text, level: level + 1, document: document, verdict: verdict, observer: &observer)
        if top.cardIndex == top.index, top.shape == .array, raw.count <= 48 { gatherBeside(tokenizer, bytes) }
    }

    /// Scrubs a text whose surroundings say `verdict`: key rule, then what is inside it, then URLs, then free text.
    mutating func scrub<Observer: PassObserver & ~Copyable>(
        _ text: ByteView,
        level: Int,
        document: ByteView,
        verdict: KeyVerdict,
        observer: inout Observer
    ) {
        guard !Rule.isPlaceholder(text), !Rule.isRemark(text), !CardDigits.isTruncated(text) else {
            if explains { explainPlaceholder(text, document, &observer) }
            return
        }
        let verdict = policy.rules == nil ? verdict : ruled(verdict, text)
        guard text.count <= Self.wholeTextLimit else {
            return scrubLong(text, level: level, document: document, verdict: verdict, observer: &observer)
        }
        if keyLines > 0, takesKeyLine(text) {
            replaceAll(text, .privateKey, [.shape, .proximity], level, document, &observer)
            return
        }
        let isStrict = policy.profile == .strict
        edits.removeAll(keepingCapacity: true)
        // What is left of the URLs decides over everything that looks at the text, as it will on a second pass.
        let subject = isStrict && !isSuppressed(.url) ? withoutURLs(text) : text
        if let rule = verdict.rule, forced != nil || takes(verdict, text) || isStrict && takes(verdict, subject) {
            if rule == .pan || forced != nil && forcedHoldsCard(text) { noteCard() }
            let evidence: Finding.Evidence = forced != nil ? .policy : isStrict ? [.key, .profile] : .key
            if leavesOut(rule, evidence, level - 1, document, &observer) { return }
            replaceAll(text, rule, evidence, level, document, &observer)
            return
        }
        if explains {
            explainRefusal(verdict, text, document, &observer)
            if selects { explainPardons(verdict, text, document, &observer) }
        }
        if isStrict, verdict.hints.contains(.container), !ValueShape.isReport(text), !isSuppressed(.container) {
            replaceAll(text, .container, [.key, .profile], level, document, &observer)
            return
        }
        if isStrict, FilePath.isPersonal(text) || verdict.hints.contains(.fileSlot) && FilePath.isFile(text),
            !isSuppressed(.path)
        {
            replaceAll(text, .path, [.shape, .profile], level, document, &observer)
            return
        }
        let dropsText = isStrict && verdict.hints.contains(.freeText) && !isSuppressed(.freeText)
        let looksLikeJSON = !dropsText && Self.looksLikeJSON(text)
        if looksLikeJSON, Self.isJSON(text) {
            walkInside(text, level: level, document: document, verdict: verdict, observer: &observer)
            return
        }
        let context = TextScanner.Context(
            key: verdict.settled(for: text, isNumber: false, policy.profile),
            profile: policy.profile,
            sharesSlack: true
        )
        gather(text, subject, context, document, &observer)
        if explains, isStrict, !policy.allowedHosts.isEmpty { noteAllowedHosts(text) }
        if isStrict, !isSuppressed(.freeText), dropFreeText(text, dropsText, level, document, &observer) { return }
        if isStrict, dropOpened(text, level, document, &observer) { return }
        if looksLikeJSON, !isStrict, !edits.isEmpty, lookAgain(text, level, document, &observer) { return }
        if explains { return applyExplaining(text, level, document, &observer) }
        for index in edits.indices {
            var edit = edits[index]
            if policy.rules != nil { treat(&edit, text, edit.start..<edit.end) }
            apply(edit, level: level, isToken: false, document, &observer)
        }
    }

    /// Adds what the detectors find in `subject` to `edits`, where what is cut from the URLs of `text` is already.
    mutating func gather<Observer: PassObserver & ~Copyable>(
        _ text: ByteView,
        _ subject: ByteView,
        _ context: TextScanner.Context,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        if !edits.isEmpty { reportCut(text, context, document, &observer) }
        let cuts = edits.count
        if explains { scanner.trace?.removeAll() }
        let led = lead == nil ? 0 : scanAfterLead(subject, context)
        if unsafe led > 0 || scanner.hasTokenRules || TextScanner.mayHoldAnything(subject.buffer) {
            if led == 0 { unsafe scanner.scan(subject.buffer, context: context) }
            for var hit in scanner.hits where hit.end > led {
                hit.start = max(0, hit.start - led)
                hit.end -= led
                let start = cuts == 0 ? hit.start : cutText.source(of: hit.start)
                let end = cuts == 0 ? hit.end : cutText.source(of: hit.end - 1) + 1
                var edit = TextEdit(start: start, end: end, rule: hit.rule, evidence: hit.evidence)
                edit.digits = hit.digits
                edits.append(edit)
                if hit.rule == .pan { noteCard() }
                if hit.rule == .privateKey { noteKey(subject) }
            }
        }
        if cuts > 0 { mergeEdits() }
        if explains { placeNotes(led: led, isCut: cuts > 0) }
    }

    /// Scans `subject` with what stands before it, and says how long that is.
    @inline(never)
    private mutating func scanAfterLead(_ subject: ByteView, _ context: TextScanner.Context) -> Int {
        guard let lead else { return 0 }
        self.lead = nil
        assembled.reserve(lead.count + subject.count)
        for position in 0..<lead.count { assembled.push(lead[position], from: 0) }
        for position in 0..<subject.count { assembled.push(subject[position], from: 0) }
        unsafe scanner.scan(assembled.view.buffer, context: context)
        return lead.count
    }

    /// Notes that a card number stands in the element or member at hand.
    mutating func noteCard() {
        top.hasCard = true
        top.cardIndex = top.index
    }

    /// Whether a key rule takes the whole text.
    mutating func takes(_ verdict: KeyVerdict, _ text: ByteView) -> Bool {
        // Of a cookie header the names stay: the scanner takes its values apart.
        if verdict.rule == .cookie {
            return !text.contains(0x3D) && !Rule.hasPlaceholder(text) && verdict.takes(text)
        }
        // A text that was scrubbed before is not judged by its shape once more.
        if verdict.grip != .any, Rule.hasPlaceholder(text) { return false }
        return verdict.takes(text)
    }

    /// Replaces a whole text.
    mutating func replaceAll<Observer: PassObserver & ~Copyable>(
        _ text: ByteView,
        _ rule: Rule,
        _ evidence: Finding.Evidence,
        _ level: Int,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        var edit = TextEdit(start: 0, end: text.count, rule: rule, evidence: evidence)
        if policy.rules != nil { treat(&edit, text, 0..<text.count) }
        apply(edit, level: level, isToken: false, document, &observer)
    }

    /// Walks the JSON that a text consists of.
    mutating func walkInside<Observer: PassObserver & ~Copyable>(
        _ text: ByteView,
        level: Int,
        document: ByteView,
        verdict: KeyVerdict,
        observer: inout Observer
    ) {
        guard level < DecodeStack.limit else {
            replaceAll(text, .limit, .limit, level, document, &observer)
            return
        }
        lead = nil
        let isOutermost = outerFrames == 0
        frames.push(PassFrame())
        let depth = frames.count
        if isOutermost { outerFrames = depth }
        top.verdict = verdict
        // It has been validated, so the walk cannot fail; if it did, what was not copied yet is replaced.
        do throws(Failure) {
            try walk(text, document: document, level: level, observer: &observer)
        } catch {
            replaceAll(text, .limit, .limit, level, document, &observer)
        }
        let hadCard = top.hasCard
        frames.pop(to: depth - 1)
        top.hasCard = top.hasCard || hadCard
        if isOutermost { outerFrames = 0 }
    }

    /// Whether the text starts and ends as an object, an array or a string does.
    static func looksLikeJSON(_ text: ByteView) -> Bool {
        let first = JSONLexer.space(in: text, from: 0)
        guard first + 1 < text.count else { return false }
        var last = text.count - 1
        while last > first, text[last] == 0x20 || text[last] == 0x0A || text[last] == 0x0D || text[last] == 0x09 {
            last -= 1
        }
        switch text[first] {
        case 0x7B: return text[last] == 0x7D
        case 0x5B: return text[last] == 0x5D
        case 0x22: return text[last] == 0x22 && last > first
        default: return false
        }
    }

    /// Whether the text is one JSON value.
    static func isJSON(_ text: ByteView) -> Bool {
        var tokenizer = JSONTokenizer()
        while let kind = try? tokenizer.next(in: text) {
            if kind == .end { return true }
        }
        return false
    }
}

extension ByteView {
    /// Whether `byte` occurs.
    func contains(_ byte: UInt8) -> Bool {
        for position in 0..<count where self[position] == byte { return true }
        return false
    }
}
