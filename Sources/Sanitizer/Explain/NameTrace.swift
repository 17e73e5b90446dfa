/// The names on the way from the root to the value at hand, and which of their words speak. Filled only while the pass
/// explains itself.
struct NameTrace {
    /// What a name says.
    struct Entry {
        /// How many containers are open around the member.
        var depth: Int
        /// The rule of the name.
        var rule: Rule?
        /// The words that say it.
        var words: Sanitized<String>?
    }

    private var entries: ContiguousArray<Entry> = []

    /// Starts a document.
    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
    }

    /// A member begins: the names of its siblings and of what they hold are past.
    mutating func enter(_ entry: Entry) {
        while let last = entries.last, last.depth >= entry.depth { entries.removeLast() }
        entries.append(entry)
    }

    /// The words that say `rule`, of the innermost name that does; `depth` containers are open.
    func words(for rule: Rule, depth: Int) -> Sanitized<String>? {
        entries.last { $0.depth <= depth && $0.rule == rule }?.words
    }
}
