extension Pass {
    /// What the surroundings say about the value at hand: its name, or what stands in for one.
    @inline(__always)
    mutating func memberVerdict(_ tokenizer: borrowing JSONTokenizer, _ bytes: ByteView) -> KeyVerdict {
        if top.shape == .object {
            let verdict = top.verdict
            if verdict.rule == nil, !top.speaks, verdict.hints.isDisjoint(with: [.valueSlot, .cardPart]) {
                return verdict
            }
            return slotVerdict(verdict, tokenizer, bytes)
        }
        return top.shape == .array ? elementVerdict(tokenizer, bytes) : top.verdict
    }

    /// The verdict of a name that only means something in its object.
    @inline(never)
    private mutating func slotVerdict(
        _ verdict: KeyVerdict,
        _ tokenizer: borrowing JSONTokenizer,
        _ bytes: ByteView
    ) -> KeyVerdict {
        let own = unsafe frames.place.pointee.own
        if own.rule == .cookie, !Self.isCookieAttribute(bytes[top.keyStart..<top.keyEnd]) { return own }
        // A name that was replaced says what it says on a second pass: nothing of its own.
        if top.handsDown, top.renamed != nil { return own }
        if let rule = verdict.rule {
            guard rule == .expiry, policy.profile == .standard else { return verdict }
            // An expiry date is cardholder data beside a card number only (PCI DSS 3.3, table 2).
            return hasCard(tokenizer, bytes) ? verdict : .neutral
        }
        if verdict.hints.contains(.valueSlot) {
            if top.isChange { return KeyVerdict(rule: .freeText) }
            if own.rule != nil, own.grip == .any, !selects { return own }
            if !top.hasPair { top.pair = nameFollows(tokenizer, bytes) }
            top.hasPair = true
            // Where a card number or a token is awaited, and where a policy may leave what is, a code goes by its own name.
            if own.rule != nil { return top.pair.rule?.isPayment == true ? top.pair : own }
            if top.pair.says { return top.pair }
            if own.says { return own }
        }
        if own.hints.contains(.card), bytes[top.keyStart..<top.keyEnd].equalsIgnoringCase("name"),
            hasCard(tokenizer, bytes)
        {
            // Of a card without a number it is the name of a product.
            return KeyVerdict(rule: .name)
        }
        if verdict.hints.contains(.cardPart), own.hints.contains(.card) {
            return cardPart(bytes[top.keyStart..<top.keyEnd])
        }
        if verdict.hints.contains(.cardPart), tokenizer.end - tokenizer.start >= 12, hasCardSign(bytes) {
            let part = cardPart(bytes[top.keyStart..<top.keyEnd])
            if part.rule == .pan { return part }
        }
        if own.hints.contains(.form), bytes[top.keyStart..<top.keyEnd].equalsIgnoringCase("name") {
            return KeyVerdict(rule: .name)
        }
        return top.handsDown ? inherited(verdict) : verdict
    }

    /// Whether a member of a cookie object is about the cookie and not its value: of a cookie the name and the
    /// attributes stay (RFC 6265, 5.2).
    private static func isCookieAttribute(_ name: ByteView) -> Bool {
        for word in [
            "name", "path", "domain", "expires", "maxage", "max-age", "secure", "httponly", "samesite", "size",
        ]
            as [StaticString] where name.equalsIgnoringCase(word)
        {
            return true
        }
        return false
    }

    /// What a plain word means inside an object that is called a card.
    private mutating func cardPart(_ name: ByteView) -> KeyVerdict {
        if name.equalsIgnoringCase("code") { return KeyVerdict(rule: .cvv, grip: .digits) }
        if name.equalsIgnoringCase("owner") || name.equalsIgnoringCase("holder") { return KeyVerdict(rule: .name) }
        return KeyVerdict(rule: .pan, grip: .digits, hints: .card)
    }

