/// Verdicts of names seen before. Documents of one kind use the same few dozen names over and over.
///
/// A name of at most 16 bytes is identified exactly by its first and last eight bytes and its length. Two ways a set,
/// the older one replaced; fixed size, so it cannot grow whatever names come.
struct KeyCache {
    /// What is known about a name.
    struct Slot {
        fileprivate var low: UInt64 = 0
        fileprivate var high: UInt64 = 0
        fileprivate var length: UInt8 = 0
        /// What the name says.
        var verdict = KeyVerdict.neutral
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
            if count < 8 {
                low = first & ~(~0 << UInt64(truncatingIfNeeded: count &* 8))
                high = 0
            } else {
                low = first
                high = bytes.word(at: range.upperBound - 8)
            }
            length = UInt8(truncatingIfNeeded: count)
            let mixed = (low ^ high &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
            set = Int(truncatingIfNeeded: (mixed ^ UInt64(length) &* 0xA076_1D64_78BD_642F) >> 55) & 511
        }
    }

    private var slots = ContiguousArray(repeating: Slot(), count: 1_024)

    /// The verdict of a name that was seen before.
    @inline(__always)
    func find(_ tag: Tag) -> KeyVerdict? {
        let index = tag.set &* 2
        if matches(index, tag) { return slots[index].verdict }
        if matches(index + 1, tag) { return slots[index + 1].verdict }
        return nil
    }

    @inline(__always)
    private func matches(_ index: Int, _ tag: Tag) -> Bool {
        slots[index].low == tag.low && slots[index].high == tag.high && slots[index].length == tag.length
    }

    /// Keeps the verdict of a name that is not there yet.
    mutating func insert(_ tag: Tag, _ verdict: KeyVerdict) {
        let index = tag.set &* 2
        slots[index + 1] = slots[index]
        slots[index] = Slot(low: tag.low, high: tag.high, length: tag.length, verdict: verdict)
    }

    /// Forgets everything: another profile judges otherwise.
    mutating func removeAll() {
        for index in slots.indices { slots[index] = Slot() }
    }
}
