extension Pass {
    /// Takes a member's name: what it says, and whether it may stay. Diverts `_meta`.
    @inline(__always)
    mutating func key<Observer: PassObserver & ~Copyable>(
        _ tokenizer: inout JSONTokenizer,
        _ bytes: ByteView,
        _ document: ByteView,
        _ level: Int,
        _ observer: inout Observer
    ) throws(Failure) {
        let range = tokenizer.start + 1..<tokenizer.end - 1
        if meta == .divert, level == 0, frames.count == 1, isMeta(bytes[range], tokenizer.traits) {
            try divert(&tokenizer, bytes, document)
            return
        }
        top.keyStart = range.lowerBound
        top.keyEnd = range.upperBound
        top.isKeyEscaped = tokenizer.traits.contains(.escaped)
        top.renamed = nil
        top.index += 1
        top.hasMember = true
        // Only plain names are in the cache; a name with a backslash or a foreign letter is not plain.
        let tag = KeyCache.Tag(bytes, range)
        if let tag, let known = keyCache.find(tag) {
            top.verdict = known
        } else {
            classifyKey(tag, bytes, document, level, &observer)
        }
        if watches, level == 0 { notePath(bytes) }
        if explains { explainName(tokenizer, bytes, document, &observer) }
    }

    /// The longest name that is examined.
    private static let nameLimit = 64 << 10

    /// Judges a name that is not in the cache.
    @inline(never)
    private mutating func classifyKey<Observer: PassObserver & ~Copyable>(
        _ tag: KeyCache.Tag?,
        _ bytes: ByteView,
        _ document: ByteView,
        _ level: Int,
        _ observer: inout Observer
    ) {
        let range = top.keyStart..<top.keyEnd
        var name = bytes[range]
        let isReadable = range.count <= Self.nameLimit
        if top.isKeyEscaped, isReadable {
            keyText.fill(name)
            name = keyText.view
        }
        top.verdict = isReadable ? classifier.classify(name, profile: policy.profile) : .neutral
        if top.isKeyEscaped || !Self.isPlain(name) {
            rename(name, range, document, level, &observer)
        } else if let tag, !name.matches("_meta", at: 0) {
            // The one name that the cache must not know, as it is not always a name like any other.
            keyCache.insert(tag, top.verdict)
        }
    }

    private mutating func notePath(_ bytes: ByteView) {
        if let rule = top.renamed {
            path.set(placeholder: rule, number: top.placeholderKeys)
        } else if top.isKeyEscaped {
            keyText.fill(bytes[top.keyStart..<top.keyEnd])
            path.set(key: keyText.view)
        } else {
            path.set(keyAt: top.keyStart, count: top.keyEnd - top.keyStart)
        }
    }

    private mutating func isMeta(_ raw: ByteView, _ traits: JSONLexer.StringTraits) -> Bool {
        guard traits.contains(.escaped) else { return raw.count == 5 && raw.matches("_meta", at: 0) }
        keyText.fill(raw)
        return keyText.view.count == 5 && keyText.view.matches("_meta", at: 0)
    }

