/// Words that a name ends in, joined and in lower case: `acme token` is `acmetoken`, as the vocabulary has its names.
struct NameWords: Sendable, Hashable {
    /// The joined bytes.
    let bytes: [UInt8]

    /// Whether `name` ends in the words: however it is split, capitalised and separated, never in the middle of a word.
    func end(_ name: ByteView) -> Bool {
        var position = name.count
        var left = bytes.count
        var start = name.count
        while left > 0, position > 0 {
            position -= 1
            guard KeyTable.isWordByte(name[position]) else { continue }
            left -= 1
            guard KeyTable.lowered(name[position]) == bytes[left] else { return false }
            start = position
        }
        guard left == 0 else { return false }
        guard start > 0, KeyTable.isWordByte(name[start - 1]) else { return true }
        // A word starts at a capital behind a small letter or a digit.
        return name[start].isUpper && !name[start - 1].isUpper
    }

    /// Whether the words stand at `position` of a text, with at most two bytes between each two.
    func starts(at position: Int, in text: TextBytes) -> Bool {
        var cursor = position
        var gap = 0
        for (index, byte) in bytes.enumerated() {
            while index > 0, gap < 2, cursor < text.count, !KeyTable.isWordByte(text[cursor]) {
                cursor &+= 1
                gap &+= 1
            }
            guard cursor < text.count, KeyTable.lowered(text[cursor]) == byte else { return false }
            cursor &+= 1
            gap = 0
        }
        return !KeyTable.isWordByte(text[cursor])
    }
}
