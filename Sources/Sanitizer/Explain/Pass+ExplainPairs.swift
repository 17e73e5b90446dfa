/// Which words decide where a value names the one beside it: `["cvv", "737"]`, `{"name": "cvv", "value": "737"}`.
extension Pass {
    /// Remembers what `text` says of the value beside it.
    @inline(never)
    mutating func explainPair(_ text: ByteView) {
        let reading = classifier.read(text, profile: policy.profile)
        var pair = NameTrace.Pair(depth: frames.count, container: top.inputStart, index: top.index + 1)
        pair.rule = reading.verdict.rule
        pair.words = classifier.spelled(reading.words, of: text)
        if let silenced = classifier.silenced(text, profile: policy.profile) {
            // Words that the vocabulary knows; of others, which are the text's own, a part may be taken.
            let isKnown = silenced.reason == .qualifiedName
            let words = isKnown ? classifier.spelled(silenced.words, of: text) : nil
            pair.silenced = (silenced.rule, silenced.reason, words)
        }
        nameTrace.enter(pair)
    }

    /// Tells that the value that names the one at hand would say more with other last words.
    @inline(never)
    mutating func explainSilencedPair<Observer: PassObserver & ~Copyable>(
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        guard let pair = nameTrace.pair(depth: frames.count, in: top.inputStart), let silenced = pair.silenced,
            top.shape == .object || top.index == pair.index
        else { return }
        explainLeft(silenced.rule, silenced.reason, evidence: .key, words: silenced.words, document, &observer)
    }

    /// The words that say `rule`, of the value or the name beside the value at hand, or of the innermost name around it.
    mutating func decidingWords(for rule: Rule) -> Sanitized<String>? {
        if let pair = nameTrace.pair(depth: frames.count, in: top.inputStart), pair.rule == rule { return pair.words }
        return nameTrace.words(for: rule, depth: frames.count)
    }
}
