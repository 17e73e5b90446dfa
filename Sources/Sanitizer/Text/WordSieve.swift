/// Tells at a glance that a word is of none of some lists: by its first two letters and its length.
///
/// Most words of a text are told so, without a branch on what they are. Says yes to all words of a list, in any case of
/// ASCII letters, and to few others. Owns its memory, 256 bytes.
@safe
struct WordSieve: ~Copyable {
    /// A list.
    enum List: UInt8 {
        case announcers = 1
        case speakers = 2
    }

    private let lists: UnsafeMutablePointer<UInt8>

    /// Empty.
    init() {
        unsafe lists = .allocate(capacity: 256)
        unsafe lists.initialize(repeating: 0, count: 256)
    }

    deinit {
        unsafe lists.deallocate()
    }

    /// Adds `words` of two letters or more, a space between each two, to `list`.
    func add(_ words: StaticString, to list: List) {
        let total = words.utf8CodeUnitCount
        var start = 0
        while start < total {
            var end = start
            while end < total, unsafe words.utf8Start[end] != 0x20 { end += 1 }
            if end - start >= 2 {
                let place = unsafe Self.place(words.utf8Start[start], words.utf8Start[start + 1], end - start)
                unsafe lists[place] |= list.rawValue
            }
            start = end + 1
        }
    }

    /// Whether a word of `length` letters, two or more, that starts with `first` and `second` may be of `list`: 1 or 0.
    @inline(__always)
    func mayHold(_ first: UInt8, _ second: UInt8, _ length: Int, _ list: List) -> UInt8 {
        unsafe lists[Self.place(first, second, length)] / list.rawValue & 1
    }

    @inline(__always)
    private static func place(_ first: UInt8, _ second: UInt8, _ length: Int) -> Int {
        (Int(first & 31) &* 9 ^ Int(second & 31) &* 5 ^ length &* 53) & 255
    }
}
