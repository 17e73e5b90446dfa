/// Classifies names by their words: split at separators and camel humps, head-final, never by substring.
///
/// A name says what its *last* words say: `csrf_token` is a token, `token_count` is a count. So the classifier walks
/// the name backwards, joins its last one to six words without case and separators, and looks each join up in the
/// vocabulary; the longest one found decides. `cardNumber`, `card-number`, `CARD_NUMBER` and `cardnumber` are one
/// entry, `discardnumber` is none. An immutable value that shares its table; safe to use from any thread.
struct KeyClassifier: Sendable {
    let table: KeyTable

    /// A classifier with the built-in vocabulary.
    init() {
        table = .builtIn
    }

    /// A classifier with another vocabulary.
    init(_ table: KeyTable) {
        self.table = table
    }

    /// What `name` says; bytes are UTF-8 with escapes resolved. No allocation; names over 128 bytes are judged by
    /// their last 128.
    func classify(_ name: UnsafeBufferPointer<UInt8>, profile: Profile) -> KeyVerdict {
        unsafe classify(ByteView(name), profile: profile)
    }

    /// As above, for a view.
    func classify(_ name: ByteView, profile: Profile) -> KeyVerdict {
        guard name.count > 0 else { return .neutral }
        let name = name[name.count - 1] == 0x5D ? Self.withoutIndex(name) : name
        var verdict = unsafe table.slots.withUnsafeBufferPointer { slots in
            var search = unsafe Search(slots: KeySlots(slots), name: name, floor: max(0, name.count - 128))
            search.run()
            return search.verdict(profile)
        }
        guard verdict.rule == nil || verdict.rule == .pan else { return verdict }
        let last = name.count - 1
        if last > 0, name[last] &- 0x30 < 10, name[last - 1] &- 0x30 >= 10 { verdict.hints.insert(.part) }
        guard verdict.rule == nil, profile == .strict else { return verdict }
        return Self.leadsWithText(name) ? verdict.union(hints: .freeText) : verdict
    }

    /// The name without an index at its end: `track2[0]`.
    private static func withoutIndex(_ name: ByteView) -> ByteView {
        var bracket = name.count - 2
        while bracket > 0, name[bracket] &- 0x30 < 10 { bracket -= 1 }
        guard bracket > 0, name[bracket] == 0x5B, name.count - bracket <= 8 else { return name }
        return name[0..<bracket]
    }

    /// Whether the name starts with one of the words that announce human text whatever follows: `bodyHtml`,
    /// `stackSymbols`, `nativeStackAndroid` (`strict` only).
    private static func leadsWithText(_ name: ByteView) -> Bool {
        starts(name, with: "body") || starts(name, with: "stack") || starts(name, with: "nativestack")
    }

    private static func starts(_ name: ByteView, with word: StaticString) -> Bool {
        var matched = 0
        var position = 0
        while position < name.count, matched < word.utf8CodeUnitCount {
            let byte = name[position]
            position += 1
            guard KeyTable.isWordByte(byte) else { continue }
            guard unsafe KeyTable.lowered(byte) == word.utf8Start[matched] else { return false }
            matched += 1
        }
        guard matched == word.utf8CodeUnitCount else { return false }
        // The word must end here: at the end of the name, a separator, a digit or a hump.
        return position == name.count || !(0x61...0x7A).contains(name[position]) && name[position] < 0x80
    }
}

extension KeyClassifier {
    /// One walk over a name.
    struct Search {
        /// A join of the last words as it grows backwards.
        struct Join {
            var hash = KeyTable.seed
            var length = 0
            var words = 0
            /// The slot of the longest entry found, or -1.
            var match = -1
            /// Where its words start.
            var matchStart = 0
        }

        let slots: KeySlots
        let name: ByteView
        let floor: Int
        var whole = Join()
        /// The same without trailing digits and filler words (`token_value`, `phone2`).
        var trimmed = Join()
        var isTrimming = false
        var endsInBlock = false
        var hasPIN = false

        init(slots: KeySlots, name: ByteView, floor: Int) {
            self.slots = slots
            self.name = name
            self.floor = floor
        }

