extension Pass {
    /// The text without what `strict` cuts from its URLs; what is cut is left in `edits`. The text itself when that
    /// is nothing.
    mutating func withoutURLs(_ text: ByteView) -> ByteView {
        guard text.contains(0x3A) || text.contains(0x2F) || text.contains(0x3F) || text.contains(0x23) else {
            return text
        }
        URLCut.find(in: text, allowedHosts: policy.allowedHosts) { edits.append($0) }
        guard !edits.isEmpty else { return text }
        cutText.reserve(text.count)
        var position = 0
        for edit in edits {
            while position < edit.start {
                cutText.push(text[position], from: position)
                position += 1
            }
            position = edit.end
        }
        while position < text.count {
            cutText.push(text[position], from: position)
            position += 1
        }
        return cutText.view
    }

    /// Reports what goes with the cut parts of URLs: it leaves no trace of its own, and should not have been there. Of a
    /// long text only their surroundings are looked at.
    mutating func reportCut<Observer: PassObserver & ~Copyable>(
        _ text: ByteView,
        _ context: TextScanner.Context,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        guard let bytes = unsafe TextBytes(text.buffer) else { return }
        let isWhole = text.count <= TextPart.wholeLimit
        let count = edits.count
        var cut = 0
        var next = 0
        while next < count {
            var part = TextPart(from: isWhole ? 0 : edits[next].start, in: bytes)
            repeat {
                part.extend(to: isWhole ? text.count : edits[next].end, in: bytes)
                next += 1
            } while next < count && (isWhole || part.meets(edits[next].start))
            unsafe scanner.survey(bytes.buffer(part.start, part.end), context: context)
            for index in scanner.hits.indices {
                let hit = scanner.hits[index]
                let (start, end) = (hit.start + part.start, hit.end + part.start)
                while cut < next, edits[cut].end < end { cut += 1 }
                guard cut < next, edits[cut].start <= start else { continue }
                absorb(TextEdit(start: start, end: end, rule: hit.rule, evidence: hit.evidence), document, &observer)
            }
            cut = next
        }
    }

    /// Whether the text is JSON, or holds an address, once the hits are replaced: where a hit took what kept it from
    /// being one, a second pass would see more of it than this one.
    private mutating func opensAfterEdits(_ text: ByteView) -> Bool {
        let mayBeJSON = Self.looksLikeJSON(text)
        guard mayBeJSON || text.contains(0x3A) || text.contains(0x2F) else { return false }
        var isNew = false
        for edit in edits where edit.method == .replace && edit.rule != .url { isNew = true }
        // What is cut from a URL may be all that was no JSON.
        guard isNew || mayBeJSON else { return false }
        fillReplaced(text)
        if mayBeJSON, Self.isJSON(cutText.view) { return true }
        guard isNew else { return false }
        var found = false
        URLCut.find(in: cutText.view, allowedHosts: policy.allowedHosts) { _ in found = true }
        return found
    }

    /// Drops a text of which a second pass would see more than this one; true when it did.
    mutating func dropOpened<Observer: PassObserver & ~Copyable>(
        _ text: ByteView,
        _ level: Int,
        _ document: ByteView,
        _ observer: inout Observer
    ) -> Bool {
        guard !edits.isEmpty, opensAfterEdits(text) else { return false }
        for index in edits.indices { absorb(edits[index], document, &observer) }
        replaceAll(text, .freeText, [.shape, .profile], level, document, &observer)
        return true
    }

    /// Sorts cuts and hits; a cut in the middle of a hit goes with it. A hit starts and ends on what no cut takes, so
    /// they cannot overlap otherwise.
    mutating func mergeEdits() {
        edits.sort { ($0.start, $1.end) < ($1.start, $0.end) }
        var kept = 0
        for index in 1..<max(1, edits.count) where edits[index].start >= edits[kept].end {
            kept += 1
            edits[kept] = edits[index]
        }
        edits.removeSubrange((kept + 1)...)
    }

    /// Drops human text inside objects and arrays; true when it did. The changes to the text are in `edits`.
    mutating func dropFreeText<Observer: PassObserver & ~Copyable>(
        _ text: ByteView,
        _ isTextByName: Bool,
        _ level: Int,
        _ document: ByteView,
        _ observer: inout Observer
    ) -> Bool {
        guard isTextByName || !isBare && FreeText.isHuman(text, ignoring: edits) else {
            if explains, FreeText.isHuman(text, ignoring: edits) {
                explainLeft(.freeText, .bareText, document, &observer)
            }
            return false
        }
        // A text that is one placeholder already keeps the name of its rule.
        if edits.count == 1, edits[0].start == 0, edits[0].end == text.count, edits[0].method == .replace {
            return false
        }
        guard !isTextByName || !ValueShape.isReport(text) else { return false }
        for index in edits.indices { absorb(edits[index], document, &observer) }
        replaceAll(text, .freeText, isTextByName ? [.key, .profile] : .profile, level, document, &observer)
        return true
    }

    /// Whether the value at hand is the whole document, or the whole of a text that is.
    var isBare: Bool {
        mutating get {
            guard top.shape == .root else { return false }
            for level in 0..<frames.count where frames[level].shape != .root { return false }
            return true
        }
    }

    /// Reports what goes together with its surroundings and leaves nothing of its own.
    mutating func absorb<Observer: PassObserver & ~Copyable>(
        _ edit: TextEdit,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        guard edit.rule != .url else { return }
        outcome.findings += 1
        if Observer.countsFindings { observer.counted(edit.rule) }
        report(edit, method: .remove, range: 0..<0, document, &observer)
    }
}
