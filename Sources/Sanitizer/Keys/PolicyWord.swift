/// A name of values that a policy adds to the vocabulary, or that the vocabulary has: what it says, and when.
struct PolicyWord: Hashable, Sendable {
    /// What a value of this name is taken for.
    var rule: Rule
    /// Which values: all, those with a token's shape, or numbers of the rule's length.
    var grip: KeyVerdict.Grip
    /// Only where the words are the whole name.
    var isWhole = false
    /// Only under this profile; nil for both.
    var profile: Profile?

    /// Whether there is a profile under which both hold.
    func meets(_ other: PolicyWord) -> Bool {
        profile == nil || other.profile == nil || profile == other.profile
    }

    /// What the word says to the pass.
    fileprivate var verdict: KeyVerdict {
        KeyVerdict(rule: rule, grip: grip, hints: rule == .pan ? .card : [])
    }
}

extension KeyTable.Entry {
    /// The entry with a policy's word on top. Under the same rule whichever takes more decides, so that no word takes
    /// less for having been listed again.
    func merging(_ word: PolicyWord) -> KeyTable.Entry {
        var entry = self
        if word.profile != .strict { entry.standard = Self.merged(entry.standard, word.verdict) }
        if word.profile != .standard { entry.strict = Self.merged(entry.strict, word.verdict) }
        entry.isExact = isExact && word.isWhole
        return entry
    }

    private static func merged(_ old: KeyVerdict, _ new: KeyVerdict) -> KeyVerdict {
        guard old.rule == new.rule else { return new }
        return KeyVerdict(
            rule: new.rule,
            grip: old.grip == new.grip ? new.grip : .any,
            hints: old.hints.union(new.hints)
        )
    }
}

extension PolicyWord {
    /// The words of the built-in vocabulary that take something, by name, in the order in which it lists them.
    static let builtIn: [(name: String, word: PolicyWord)] = {
        var found: [(name: String, word: PolicyWord)] = []
        var seen: Set<String> = []
        for group in KeyVocabulary.groups where group.verdict.rule != nil {
            let names = group.names.withUTF8Buffer { unsafe Array($0) }
            for part in names.split(whereSeparator: { !KeyTable.isWordByte($0) }) {
                let name = String(decoding: part, as: UTF8.self)
                guard seen.insert(name).inserted, let entry = KeyTable.builtIn.entry(of: name) else { continue }
                found += words(of: entry).map { (name, $0) }
            }
        }
        return found
    }()

    private static func words(of entry: KeyTable.Entry) -> [PolicyWord] {
        func word(_ verdict: KeyVerdict, _ profile: Profile?) -> PolicyWord? {
            verdict.rule.map { PolicyWord(rule: $0, grip: verdict.grip, isWhole: entry.isExact, profile: profile) }
        }
        let (standard, strict) = (entry.standard, entry.strict)
        if standard.rule == strict.rule, standard.grip == strict.grip {
            return [word(standard, nil)].compactMap { $0 }
        }
        return [word(standard, .standard), word(strict, .strict)].compactMap { $0 }
    }
}