    /// Whether a name cannot hold anything: short, few digits, no mark but those of identifiers, no address.
    @inline(__always)
    static func isPlain(_ name: ByteView) -> Bool {
        guard name.count <= 40 else { return false }
        var digits = 0
        var points = 0
        for position in 0..<name.count {
            let byte = name[position]
            if (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte == 0x2D { continue }
            if byte == 0x2E {
                points += 1
                continue
            }
            guard byte &- 0x30 < 10 else { return false }
            digits += 1
        }
        // An address has four numbers; keys and encodings of some length have digits among their letters.
        return digits < 9 && (digits < 4 || points < 3) && (digits == 0 || name.count < 20)
    }

    /// Replaces a name that holds something, and gives placeholder names their number, so that names stay unique.
    @inline(never)
    private mutating func rename<Observer: PassObserver & ~Copyable>(
        _ name: ByteView,
        _ range: Range<Int>,
        _ document: ByteView,
        _ level: Int,
        _ observer: inout Observer
    ) {
        var rule: Rule
        var evidence: Finding.Evidence = []
        let known = Self.placeholderKey(name)
        if let known {
            rule = known
        } else if range.count > Self.nameLimit {
            // Not examined, so not kept.
            rule = .limit
            evidence = .limit
        } else {
            if selects { scanner.leaveSite() }
            unsafe scanner.scan(name.buffer, context: TextScanner.Context(profile: policy.profile))
            if let hit = scanner.hits.first {
                rule = hit.rule
                evidence = hit.evidence
                for other in scanner.hits where other.rule == .pan || other.rule.dataClass == .authentication {
                    rule = other.rule
                    evidence = other.evidence
                    break
                }
            } else if policy.profile == .strict, URLCut.hasURL(name) {
                rule = .url
                evidence = .profile
            } else if policy.profile == .strict, FreeText.isHuman(name, ignoring: []) {
                rule = .freeText
                evidence = .profile
            } else {
                return
            }
        }
        top.placeholderKeys += 1
        top.renamed = rule
        // What a replaced name said would not be said on a second pass.
        if known != nil { top.verdict = .neutral } else { top.verdict.hints = [] }
        guard known == nil || !Self.isNumbered(name, rule, top.placeholderKeys) else { return }
        copyOut(document, upTo: texts.position(range.lowerBound, from: level, to: 0), &observer)
        writer.buffer.append(rule.placeholder)
        if top.placeholderKeys > 1 {
            writer.buffer.append("-")
            writer.buffer.append(counter: top.placeholderKeys)
        }
        writer.skip(to: texts.position(range.upperBound, from: level, to: 0))
        if level > 0 {
            let digits = top.placeholderKeys > 1 ? 1 + String(top.placeholderKeys).utf8.count : 0
            let old =
                texts.position(range.upperBound, from: level, to: 1)
                - texts.position(range.lowerBound, from: level, to: 1)
            shift += rule.placeholder.utf8CodeUnitCount + digits - old
        }
        outgrown = outgrown || writer.buffer.count > growthLimit
        guard known == nil else { return }
        outcome.findings += 1
        if Observer.countsFindings { observer.counted(rule) }
        guard Observer.followsFindings else { return }
        if watches, level == 0 { path.set(placeholder: rule, number: top.placeholderKeys) }
        let edit = TextEdit(start: 0, end: 0, rule: rule, evidence: evidence.union(.shape))
        report(edit, method: .rename, range: 0..<0, document, &observer)
    }

    /// The rule of a name that is a placeholder, with or without a number.
    static func placeholderKey(_ name: ByteView) -> Rule? {
        for rule in Rule.allCases where name.matches(rule.placeholder, at: 0) {
            var position = rule.placeholder.utf8CodeUnitCount
            if position == name.count { return rule }
            guard name[position] == 0x2D, position + 1 < name.count, name.count - position <= 8 else { return nil }
            position += 1
            while position < name.count {
                guard name[position] &- 0x30 < 10 else { return nil }
                position += 1
            }
            return rule
        }
        return nil
    }

    /// Whether a placeholder name carries the number it should.
    private static func isNumbered(_ name: ByteView, _ rule: Rule, _ number: Int) -> Bool {
        let bare = rule.placeholder.utf8CodeUnitCount
        guard number > 1 else { return name.count == bare }
        var rest = number
        var position = name.count
        while rest > 0 {
            position -= 1
            guard position > bare, name[position] == UInt8(0x30 + rest % 10) else { return false }
            rest /= 10
        }
        return position == bare + 1
    }

    /// Leaves a top-level `_meta` member out, with the comma that belongs to it.
    private mutating func divert(
        _ tokenizer: inout JSONTokenizer,
        _ bytes: ByteView,
        _ document: ByteView
    ) throws(Failure) {
        let keyStart = tokenizer.start
        let kind = try tokenizer.next(in: bytes)
        let valueStart = tokenizer.start
        if kind == .objectStart || kind == .arrayStart { try tokenizer.skipRest(in: bytes) }
        outcome.metaRange = valueStart..<tokenizer.end
        if top.hasMember {
            writer.copy(document, upTo: top.lastEnd)
            writer.skip(to: tokenizer.end)
            top.lastEnd = tokenizer.end
        } else {
            writer.copy(document, upTo: keyStart)
            let comma = JSONLexer.space(in: bytes, from: tokenizer.end)
            writer.skip(to: comma < bytes.count && bytes[comma] == 0x2C ? comma + 1 : tokenizer.end)
        }
    }
}
