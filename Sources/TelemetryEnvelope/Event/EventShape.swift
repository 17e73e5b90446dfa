internal import Sanitizer

/// Watches the pass over an event: notes the members whose shape matters, the lists that have limits, what must be
/// scrubbed once more. Hands every callback on to another observer, but for findings, which may still move.
struct EventShape<Inner: PassObserver & ~Copyable>: ~Copyable, PassObserver {
    var inner: Inner
    var notes: EventNotes

    /// Wraps `inner`.
    init(inner: consuming Inner, notes: consuming EventNotes) {
        self.inner = inner
        self.notes = notes
    }

    /// Gives the observer back.
    consuming func takeInner() -> Inner {
        inner
    }

    mutating func scalar(_ kind: JSONScalar, at path: borrowing PassPath, range: Range<Int>) {
        if path.depth <= 2 { notes.value(EventField.Kind(kind), at: path, range: range) }
        if path.depth == notes.list.elementDepth { notes.list.ended(at: range.upperBound, start: range.lowerBound) }
        inner.scalar(kind, at: path, range: range)
    }

    mutating func containerBegan(at path: borrowing PassPath, isArray: Bool, offset: Int) {
        if path.depth == notes.list.elementDepth {
            notes.list.began(at: offset)
        } else if notes.list.elementDepth < 0 {
            notes.track(path, isArray: isArray)
        }
        if path.depth <= 2 { notes.began(isArray, at: path) }
        inner.containerBegan(at: path, isArray: isArray, offset: offset)
    }

    mutating func containerEnded(at path: borrowing PassPath, range: Range<Int>) {
        if path.depth <= 2 { notes.ended(at: path, range: range) }
        if path.depth == notes.list.elementDepth {
            notes.list.ended(at: range.upperBound)
        } else if path.depth == notes.list.elementDepth - 1 {
            notes.endTracking(path)
        }
        inner.containerEnded(at: path, range: range)
    }

    mutating func finding(_ finding: Finding) {
        notes.add(finding)
    }
}