        mutating func run() {
            var position = name.count
            while position > floor, name[position - 1] &- 0x30 < 10 || !KeyTable.isWordByte(name[position - 1]) {
                // Trailing digits and separators: the trimmed join starts before them.
                isTrimming = isTrimming || name[position - 1] &- 0x30 < 10
                position -= 1
            }
            var wordEnd = position
            if isTrimming {
                // `whole` keeps the digits: `cvv2` and `track1` are words of their own.
                var digit = name.count
                while digit > position {
                    digit -= 1
                    whole.extend(name[digit])
                }
            }
            while position > floor {
                position -= 1
                let byte = name[position]
                guard KeyTable.isWordByte(byte) else {
                    endWord(at: position + 1, wordEnd)
                    wordEnd = position
                    continue
                }
                whole.extend(byte)
                if isTrimming { trimmed.extend(byte) }
                if isHump(at: position) {
                    endWord(at: position, wordEnd)
                    wordEnd = position
                }
                guard whole.words < 8 else { return }
            }
            endWord(at: position, wordEnd)
        }

        /// Whether a word starts at `position` by its case: `cardNumber`, `CVVCode`.
        func isHump(at position: Int) -> Bool {
            guard position > floor, (name[position] | 0x20) &- 0x61 < 26 else { return false }
            let before = name[position - 1]
            if before >= 0x80 {
                // East Asian words need no space before a word in Latin letters.
                return position - 3 >= floor && name[position - 3] >= 0xE3
            }
            guard name[position] < 0x60 else { return false }
            if (0x61...0x7A).contains(before) || before &- 0x30 < 10 { return true }
            return (0x41...0x5A).contains(before) && position + 1 < name.count
                && (0x61...0x7A).contains(name[position + 1])
        }

        private mutating func endWord(at start: Int, _ end: Int) {
            guard end > start else { return }
            let isFirst = whole.words == 0
            if isFirst {
                endsInBlock = name.spells("block", in: start..<end) || name.spells("cryptogram", in: start..<end)
            } else if endsInBlock, name.spells("pin", in: start..<end) {
                hasPIN = true
            }
            let isStart = !hasWord(before: start)
            let filler = settle(&whole, at: start, isStart: isStart)
            if isTrimming {
                // One filler after another adds nothing either; the first word of all stays a name (`stringValue`).
                if settle(&trimmed, at: start, isStart: isStart), trimmed.words == 1, !isStart { trimmed = Join() }
            } else if isFirst, filler {
                isTrimming = true
            }
        }

        /// Looks the join up; whether it is a lone filler word.
        private func settle(_ join: inout Join, at start: Int, isStart: Bool) -> Bool {
            join.words += 1
            guard join.words <= 6 else { return false }
            let slot = slots.find(hash: join.hash, length: join.length)
            guard slot >= 0 else { return false }
            if slots[slot].isFiller {
                // Alone it is a name like any other.
                if isStart, join.words == 1, join.match < 0 {
                    join.match = slot
                    join.matchStart = start
                }
                return true
            }
            if !slots[slot].isExact || isStart {
                join.match = slot
                join.matchStart = start
            }
            return false
        }

        private func hasWord(before position: Int) -> Bool {
            var position = position
            while position > floor {
                position -= 1
                if KeyTable.isWordByte(name[position]) { return true }
            }
            return false
        }

        func verdict(_ profile: Profile) -> KeyVerdict {
            if endsInBlock, hasPIN { return KeyVerdict(rule: .pin) }
            let match = whole.match >= 0 ? whole.match : trimmed.match
            guard match >= 0 else { return .neutral }
            return profile == .strict ? slots[match].strict : slots[match].standard
        }
    }
}

extension KeyClassifier.Search.Join {
    @inline(__always)
    fileprivate mutating func extend(_ byte: UInt8) {
        guard KeyTable.isWordByte(byte) else { return }
        hash = KeyTable.step(hash, byte)
        length += 1
    }
}

extension ByteView {
    /// Whether `range` holds `word`, which is lower-case, in any case.
    fileprivate func spells(_ word: StaticString, in range: Range<Int>) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for offset in 0..<range.count {
            guard unsafe KeyTable.lowered(self[range.lowerBound + offset]) == word.utf8Start[offset] else {
                return false
            }
        }
        return true
    }
}
