extension Pass {
    /// Once the paths of a document's findings have taken what it may spend on them, eight times its size and 64 KiB,
    /// a path ends at the innermost container whose path is no longer than this.
    private static let pathLimit = 512

    /// Hands a finding to the observer.
    mutating func report<Observer: PassObserver & ~Copyable>(
        _ edit: TextEdit,
        method: Finding.Method,
        range: Range<Int>,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        guard Observer.followsFindings else { return }
        // Long names times many findings would be their product.
        let limit = pathBudget > 0 ? Int.max : Self.pathLimit
        if !watches { rebuildPath(document, limit: limit) }
        let pointer = path.pointer(upTo: limit)
        pathBudget -= pointer.value.utf8.count
        let finding = Finding(
            path: pointer,
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
    mutating func rebuildPath(_ document: ByteView, limit: Int = .max) {
        var room = limit
        path.removeAll()
        // The first frame is the place of the root; while the document itself is walked, `top` is the innermost one.
        let isDocument = outerFrames == 0
        let count = isDocument ? frames.count + 1 : outerFrames
        for index in 1..<max(1, count) {
            let frame = frames[index]
            if frame.shape != .array, frame.renamed == nil {
                room -= frame.keyEnd - frame.keyStart
                guard room >= 0 else { return }
            }
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