    /// The verdict of an array's element: what the array is called, or the name in front of it in the list.
    private mutating func elementVerdict(_ tokenizer: borrowing JSONTokenizer, _ bytes: ByteView) -> KeyVerdict {
        guard top.index == top.pairIndex, top.verdict.rule == nil else { return top.verdict }
        if top.isLonePair, !Self.hasDigit(bytes[tokenizer.start..<tokenizer.end]) { return top.verdict }
        if top.isAlternating || top.index != 1 || top.hasPair { return top.pair }
        // A pair has two elements; a list that starts with such a word has more.
        let next = JSONLexer.space(in: bytes, from: tokenizer.end)
        return next < bytes.count && bytes[next] == 0x5D ? top.pair : top.verdict
    }

    /// Remembers a string that names the value beside it.
    @inline(__always)
    mutating func noteName(_ text: ByteView) {
        switch top.shape {
        case .root:
            return
        case .object:
            if policy.profile == .strict, text.equalsIgnoringCase("change") || text.equalsIgnoringCase("changed") {
                top.isChange = true
            }
            guard top.verdict.hints.contains(.nameSlot) else { return }
            if explains { explainPair(withoutAddress(text)) }
            top.pair = nameVerdict(text)
            top.hasPair = true
        case .array:
            // `--password` names what follows it on a command line, wherever it stands.
            let text = withoutAddress(text)
            let isFlag = text.count > 2 && text[0] == 0x2D
            let isFirst =
                top.isAlternating
                ? top.index & 1 == 0 : top.index == 0 && frames.count > 0 && frames[frames.count - 1].shape == .array
            guard isFlag || isFirst || top.index == 0, Self.isName(text) else { return }
            if explains { explainPair(text) }
            var verdict = classifier.classify(text, profile: policy.profile)
            guard verdict.says, !isFlag || !text.contains(0x3D) else { return }
            top.isLonePair = !isFlag && !isFirst
            if top.isLonePair {
                // Two words in a list of their own are as often two names: the value has to look like one.
                guard let rule = verdict.rule, rule == .pan || rule.handsDown else { return }
                verdict = KeyVerdict(rule: rule, grip: rule.isDigits ? .digits : .token)
            } else if policy.profile == .strict, isFirst, text.equalsIgnoringCase("name") {
                verdict = KeyVerdict(rule: .name)
            }
            top.pair = verdict
            top.pairIndex = top.index + 1
            top.hasPair = isFlag
        }
    }

    /// The text up to its first colon in `strict`, where no more than that may be left of a URL.
    private mutating func withoutAddress(_ text: ByteView) -> ByteView {
        guard policy.profile == .strict else { return text }
        for position in 0..<text.count where text[position] == 0x3A { return text[0..<position] }
        return text
    }

    /// What a text in the place of a name says. One with spaces, a label for people, counts only where it announces a
    /// card number or authentication data.
    private mutating func nameVerdict(_ text: ByteView) -> KeyVerdict {
        let text = withoutAddress(text)
        if Self.isName(text) { return classifier.classify(text, profile: policy.profile) }
        guard text.count > 0, text.count <= 40, !Rule.hasPlaceholder(text) else { return .neutral }
        let verdict = classifier.classify(text, profile: policy.profile)
        guard let rule = verdict.rule, rule == .pan || rule.dataClass == .authentication else { return .neutral }
        return verdict
    }

    /// Whether a text can be the name of something: short, no spaces, not redacted.
    private static func isName(_ text: ByteView) -> Bool {
        guard text.count > 0, text.count <= 64 else { return false }
        for position in 0..<text.count where text[position] <= 0x20 { return false }
        // What was taken from a name no longer names anything.
        return !Rule.hasPlaceholder(text)
    }

    /// What the name says that follows the value at hand in `{"value": …, "name": …}`; looked for among the next few
    /// scalar members.
    private mutating func nameFollows(_ tokenizer: borrowing JSONTokenizer, _ bytes: ByteView) -> KeyVerdict {
        var ahead = copy tokenizer
        var isName = false
        for _ in 0..<8 {
            guard ahead.position - tokenizer.position < 512, let kind = try? ahead.next(in: bytes) else { break }
            switch kind {
            case .key:
                let name = ahead.start + 1..<ahead.end - 1
                let known = KeyCache.Tag(bytes, name).flatMap { keyCache.find($0) }
                let verdict = known ?? classifier.classify(bytes[name], profile: policy.profile)
                isName = verdict.hints.contains(.nameSlot)
            case .string where isName:
                let text = bytes[ahead.start + 1..<ahead.end - 1]
                if explains { explainPair(withoutAddress(text)) }
                return nameVerdict(text)
            case .string, .number, .true, .false, .null: continue
            default: return .neutral
            }
        }
        return .neutral
    }

