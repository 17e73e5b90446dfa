extension Pass {
    /// The rules that only `strict` has, in a text whose detector hits are in `edits`: URLs lose all but scheme and
    /// host, human text inside objects and arrays goes whole. True when the text was replaced and nothing is left to do.
    mutating func finishStrictly<Observer: PassObserver & ~Copyable>(
        _ text: ByteView,
        _ dropsText: Bool,
        _ level: Int,
        _ document: ByteView,
        _ observer: inout Observer
    ) -> Bool {
        let hits = edits.count
        URLCut.find(in: text, allowedHosts: policy.allowedHosts) { edits.append($0) }
        if edits.count > hits { mergeEdits(document, &observer) }
        guard dropsText || !isBare && FreeText.isHuman(text, ignoring: edits) else { return false }
        // A text that is one placeholder already keeps the name of its rule.
        if edits.count == 1, edits[0].start == 0, edits[0].end == text.count, edits[0].method == .replace {
            return false
        }
        guard !ValueShape.isReport(text) || !dropsText else { return false }
        for edit in edits { absorb(edit, document, &observer) }
        replaceAll(text, .freeText, dropsText ? [.key, .profile] : .profile, level, document, &observer)
        return true
    }

    /// Whether the value at hand is the whole document, or the whole of a text that is.
    private var isBare: Bool {
        guard top.shape == .root else { return false }
        for frame in frames where frame.shape != .root { return false }
        return true
    }

    /// Sorts the edits and makes those that overlap one.
    private mutating func mergeEdits<Observer: PassObserver & ~Copyable>(
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        // Of two that start together the longer comes first, of two alike the one that leaves nothing.
        edits.sort { left, right in
            if left.start != right.start { return left.start < right.start }
            if left.end != right.end { return left.end > right.end }
            return left.method == .remove && right.method != .remove
        }
        var kept = 0
        for index in 1..<edits.count {
            let next = edits[index]
            guard next.start < edits[kept].end else {
                kept += 1
                edits[kept] = next
                continue
            }
            if next.method == .replace {
                // Gone with the rest of the URL; still told, because it should not have been there.
                absorb(next, document, &observer)
            }
            edits[kept].end = max(edits[kept].end, next.end)
        }
        edits.removeSubrange((kept + 1)...)
    }

    /// Reports what goes together with its surroundings and leaves nothing of its own.
    private mutating func absorb<Observer: PassObserver & ~Copyable>(
        _ edit: PassEdit,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        guard edit.rule != .url else { return }
        outcome.findings += 1
        report(edit, method: .remove, range: 0..<0, document, &observer)
    }
}
