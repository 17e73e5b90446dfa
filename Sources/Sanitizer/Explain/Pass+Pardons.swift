/// What the policy leaves although a rule would take it: told while the pass explains itself, and only then.
extension Pass {
    /// Tells that the policy leaves the value at hand.
    @inline(never)
    mutating func explainPardon<Observer: PassObserver & ~Copyable>(
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        guard let (rule, reason) = pardoned, !isPardonTold else { return }
        isPardonTold = true
        let words = decidingWords(for: rule)
        explainLeft(rule, reason, evidence: words == nil ? .policy : .key, words: words, document, &observer)
    }

    /// Tells what the policy leaves of a text that `strict` would drop for its name, its form or its URLs.
    @inline(never)
    mutating func explainPardons<Observer: PassObserver & ~Copyable>(
        _ verdict: KeyVerdict,
        _ text: ByteView,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        if pardoned != nil { explainPardon(document, &observer) }
        guard policy.profile == .strict else { return }
        if isSuppressed(.container), verdict.hints.contains(.container), !ValueShape.isReport(text) {
            explainLeft(.container, .suppressed, evidence: [.key, .profile], document, &observer)
        }
        let isFile = FilePath.isPersonal(text) || verdict.hints.contains(.fileSlot) && FilePath.isFile(text)
        if isSuppressed(.path), isFile {
            explainLeft(.path, .suppressed, evidence: [.shape, .profile], document, &observer)
        }
        if isSuppressed(.url) {
            var isCut = false
            URLCut.find(in: text, allowedHosts: policy.allowedHosts) { _ in isCut = true }
            if isCut { explainLeft(.url, .suppressed, evidence: .profile, document, &observer) }
        }
        if isSuppressed(.freeText), verdict.hints.contains(.freeText) || !isBare && FreeText.isHuman(text, ignoring: [])
        {
            explainLeft(.freeText, .suppressed, evidence: .profile, document, &observer)
        }
    }

    /// Notes the first labels of hosts that stay because the policy lists them.
    @inline(never)
    mutating func noteAllowedHosts(_ text: ByteView) {
        guard let trace = scanner.trace else { return }
        var cuts: Set<Range<Int>> = []
        URLCut.find(in: text, allowedHosts: policy.allowedHosts) { cuts.insert($0.start..<$0.end) }
        URLCut.find(in: text, allowedHosts: []) { edit in
            guard !cuts.contains(edit.start..<edit.end) else { return }
            trace.insert(
                DecisionTrace.Note(
                    start: edit.start,
                    end: edit.end,
                    rule: .url,
                    reason: .allowedHost,
                    evidence: .profile,
                    words: nil
                )
            )
        }
    }
}
