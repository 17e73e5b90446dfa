/// The compiled vocabulary of names: an open-addressed hash table over joined words.
///
/// Immutable once built and shared by reference, so every pass and every thread can read the same one.
struct KeyTable: Sendable {
    /// What a join of words says.
    struct Entry: Equatable, Sendable {
        /// Its hash and length identify the join; the tests assert that no two entries share them.
        var hash: UInt64 = 0
        var length = 0
        /// The verdict under each profile.
        var standard = KeyVerdict.neutral
        var strict = KeyVerdict.neutral
        /// Only when the join is the whole name.
        var isExact = false
        /// A trailing word that adds nothing (`token_value`).
        var isFiller = false
    }

    /// How many bits number the slots.
    private static let bits: UInt64 = 13
    private(set) var slots: ContiguousArray<Entry>
    private(set) var count = 0

    /// The table of the built-in vocabulary.
    static let builtIn = KeyTable(KeyVocabulary.groups)

    /// Compiles groups of names. A name listed again under `strict` replaces only what it says there.
    init(_ groups: [KeyVocabulary.Group]) {
        slots = ContiguousArray(repeating: Entry(), count: 1 << Self.bits)
        for group in groups {
            var hash = Self.seed
            var length = 0
            // Hashed backwards, as names are walked.
            for offset in stride(from: group.names.utf8CodeUnitCount - 1, through: 0, by: -1) {
                let byte = unsafe group.names.utf8Start[offset]
                if Self.isWordByte(byte) {
                    hash = Self.step(hash, byte)
                    length += 1
                } else if length > 0 {
                    insert(hash: hash, length: length, group)
                    hash = Self.seed
                    length = 0
                }
            }
            if length > 0 { insert(hash: hash, length: length, group) }
        }
    }

    /// The table with names of a policy on top, joined and in lower case. Nothing that the table takes under the same
    /// rule is taken less for it.
    func adding(_ words: [String: [PolicyWord]]) -> KeyTable {
        guard !words.isEmpty else { return self }
        var table = self
        for (name, words) in words {
            for word in words { table.add(name, word) }
        }
        return table
    }

    /// Whether adding the name would change nothing.
    func says(_ name: String, _ word: PolicyWord) -> Bool {
        guard let index = index(of: name) else { return false }
        return slots[index].merging(word) == slots[index]
    }

    private mutating func add(_ name: String, _ word: PolicyWord) {
        if let index = index(of: name) {
            slots[index] = slots[index].merging(word)
            return
        }
        guard count < slots.count / 2 else { return }
        let hash = Self.hash(of: name)
        var index = Self.slot(hash)
        while slots[index].length != 0 { index = Self.next(index) }
        count += 1
        var entry = Entry()
        entry.hash = hash
        entry.length = name.utf8.count
        entry.isExact = word.isWhole
        slots[index] = entry.merging(word)
    }

    /// The slot of a name; nil if it has none.
    private func index(of name: String) -> Int? {
        index(hash: Self.hash(of: name), length: name.utf8.count)
    }

    private func index(hash: UInt64, length: Int) -> Int? {
        var index = Self.slot(hash)
        while slots[index].length != 0 {
            if slots[index].hash == hash, slots[index].length == length { return index }
            index = Self.next(index)
        }
        return nil
    }

    /// What the table says of a joined name, in lower case; nil if it has none like it.
    func entry(of name: String) -> Entry? { index(of: name).map { slots[$0] } }

    /// As above, of a name whose bytes were hashed from the last to the first.
    func entry(hash: UInt64, length: Int) -> Entry? { index(hash: hash, length: length).map { slots[$0] } }

    private static func hash(of name: String) -> UInt64 {
        name.utf8.reversed().reduce(seed) { step($0, $1) }
    }

    private mutating func insert(hash: UInt64, length: Int, _ group: KeyVocabulary.Group) {
        // Never full: the vocabulary is a quarter of the table, which a test asserts.
        guard count < slots.count / 2 else { return }
        var index = Self.slot(hash)
        while slots[index].length != 0, slots[index].hash != hash || slots[index].length != length {
            index = Self.next(index)
        }
        if slots[index].length == 0 {
            count += 1
            slots[index].hash = hash
            slots[index].length = length
            slots[index].isExact = group.isExact
        }
        if group.isFiller { slots[index].isFiller = true }
        if group.profile == .standard { slots[index].standard = group.verdict }
        slots[index].strict = group.verdict
    }

    @inline(__always)
    fileprivate static func slot(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash >> (64 - bits))
    }

    /// The slot to try after `index`.
    @inline(__always)
    fileprivate static func next(_ index: Int) -> Int { (index + 1) & (1 << bits - 1) }

    /// The hash of nothing (FNV-1a, 64 bits).
    static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The hash with one more byte in front.
    @inline(__always)
    static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(lowered(byte))) &* 0x0000_0100_0000_01b3
    }

    /// ASCII letters in lower case, everything else as it is.
    @inline(__always)
    static func lowered(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    /// Letters, digits and everything outside ASCII; the rest separates words.
    @inline(__always)
    static func isWordByte(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte >= 0x80
    }
}

/// The slots of a table, read without its array: made where a name is classified, and gone when that is done.
@safe
struct KeySlots {
    private let entries: UnsafeBufferPointer<KeyTable.Entry>

    /// Views the slots of a table, which outlives it.
    @inline(__always)
    init(_ entries: UnsafeBufferPointer<KeyTable.Entry>) {
        unsafe self.entries = unsafe entries
    }

    /// The number of the join's slot, or -1.
    @inline(__always)
    func find(hash: UInt64, length: Int) -> Int {
        var index = KeyTable.slot(hash)
        while unsafe entries[index].length != 0 {
            if unsafe entries[index].hash == hash, unsafe entries[index].length == length { return index }
            index = KeyTable.next(index)
        }
        return -1
    }

    /// The entry in slot `index`.
    @inline(__always)
    subscript(_ index: Int) -> KeyTable.Entry { unsafe entries[index] }
}
