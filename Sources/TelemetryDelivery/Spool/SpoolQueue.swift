internal import TelemetryEnvelope

/// The batch files of a folder, oldest first, and what has to go when there are too many. A value without I/O.
struct SpoolQueue: Sendable {
    /// One file.
    struct Item: Sendable {
        /// Names it as long as the queue lives.
        var token: UInt64
        /// What its name says.
        var name: SpoolName.Batch
        /// The lowest sequence number in it; 0 if it comes from an earlier process.
        var sequence: UInt64
        /// The events in it; empty if nobody wants to know of each.
        var ids: [EventID]
        /// What its client report counts; nil if it has none, or comes from an earlier process.
        var report: DropCounts?
        /// Whether it has been handed out for sending.
        var isOut = false
    }

    private(set) var items: [Item] = []
    /// Bytes of all files.
    private(set) var bytes = 0
    private var lastToken: UInt64 = 0

    /// Files that wait to be handed out.
    var waiting: Int { items.count { !$0.isOut } }

    /// Events in all files.
    var events: Int { items.reduce(0) { $0 + $1.name.events } }

    /// The lowest sequence number in any file; nil if there is none.
    var oldestSequence: UInt64? { items.map(\.sequence).min() }

    /// Adds a file behind all that are not younger. Returns its token.
    mutating func add(
        _ name: SpoolName.Batch,
        sequence: UInt64,
        ids: [EventID] = [],
        report: DropCounts? = nil
    ) -> UInt64 {
        lastToken += 1
        let item = Item(token: lastToken, name: name, sequence: sequence, ids: ids, report: report)
        let place = items.lastIndex { $0.name.created <= name.created }.map { $0 + 1 } ?? 0
        items.insert(item, at: place)
        bytes += name.count
        return lastToken
    }

    /// Hands out the oldest file that waits.
    mutating func takeFirst() -> Item? {
        guard let index = items.firstIndex(where: { !$0.isOut }) else { return nil }
        items[index].isOut = true
        return items[index]
    }

    /// A file that was handed out waits again.
    mutating func putBack(_ token: UInt64) {
        if let index = index(token) { items[index].isOut = false }
    }

    /// Counts a failed try. Returns the names before and after.
    mutating func countAttempt(_ token: UInt64) -> (old: SpoolName.Batch, new: SpoolName.Batch)? {
        guard let index = index(token) else { return nil }
        let old = items[index].name
        items[index].name.attempts += 1
        return (old, items[index].name)
    }

    /// Undoes the count of a try whose file kept its name.
    mutating func keepName(_ token: UInt64, _ name: SpoolName.Batch) {
        if let index = index(token) { items[index].name = name }
    }

    /// Takes a file out.
    mutating func remove(_ token: UInt64) -> Item? {
        guard let index = index(token) else { return nil }
        bytes -= items[index].name.count
        return items.remove(at: index)
    }

    /// Takes out all files. Their tokens are not used again.
    mutating func removeAll() -> [Item] {
        let all = items
        items = []
        bytes = 0
        return all
    }

    /// Takes out what is too old, then the oldest until the rest is within the limits, those with errors last. What is
    /// being sent stays. `others`: bytes that count, too.
    mutating func evict(_ options: SpoolOptions, others: Int, wallMilliseconds now: Int64) -> [Item] {
        let oldest = now - options.maxAge.clampedNanoseconds / 1_000_000
        var evicted: [Item] = []
        for item in items where !item.isOut && item.name.created < oldest { evicted.append(item) }
        for item in evicted { _ = remove(item.token) }
        while items.count > options.maxFiles || bytes + others > options.maxBytes {
            let candidate = items.first { !$0.isOut && !$0.name.isUrgent } ?? items.first { !$0.isOut }
            guard let candidate, let item = remove(candidate.token) else { break }
            evicted.append(item)
        }
        return evicted
    }

    private func index(_ token: UInt64) -> Int? {
        items.firstIndex { $0.token == token }
    }
}
