extension Pass {
    /// Output may be this many times as long as the input, and some more: placeholders are longer than the shortest
    /// values, and a document of nothing else must not grow into one that no store takes.
    static let growthFactor = 4
    static let growthSlack = 64 << 10

    /// Whether the element at hand, which the key rule of its array takes, is left out with its comma, because enough
    /// of its kind stand before it. Made and reported here if so.
    mutating func leavesOut<Observer: PassObserver & ~Copyable>(
        _ rule: Rule,
        _ evidence: Finding.Evidence,
        _ level: Int,
        _ document: ByteView,
        _ observer: inout Observer
    ) -> Bool {
        guard top.shape == .array, top.verdict.rule == rule else { return false }
        top.taken += 1
        guard top.taken > PassFrame.takenLimit else { return false }
        if level == 0 { shift = 0 }
        let edit = TextEdit(start: top.lastEnd, end: top.elementEnd, rule: rule, evidence: evidence, method: .remove)
        apply(edit, level: level, isToken: false, document, &observer)
        top.removed += 1
        return true
    }

    /// Replaces the inside of a string, or a line, that has outgrown the output while it was written.
    @inline(never)
    mutating func replaceOutgrown<Observer: PassObserver & ~Copyable>(
        _ range: Range<Int>,
        since mark: PassWriter.Mark,
        _ document: ByteView,
        _ observer: inout Observer
    ) {
        writer.rewind(to: mark)
        hasOutgrownText = false
        shift = 0
        let edit = TextEdit(start: range.lowerBound, end: range.upperBound, rule: .limit, evidence: .limit)
        apply(edit, level: 0, isToken: false, document, &observer)
    }

    /// Leaves out what is left of the container at hand, up to its bracket: the output is as long as it may be.
    @inline(never)
    mutating func cutRest<Observer: PassObserver & ~Copyable>(
        _ tokenizer: inout JSONTokenizer,
        _ bytes: ByteView,
        _ document: ByteView,
        _ observer: inout Observer
    ) throws(Failure) {
        let depth = tokenizer.depth
        let kind = try tokenizer.next(in: bytes)
        let isEnd = kind == .objectEnd || kind == .arrayEnd
        while tokenizer.depth >= depth { _ = try tokenizer.next(in: bytes) }
        if !isEnd {
            let edit = TextEdit(
                start: top.lastEnd,
                end: tokenizer.start,
                rule: .limit,
                evidence: .limit,
                method: .remove
            )
            apply(edit, level: 0, isToken: false, document, &observer)
        }
        leave(tokenizer, watches, &observer)
    }
}
