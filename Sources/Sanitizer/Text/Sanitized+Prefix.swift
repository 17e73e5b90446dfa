extension Sanitized where Value == String {
    /// At most `count` UTF-8 bytes from the start, cut so that the cut makes nothing: clean as a whole need not be clean
    /// in part. Of 34 digits, which are no card number, the first 16 may be one.
    ///
    /// No word with a digit in it is cut in two (of a word over 64 bytes, that may not be helped), and what is left is
    /// searched again: it ends before anything that the cut made. O(count), and free where nothing is cut.
    public func prefix(utf8 count: Int) -> Sanitized<String> {
        guard value.utf8.count > count else { return self }
        // One byte more tells whether the cut is inside a word.
        let bytes = ContiguousArray(value.utf8.prefix(max(0, count) + 1))
        let end = Cut.examined(bytes, to: Cut.wordEnd(bytes, before: bytes.count - 1))
        return Sanitized(trusted: String(decoding: bytes[..<end], as: UTF8.self))
    }
}

/// Where a text may be cut.
private enum Cut {
    /// Longer words are cut where they are.
    private static let wordLimit = 64
    /// Searches after which nothing is kept: each one ends before something that the one before it uncovered.
    private static let rounds = 16

    /// The last place at or before `end` at which neither a scalar nor a word with a digit is cut in two.
    static func wordEnd(_ bytes: ContiguousArray<UInt8>, before end: Int) -> Int {
        var end = end
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        guard end > 0, isWord(bytes[end]) else { return end }
        var start = end
        var hasDigit = isDigit(bytes[end])
        while start > 0, isWord(bytes[start - 1]) {
            start -= 1
            if isDigit(bytes[start]) { hasDigit = true }
            guard end - start <= wordLimit else { return end }
        }
        return hasDigit ? start : end
    }

    /// The last place at or before `end` up to which a search finds nothing.
    static func examined(_ bytes: ContiguousArray<UInt8>, to end: Int) -> Int {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            var end = end
            guard unsafe TextScanner.mayHoldAnything(UnsafeBufferPointer(rebasing: buffer[..<end])) else { return end }
            var scanner = TextScanner()
            for _ in 0..<rounds {
                unsafe scanner.scan(UnsafeBufferPointer(rebasing: buffer[..<end]), context: TextScanner.Context())
                guard let first = scanner.hits.first else { return end }
                end = first.start
            }
            return 0
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isWord(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) }
}
