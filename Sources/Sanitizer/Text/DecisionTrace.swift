/// What detectors looked at and left, and which names made them take, while the pass explains itself.
///
/// Made only then: a scanner without one pays a branch where it rejects, nothing else. Bounded: at most `limit` notes
/// a text. One thread at a time, as its scanner.
final class DecisionTrace {
    /// One candidate of a text.
    struct Note {
        /// First byte, and one past the last.
        var start: Int
        var end: Int
        /// The rule that looked.
        var rule: Rule
        /// Why it left the candidate; nil when a name made it take.
        var reason: Decision.Reason?
        /// What spoke for the rule.
        var evidence: Finding.Evidence
        /// The words of the name that decided.
        var words: Sanitized<String>?
    }

    /// Notes kept of one text; further ones are left out.
    static let limit = 10_000
    /// Earlier notes that a new one is compared with: what overlaps it was noted shortly before.
    private static let reach = 16

    private(set) var notes: ContiguousArray<Note> = []
    /// The words of the name beside the value at hand.
    var words: Sanitized<String>?
    /// Whether nothing is noted: the text was searched before, with other words in place of what was taken.
    var isPaused = false

    /// The first note that was not told yet.
    private var told = 0

    /// Starts a text.
    func removeAll() {
        notes.removeAll(keepingCapacity: true)
        told = 0
        words = nil
    }

    /// Notes a candidate that was left. Of several about one place and rule, the one that came furthest stays, the
    /// longest of those.
    func note(_ note: Note) {
        guard !isPaused, note.start < note.end, notes.count < Self.limit else { return }
        var index = notes.count
        while index > 0, notes.count - index < Self.reach {
            index -= 1
            let other = notes[index]
            guard other.reason != nil, other.rule == note.rule, other.start < note.end, note.start < other.end else {
                continue
            }
            if rank(note) > rank(other) { notes[index] = note }
            return
        }
        notes.append(note)
    }

    private func rank(_ note: Note) -> (Int, Int) {
        (note.reason?.rank ?? 0, note.end - note.start)
    }

    /// Whether one of the last notes is about a part of `start ..< end`.
    func overlaps(_ start: Int, _ end: Int) -> Bool {
        notes.suffix(Self.reach).contains { $0.start < end && start < $0.end }
    }

    /// Notes which name made a rule take `start ..< end`.
    func took(_ start: Int, _ end: Int, _ rule: Rule) {
        guard !isPaused, words != nil, notes.count < Self.limit else { return }
        notes.append(Note(start: start, end: end, rule: rule, reason: nil, evidence: .key, words: words))
    }

    /// Rewrites the places of the notes from number `first` on: they were found in what was decoded from the text.
    func moveNotes(from first: Int, _ place: (Int, Int) -> Range<Int>) {
        for index in notes.indices.dropFirst(first) {
            let range = place(notes[index].start, notes[index].end)
            notes[index].start = range.lowerBound
            notes[index].end = range.upperBound
            notes[index].evidence.insert(.decoded)
        }
    }

    /// Keeps what concerns the text as it was left: a candidate within something that was taken is gone with it.
    func settle(_ hits: ContiguousArray<TextHit>) {
        notes.removeAll { note in
            guard note.reason != nil else { return false }
            // Hits are sorted and disjoint: the first that ends behind the start of the note decides.
            var low = 0
            var high = hits.count
            while low < high {
                let middle = (low + high) / 2
                if hits[middle].end <= note.start { low = middle + 1 } else { high = middle }
            }
            return low < hits.count && hits[low].start < note.end
        }
        notes.sort { ($0.start, $0.end) < ($1.start, $1.end) }
        unite()
    }

    /// Of candidates of one rule that overlap, the one that came furthest: a text is searched as it stands and decoded.
    private func unite() {
        var last: [Rule: Int] = [:]
        var kept = 0
        for note in notes {
            if note.reason != nil, let index = last[note.rule], notes[index].end > note.start {
                if rank(note) > rank(notes[index]) { notes[index] = note }
                continue
            }
            if note.reason != nil { last[note.rule] = kept }
            notes[kept] = note
            kept += 1
        }
        notes.removeSubrange(kept...)
    }

    /// Puts every note in its place, or leaves it out.
    func place(_ range: (Note) -> Range<Int>?) {
        var kept = 0
        for var note in notes {
            guard let range = range(note) else { continue }
            note.start = range.lowerBound
            note.end = range.upperBound
            notes[kept] = note
            kept += 1
        }
        notes.removeSubrange(kept...)
        told = 0
    }

    /// Adds a note to those of a text that is settled, in its order.
    func insert(_ note: Note) {
        guard notes.count < Self.limit else { return }
        let index = notes.firstIndex { $0.start > note.start } ?? notes.count
        notes.insert(note, at: index)
    }

    /// The next note that starts before `limit`; each is given once.
    func next(before limit: Int) -> Note? {
        guard told < notes.count, notes[told].start < limit else { return nil }
        told += 1
        return notes[told - 1]
    }

    /// The words that made a rule take something within `start ..< end`. To be asked once the text is settled, by when
    /// the notes are in order.
    func words(within start: Int, _ end: Int) -> Sanitized<String>? {
        var low = 0
        var high = notes.count
        while low < high {
            let middle = (low + high) / 2
            if notes[middle].start < start { low = middle + 1 } else { high = middle }
        }
        while low < notes.count, notes[low].start < end {
            if notes[low].reason == nil, notes[low].end <= end { return notes[low].words }
            low += 1
        }
        return nil
    }
}
