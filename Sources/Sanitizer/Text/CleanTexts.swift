/// Texts in which nothing was found, seen before: names of files and functions, sentences of a program. Documents of
/// one kind use the same ones over and over, and what they come to under one set of rules does not change.
///
/// Compared byte for byte, so a text is only taken for itself. Two ways a set, the older one replaced; fixed size, so it
/// cannot grow whatever texts come. Holds clean texts only. Owns its memory.
@safe
struct CleanTexts: ~Copyable {
    /// How long a text may be to be kept.
    static let lengths = 16...64
    /// Texts with more digits are ids and amounts, which do not come twice.
    static let digitLimit = 3

    private static let sets = 1_024
    /// Bytes an entry takes: its traits, then the text.
    private static let stride = 8 + 64
    private let entries: UnsafeMutableRawPointer

    /// Empty, 144 KiB.
    init() {
        unsafe entries = .allocate(byteCount: 2 * Self.sets * Self.stride, alignment: 8)
        unsafe entries.initializeMemory(as: UInt8.self, repeating: 0, count: 2 * Self.sets * Self.stride)
    }

    deinit {
        unsafe entries.deallocate()
    }

    /// Where a text stands if it is kept, and what it must have been found clean under.
    struct Tag {
        fileprivate let set: Int
        /// The length, and what the name beside the text says; never 0.
        fileprivate let traits: UInt64

        /// The tag of a text with that many digits beside a name that says `verdict`; nil when such texts are not kept.
        @inline(__always)
        init?(_ text: TextBytes, digits: Int, _ verdict: KeyVerdict) {
            guard digits <= CleanTexts.digitLimit, CleanTexts.lengths ~= text.count, verdict.rule == nil else {
                return nil
            }
            traits = UInt64(text.count) | UInt64(verdict.hints.rawValue) << 8
            let ends = text.word(at: 0) ^ text.word(at: text.count &- 8) &* 0x9E37_79B9_7F4A_7C15
            let middle = text.word(at: 8) &+ text.word(at: text.count &>> 1) &* 0xA076_1D64_78BD_642F
            let mixed = (ends ^ middle ^ traits) &* 0xD6E8_FEB8_6659_FD93
            set = Int(truncatingIfNeeded: mixed >> 54)
        }
    }

    /// Whether `text`, whose tag it is, was found clean.
    @inline(__always)
    func holds(_ tag: Tag, _ text: TextBytes) -> Bool {
        matches(tag.set &* 2, tag, text) || matches(tag.set &* 2 &+ 1, tag, text)
    }

    @inline(__always)
    private func matches(_ index: Int, _ tag: Tag, _ text: TextBytes) -> Bool {
        let entry = unsafe entries + index &* Self.stride
        guard unsafe entry.load(as: UInt64.self) == tag.traits else { return false }
        let kept = unsafe entry + 8
        let last = text.count &- 8
        var position = 0
        var difference: UInt64 = 0
        while position < last {
            difference |= unsafe Self.word(kept, position) ^ text.word(at: position)
            position &+= 8
        }
        difference |= unsafe Self.word(kept, last) ^ text.word(at: last)
        return difference == 0
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeMutableRawPointer, _ position: Int) -> UInt64 {
        UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    /// Keeps a clean text that is not there yet.
    mutating func insert(_ tag: Tag, _ text: TextBytes) {
        let newer = unsafe entries + tag.set &* 2 &* Self.stride
        unsafe (newer + Self.stride).copyMemory(from: newer, byteCount: Self.stride)
        unsafe newer.storeBytes(of: tag.traits, as: UInt64.self)
        unsafe (newer + 8).copyMemory(from: text.base, byteCount: text.count)
    }

    /// Forgets everything: other rules find other things.
    mutating func removeAll() {
        unsafe entries.initializeMemory(as: UInt8.self, repeating: 0, count: 2 * Self.sets * Self.stride)
    }
}
