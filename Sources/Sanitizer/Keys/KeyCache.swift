/// Verdicts of names seen before. Documents of one kind use the same few dozen names over and over.
///
/// A name of at most 16 bytes is identified exactly by its first and last eight bytes and its length. Two ways a set,
/// the older one replaced; fixed size, so it cannot grow whatever names come. Owns its memory.
@safe
struct KeyCache: ~Copyable {
    /// What is known about a name.
    struct Slot {
        fileprivate var low: UInt64 = 0
        fileprivate var high: UInt64 = 0
        fileprivate var length: UInt8 = 0
        /// What the name asks of the pass.
        var ease = Ease()
        /// What the name says.
        var verdict = KeyVerdict.neutral

        init() {}

        fileprivate init(_ tag: Tag, _ verdict: KeyVerdict) {
            low = tag.low
            high = tag.high
            length = tag.length
            ease = Ease(verdict)
            self.verdict = verdict
        }
    }

    /// For which values the verdict alone tells that their surroundings say nothing.
    struct Ease: OptionSet {
        let rawValue: UInt8
        /// For an object or an array.
        static let container = Ease(rawValue: 1)
        /// For a string.
        static let text = Ease(rawValue: 2)
        /// For a number.
        static let number = Ease(rawValue: 4)

        init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        init() {
            rawValue = 0
        }

        /// The ease of values beside a name that says `verdict`.
        @inline(__always)
        init(_ verdict: KeyVerdict) {
            guard verdict.rule == nil, verdict.hints.isDisjoint(with: [.valueSlot, .cardPart]) else {
                rawValue = 0
                return
            }
            if verdict.hints.isDisjoint(with: [.nameSlot, .part]) {
                rawValue = 7
            } else {
                rawValue = verdict.hints.contains(.part) ? 1 : 5
            }
        }
    }

    /// The first and last bytes of a short name.
    struct Tag {
        fileprivate let low: UInt64
        fileprivate let high: UInt64
        fileprivate let length: UInt8
        fileprivate let set: Int

        /// The tag of the bytes in `range`, or nil when there are too many, none, or too few bytes follow in `bytes`.
        @inline(__always)
        init?(_ bytes: ByteView, _ range: Range<Int>) {
            let count = range.count
            guard count &- 1 < 16, count > 0, range.lowerBound + 8 <= bytes.count else { return nil }
            let first = bytes.word(at: range.lowerBound)
            self.init(first, count, last: count < 8 ? 0 : bytes.word(at: range.upperBound - 8))
        }

        /// The tag of a name of `count` bytes, 1 to 16, that starts with the bytes of `first`; of 8 bytes and more,
        /// `last` are the last eight.
        @inline(__always)
        init(_ first: UInt64, _ count: Int, last: UInt64) {
            low = count < 8 ? first & ~(~0 << UInt64(truncatingIfNeeded: count &* 8)) : first
            high = last
            length = UInt8(truncatingIfNeeded: count)
            // The length only tells names apart that end in zero bytes.
            let mixed = (low ^ high &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
            set = Int(truncatingIfNeeded: mixed >> 55)
        }
    }

    private static let size = 1_024
    private let slots: UnsafeMutablePointer<Slot>

    /// An empty cache.
    init() {
        unsafe slots = .allocate(capacity: Self.size)
        unsafe slots.initialize(repeating: Slot(), count: Self.size)
    }

    deinit {
        // Slots are plain values, there is nothing to deinitialize.
        unsafe slots.deallocate()
    }

    /// The verdict of a name that was seen before.
    @inline(__always)
    func find(_ tag: Tag) -> KeyVerdict? {
        let index = search(tag)
        return index < 0 ? nil : self[index].verdict
    }

    /// The number of the name's slot; below 0 when it was not seen before.
    @inline(__always)
    func search(_ tag: Tag) -> Int {
        let index = tag.set &* 2
        if matches(index, tag) { return index }
        return matches(index &+ 1, tag) ? index &+ 1 : -1
    }

    /// The slot of a number that `search` gave.
    @inline(__always)
    subscript(_ index: Int) -> Slot { unsafe slots[index] }

    @inline(__always)
    private func matches(_ index: Int, _ tag: Tag) -> Bool {
        let slot = unsafe slots + index
        return unsafe slot.pointee.low == tag.low && slot.pointee.high == tag.high && slot.pointee.length == tag.length
    }

    /// Keeps the verdict of a name that is not there yet.
    mutating func insert(_ tag: Tag, _ verdict: KeyVerdict) {
        let index = tag.set &* 2
        unsafe slots[index + 1] = slots[index]
        unsafe slots[index] = Slot(tag, verdict)
    }

    /// Forgets everything: another profile judges otherwise.
    mutating func removeAll() {
        for index in 0..<Self.size { unsafe slots[index] = Slot() }
    }
}
