/// Which words of a name decide what it says. For explanations only: nothing of the pass asks.
extension KeyClassifier {
    /// What a name says, and which of its words say it.
    struct Reading {
        /// What it says.
        var verdict = KeyVerdict.neutral
        /// The bytes of the words that decided; empty when none did.
        var words = 0..<0
        /// Whether they decide only as the whole name.
        var isExact = false
    }

    /// A rule that some words of a name speak for, and others speak against.
    struct Silenced {
        /// The rule.
        var rule: Rule
        /// The words that made it nothing, as bytes of the name.
        var words: Range<Int>
        /// Why.
        var reason: Decision.Reason
    }

    /// Reads a name as `classify` does.
    func read(_ name: ByteView, profile: Profile) -> Reading {
        guard name.count > 0 else { return Reading() }
        return unsafe table.slots.withUnsafeBufferPointer { slots in
            var search = unsafe Search(slots: KeySlots(slots), name: name, floor: max(0, name.count - 128))
            search.run()
            var reading = Reading(verdict: search.verdict(profile))
            guard reading.verdict != .neutral || search.whole.match >= 0 || search.trimmed.match >= 0 else {
                return reading
            }
            let join = search.whole.match >= 0 ? search.whole : search.trimmed
            if join.match >= 0 { reading.isExact = search.slots[join.match].isExact }
            reading.words = (join.match >= 0 ? join.matchStart : 0)..<name.count
            return reading
        }
    }

    /// The rule that a name without one would have if its last words were others: `token` in `token_count`. Of several,
    /// the one whose words stand furthest behind.
    func silenced(_ name: ByteView, profile: Profile) -> Silenced? {
        let whole = read(name, profile: profile)
        guard whole.verdict.rule == nil, name.count <= 128 else { return nil }
        let starts = wordStarts(of: name)
        if !whole.words.isEmpty {
            // A phrase that is known as harmless, of words that by themselves are not: `unexpected token`.
            for start in starts.reversed() where start > whole.words.lowerBound {
                let rest = read(name[start..<name.count], profile: profile)
                if let rule = rest.verdict.rule, !rest.isExact {
                    return Silenced(rule: rule, words: whole.words, reason: .qualifiedName)
                }
            }
        }
        for start in starts.reversed() where start > 0 {
            var end = start
            while end > 0, !KeyTable.isWordByte(name[end - 1]) { end -= 1 }
            let head = read(name[0..<end], profile: profile)
            guard let rule = head.verdict.rule, !head.isExact else { continue }
            guard whole.words.isEmpty else {
                return Silenced(rule: rule, words: whole.words, reason: .qualifiedName)
            }
            return Silenced(rule: rule, words: start..<name.count, reason: .notLastWord)
        }
        return nil
    }

    /// Words of a name as a person writes them: lower-case, a space between each two. They stand in the output, in the
    /// name itself.
    func spelled(_ words: Range<Int>, of name: ByteView) -> Sanitized<String>? {
        guard !words.isEmpty, words.upperBound <= name.count else { return nil }
        let starts = wordStarts(of: name)
        var bytes: [UInt8] = []
        for position in words {
            guard KeyTable.isWordByte(name[position]) else { continue }
            if starts.contains(position), !bytes.isEmpty { bytes.append(0x20) }
            bytes.append(KeyTable.lowered(name[position]))
        }
        return bytes.isEmpty ? nil : Sanitized(trusted: String(decoding: bytes, as: UTF8.self))
    }

    /// Where the words of a name start.
    private func wordStarts(of name: ByteView) -> [Int] {
        unsafe table.slots.withUnsafeBufferPointer { slots in
            let search = unsafe Search(slots: KeySlots(slots), name: name, floor: 0)
            var starts: [Int] = []
            for position in 0..<name.count where KeyTable.isWordByte(name[position]) {
                let isFirst = position == 0 || !KeyTable.isWordByte(name[position - 1])
                if isFirst || search.isHump(at: position) { starts.append(position) }
            }
            return starts
        }
    }
}
