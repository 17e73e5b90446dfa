/// Human text, which `strict` drops: names and addresses have no pattern, so what is not a token counts as text.
enum FreeText {
    /// Whether `text`, with `edits` made, is more than a token of `[A-Za-z0-9_.,:/+-]`, up to 64 characters.
    /// Placeholders, masks and truncated numbers, those of the edits and those already there, are as if they were not.
    static func isHuman(_ text: ByteView, ignoring edits: ContiguousArray<TextEdit>) -> Bool {
        var position = 0
        var edit = 0
        var length = 0
        while position < text.count {
            if edit < edits.count, position >= edits[edit].start {
                position = max(position, edits[edit].end)
                edit += 1
                continue
            }
            if text[position] == 0x5B, let end = Rule.placeholderEnd(in: text, at: position) {
                position = end
                continue
            }
            if let end = maskEnd(in: text, at: position) {
                position = end
                continue
            }
            guard isTokenByte(text[position]) else { return true }
            length += 1
            guard length <= 64 else { return true }
            position += 1
        }
        return false
    }

    /// One past the word at `position`, if a mask or a truncated card number is what it is.
    @inline(__always)
    private static func maskEnd(in text: ByteView, at position: Int) -> Int? {
        // Of either the eighth character at the latest is hidden.
        guard text[position] == 0x2A || text[position].isAlphanumeric else { return nil }
        var star = position
        while star < text.count, star - position < 8, text[star] != 0x2A { star += 1 }
        guard star < text.count, text[star] == 0x2A else { return nil }
        guard position == 0 || !isWordByte(text[position - 1]) else { return nil }
        var end = position
        while end < text.count, end - position < 20, isWordByte(text[end]) { end += 1 }
        let word = text[position..<end]
        let isMask = unsafe Mask(first: PersonalMethod.keepLimit, last: PersonalMethod.keepLimit).isMade(word.buffer)
        return isMask || CardDigits.isTruncated(word) ? end : nil
    }

    private static func isWordByte(_ byte: UInt8) -> Bool { byte.isAlphanumeric || byte == 0x2A }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2E, 0x2C, 0x2F, 0x2B, 0x2D: true
        default: false
        }
    }
}
