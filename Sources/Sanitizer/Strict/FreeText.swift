/// Human text, which `strict` drops: names and addresses have no pattern, so what is not a token counts as text.
enum FreeText {
    /// Whether `text`, with `edits` made, is more than a token of `[A-Za-z0-9_.,:/+-]`, up to 64 characters.
    /// Placeholders, those of the edits and those already there, are as if they were not.
    static func isHuman(_ text: ByteView, ignoring edits: ContiguousArray<PassEdit>) -> Bool {
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
            guard isTokenByte(text[position]) else { return true }
            length += 1
            guard length <= 64 else { return true }
            position += 1
        }
        return false
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2E, 0x2C, 0x2F, 0x2B, 0x2D: true
        default: false
        }
    }
}