    /// Whether this object holds a card number, before the value at hand or behind it.
    private mutating func hasCard(_ tokenizer: borrowing JSONTokenizer, _ bytes: ByteView) -> Bool {
        if !top.hasCard, !top.hasNoCardAhead {
            top.hasCard = cardFollows(tokenizer, bytes)
            top.hasNoCardAhead = !top.hasCard
        }
        return top.hasCard
    }

    /// Whether a later member of this object holds a card number; looked for within the next 4 KiB.
    mutating func cardFollows(_ tokenizer: borrowing JSONTokenizer, _ bytes: ByteView) -> Bool {
        guard top.shape == .object else { return false }
        var ahead = copy tokenizer
        var verdict = KeyVerdict.neutral
        while ahead.position - tokenizer.position < 4_096, let kind = try? ahead.next(in: bytes) {
            guard ahead.depth >= tokenizer.depth else { return false }
            guard ahead.depth == tokenizer.depth else { continue }
            switch kind {
            case .key:
                let name = bytes[ahead.start + 1..<ahead.end - 1]
                let isRedacted = Rule.hasPlaceholder(name)
                verdict = isRedacted ? .neutral : classifier.classify(name, profile: policy.profile)
                if verdict.hints.contains(.cardPart), top.own.hints.contains(.card) {
                    verdict = KeyVerdict(rule: .pan, grip: .digits, hints: .card)
                }
            case .string, .number:
                let quote = kind == .string ? 1 : 0
                var text = bytes[ahead.start + quote..<ahead.end - quote]
                if ahead.traits.contains(.escaped), kind == .string {
                    guard charge(text.count) else { return true }
                    assembled.fill(text)
                    text = assembled.view
                }
                if verdict.rule == .pan, verdict.takes(text) { return true }
                guard text.count >= 12, unsafe TextScanner.mayHoldAnything(text.buffer) else { continue }
                unsafe scanner.scan(
                    text.buffer,
                    context: TextScanner.Context(key: verdict, profile: policy.profile)
                )
                if scanner.hits.contains(where: { $0.rule == .pan }) { return true }
            default: continue
            }
        }
        return false
    }

    /// The rule that drops the container at hand whole (`strict` only): nothing in it is worth the risk.
    mutating func ruleForContainer(_ tokenizer: borrowing JSONTokenizer, _ bytes: ByteView) -> (Rule, Finding.Evidence)?
    {
        let verdict = memberVerdict(tokenizer, bytes)
        if let rule = verdict.rule, !isSuppressed(rule) { return (rule, [.key, .profile]) }
        if verdict.hints.contains(.container), !isSuppressed(.container) { return (.container, [.key, .profile]) }
        if verdict.hints.contains(.freeText), !isSuppressed(.freeText) { return (.freeText, [.key, .profile]) }
        if explains, selects {
            let hinted: Rule? =
                verdict.hints.contains(.container) ? .container : verdict.hints.contains(.freeText) ? .freeText : nil
            pardoned = (verdict.rule ?? hinted).map { ($0, .suppressed) }
        }
        return nil
    }

    /// Takes `size` bytes from what may still be decoded; false when there is not enough left.
    mutating func charge(_ size: Int) -> Bool {
        decodeBudget -= size
        return decodeBudget >= 0
    }
}

extension KeyVerdict {
    /// Whether the verdict says anything.
    var says: Bool { rule != nil || !hints.subtracting([.qualifier, .part]).isEmpty }
}

extension ByteView {
    /// Whether the bytes are `word`, which is in lower case, in any case of ASCII letters.
    func equalsIgnoringCase(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        for position in 0..<count {
            guard unsafe KeyTable.lowered(self[position]) == word.utf8Start[position] else { return false }
        }
        return true
    }
}
