/// Names of labels that were seen before, those that say nothing apart from the others, and what these say: texts of
/// one kind use the same few over and over.
///
/// A name of at most 16 bytes is identified exactly by its first and last eight bytes and its length. Fixed size, the
/// older name of a slot is forgotten, so it cannot grow whatever names come.
struct LabelCache {
    /// A name, how it stands in the text, and the profile that judged it.
    struct Tag: Equatable {
        private var low: UInt64 = 0
        private var high: UInt64 = 0
        /// The length, bit 6 for quotes, bit 7 for `strict`; 0 for no name.
        private var traits: UInt64 = 0

        /// No name.
        fileprivate init() {}

        /// The tag of the name that `label` stands for, or nil when it is too long.
        @inline(__always)
        init?(_ label: Label, in text: TextBytes, profile: Profile) {
            let length = label.end &- label.start
            guard length &- 1 < 16, length > 0 else { return nil }
            low = text.word(at: label.start)
            if length < 8 {
                low &= ~(~0 << UInt64(truncatingIfNeeded: length &* 8))
            } else {
                high = text.word(at: label.end &- 8)
            }
            traits = UInt64(truncatingIfNeeded: length) | (label.isQuoted ? 64 : 0) | (profile == .strict ? 128 : 0)
        }

        @inline(__always)
        fileprivate var slot: Int {
            let mixed = (low ^ high &* 0x9E37_79B9_7F4A_7C15 ^ traits) &* 0xD6E8_FEB8_6659_FD93
            return Int(truncatingIfNeeded: mixed >> 57)
        }
    }

    private var slots = ContiguousArray(repeating: Tag(), count: 128)
    /// Names that say something, and what.
    private var told = ContiguousArray(repeating: (tag: Tag(), verdict: KeyVerdict.neutral), count: 128)

    /// Whether the name is one that says nothing.
    @inline(__always)
    func holds(_ tag: Tag) -> Bool { slots[tag.slot] == tag }

    /// Remembers that a name says nothing.
    mutating func insert(_ tag: Tag) { slots[tag.slot] = tag }

    /// What a name says, if it is known.
    @inline(__always)
    func verdict(of tag: Tag) -> KeyVerdict? {
        let known = told[tag.slot]
        return known.tag == tag ? known.verdict : nil
    }

    /// Remembers what a name says.
    mutating func insert(_ tag: Tag, _ verdict: KeyVerdict) { told[tag.slot] = (tag, verdict) }

    /// Forgets everything: another vocabulary judges otherwise.
    mutating func removeAll() {
        for index in slots.indices {
            slots[index] = Tag()
            told[index] = (Tag(), .neutral)
        }
    }
}
