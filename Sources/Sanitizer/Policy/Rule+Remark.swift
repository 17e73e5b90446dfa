extension Rule {
    /// Whether `text` is exactly a note of ours on a redaction, `@password:replace`, as it stands in `_meta`.
    ///
    /// It reads like a label with its value, and holds words of two closed vocabularies only: a fixed point of the pass,
    /// as placeholders are.
    static func isRemark(_ text: ByteView) -> Bool {
        guard text.count > 2, text.count <= 40, text[0] == 0x40 else { return false }
        for rule in Rule.allCases where matches(rule.rawValue, in: text, at: 1) {
            let colon = 1 + rule.rawValue.utf8.count
            guard colon < text.count, text[colon] == 0x3A else { continue }
            for method in Finding.Method.allCases where matches(method.rawValue, in: text, at: colon + 1) {
                if colon + 1 + method.rawValue.utf8.count == text.count { return true }
            }
        }
        return false
    }

    private static func matches(_ word: String, in text: ByteView, at position: Int) -> Bool {
        var place = position
        for byte in word.utf8 {
            guard place < text.count, text[place] == byte else { return false }
            place += 1
        }
        return true
    }
}
