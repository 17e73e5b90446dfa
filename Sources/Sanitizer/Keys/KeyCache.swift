/// Verdicts of names seen before. Documents of one kind use the same few dozen names over and over.
///
/// A name of at most 16 bytes is two words, compared as they are. Four ways a set, the oldest replaced; fixed size, so it
/// cannot grow whatever names come. Owns its memory.
@safe
struct KeyCache: ~Copyable {
    /// What is known about a name.
    struct Slot {
        // No name starts with these bytes.
        fileprivate var low = ~UInt64(0)
        fileprivate var high: UInt64 = 0
        fileprivate var lowMask = ~UInt64(0)
        fileprivate var highMask: UInt64 = 0
        /// The slot of the name that came behind this one the last time.
        fileprivate var next: UInt16 = 0
        /// How many bytes the name has.
        private(set) var count: UInt8 = 0
        /// What the name asks of the pass.
        var ease = Ease()
        /// What the name says.
        var verdict = KeyVerdict.neutral

        init() {}

        fileprivate init(_ tag: Tag, _ verdict: KeyVerdict) {
            low = tag.low
            high = tag.high
            count = tag.count
            lowMask = ~0 >> UInt64(truncatingIfNeeded: max(0, 64 &- Int(count) &* 8))
            highMask = ~0 >> UInt64(truncatingIfNeeded: min(64, 128 &- Int(count) &* 8))
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

    /// A short name: its bytes, and zeros behind them. No plain name holds a zero, so the length needs no mention.
    struct Tag {
        fileprivate let low: UInt64
        fileprivate let high: UInt64

        /// The tag of the bytes in `range`, or nil when there are too many, none, or too few bytes follow in `bytes`.
        @inline(__always)
        init?(_ bytes: ByteView, _ range: Range<Int>) {
            let count = range.count
            guard count &- 1 < 16, count > 0, range.lowerBound + 8 <= bytes.count else { return nil }
            let first = bytes.word(at: range.lowerBound)
            if count <= 8 {
                self.init(first & ~0 >> UInt64(truncatingIfNeeded: 64 &- count &* 8), 0)
            } else {
                // The last eight bytes, without those that are among the first.
                let last = bytes.word(at: range.upperBound - 8)
                self.init(first, last >> UInt64(truncatingIfNeeded: 128 &- count &* 8))
            }
        }

        /// The tag of the name with these bytes.
        @inline(__always)
        init(_ low: UInt64, _ high: UInt64) {
            self.low = low
            self.high = high
        }

        /// How many bytes the name has.
        fileprivate var count: UInt8 {
            let zeros = high == 0 ? 8 &+ low.leadingZeroBitCount / 8 : high.leadingZeroBitCount / 8
            return UInt8(truncatingIfNeeded: 16 &- zeros)
        }

        fileprivate var set: Int {
            let mixed = (low ^ high &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
            return Int(truncatingIfNeeded: mixed >> 56)
        }
    }

    private static let size = 1_024
    private let slots: UnsafeMutablePointer<Slot>
    /// The slot of the name that was seen last.
    var last = 0

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
        let index = tag.set &* 4
        return matches(index, tag) ? index : searchOlder(index, tag)
    }

    @inline(never)
    private func searchOlder(_ index: Int, _ tag: Tag) -> Int {
        if matches(index &+ 1, tag) { return index &+ 1 }
        if matches(index &+ 2, tag) { return index &+ 2 }
        return matches(index &+ 3, tag) ? index &+ 3 : -1
    }

    /// The slot of the name that came behind that of slot `index` the last time, if it is the one at the cursor, colon
    /// included. Most documents have their members in one order: then no token has to wait for the length of a name to
    /// be measured.
    @inline(__always)
    func successor(of index: Int, at cursor: ByteCursor) -> Int? {
        let next = Int(unsafe slots[index].next)
        let slot = unsafe slots + next
        let (low, high) = cursor.block(1).words
        let others =
            unsafe (low ^ slot.pointee.low) & slot.pointee.lowMask
            | (high ^ slot.pointee.high) & slot.pointee.highMask
        let count = Int(unsafe slot.pointee.count)
        guard others == 0, cursor.word(count &+ 1) & 0xFFFF == 0x3A22 else { return nil }
        return next
    }

    /// The name of slot `next` came behind that of slot `index`.
    @inline(__always)
    mutating func follow(_ index: Int, by next: Int) {
        unsafe slots[index].next = UInt16(truncatingIfNeeded: next)
    }

    /// The slot of a number that `search` gave.
    @inline(__always)
    subscript(_ index: Int) -> Slot { unsafe slots[index] }

    @inline(__always)
    private func matches(_ index: Int, _ tag: Tag) -> Bool {
        let slot = unsafe slots + index
        return unsafe slot.pointee.low == tag.low && slot.pointee.high == tag.high
    }

    /// Keeps the verdict of a name that is not there yet.
    mutating func insert(_ tag: Tag, _ verdict: KeyVerdict) {
        let index = tag.set &* 4
        unsafe slots[index + 3] = slots[index + 2]
        unsafe slots[index + 2] = slots[index + 1]
        unsafe slots[index + 1] = slots[index]
        unsafe slots[index] = Slot(tag, verdict)
    }

    /// Forgets everything: another profile judges otherwise.
    mutating func removeAll() {
        for index in 0..<Self.size { unsafe slots[index] = Slot() }
    }
}
