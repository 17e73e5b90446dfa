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

    /// Adds `words`, a space between each two, to `list`: each by the letters that it begins with, two or more.
    func add(_ words: StaticString, to list: List) {
        let total = words.utf8CodeUnitCount
        var start = 0
        while start < total {
            var end = start
            while end < total, unsafe words.utf8Start[end] != 0x20 { end += 1 }
            var close = start
            while close < end, unsafe words.utf8Start[close].isLetter { close += 1 }
            if close - start >= 2 {
                let place = unsafe Self.place(words.utf8Start[start], words.utf8Start[start + 1], close - start)
                unsafe lists[place] |= list.rawValue
            }
            start = end + 1
        }
    }

    /// The lists, as a set of bits, that a word may be of that starts with `length` letters, two or more, of which `first`
    /// and `second` are the first.
    @inline(__always)
    func lists(_ first: UInt8, _ second: UInt8, _ length: Int) -> UInt8 {
        unsafe lists[Self.place(first, second, length)]
    }

    @inline(__always)
    private static func place(_ first: UInt8, _ second: UInt8, _ length: Int) -> Int {
        (Int(first & 31) &* 9 ^ Int(second & 31) &* 5 ^ length &* 53) & 255
    }
}
