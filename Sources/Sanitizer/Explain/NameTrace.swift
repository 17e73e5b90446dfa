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

    /// What a value says that names the one beside it: `["cvv", "737"]`, `{"name": "cvv", "value": "737"}`.
    struct Pair {
        /// How many containers are open around the two, and where the innermost starts.
        var depth: Int
        var container: Int
        /// Which element the value is, in an array.
        var index: Int
        /// The rule of the name, and the words that say it.
        var rule: Rule?
        var words: Sanitized<String>?
        /// The rule that it would have with other last words, and why it has not.
        var silenced: (rule: Rule, reason: Decision.Reason, words: Sanitized<String>?)?
    }

    private var entries: ContiguousArray<Entry> = []
    /// What the value says that names the one beside it.
    private var pair: Pair?

    /// Starts a document.
    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        pair = nil
    }

    /// A value names the one beside it.
    mutating func enter(_ pair: Pair) {
        self.pair = pair
    }

    /// What the value says that names the one at hand, in the container that starts at `container`, `depth` of them
    /// being open.
    func pair(depth: Int, in container: Int) -> Pair? {
        pair.flatMap { $0.depth == depth && $0.container == container ? $0 : nil }
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
