extension Pass {
    /// Hands a finding to the observer.
    mutating func report<Observer: PassObserver & ~Copyable>(
        _ edit: TextEdit,
        method: Finding.Method,
        range: Range<Int>,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        guard Observer.followsFindings else { return }
        if !watches { rebuildPath(document) }
        let finding = Finding(
            path: path.pointer,
            rule: edit.rule,
            method: method,
            range: range,
            evidence: edit.evidence,
            stage: stage,
            policyVersion: policy.version
        )
        if Observer.collectsFindings { observer.finding(finding) }
        if Observer.collectsDecisions { observer.decision(Decision(finding, words: wordsThatTook(edit))) }
    }

    /// Makes the path from the frames, for observers that do not follow the structure.
    mutating func rebuildPath(_ document: ByteView) {
        path.removeAll()
        // The first frame is the place of the root; while the document itself is walked, `top` is the innermost one.
        let isDocument = outerFrames == 0
        let count = isDocument ? frames.count + 1 : outerFrames
        for index in 1..<max(1, count) {
            let frame = frames[index]
            path.enter()
            if frame.shape == .array {
                path.set(index: frame.index - frame.removed)
            } else if let rule = frame.renamed {
                path.set(placeholder: rule, number: frame.placeholderKeys)
            } else if frame.isKeyEscaped {
                keyText.fill(document[frame.keyStart..<frame.keyEnd])
                path.set(key: keyText.view)
            } else {
                path.set(key: document[frame.keyStart..<frame.keyEnd])
            }
        }
    }
}
