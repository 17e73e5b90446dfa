/// Tells tokens from words.
enum TokenShape {
    /// Whether `start ..< end` looks made by a machine: digits and letters mixed, six digits or more, or longer than
    /// words are.
    static func isToken(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        let length = end &- start
        if length > 40, !isForeign(start, end, in: text) { return true }
        var digits = 0
        var letters = 0
        var others = 0
        var humps = 0
        var position = start
        // What is longer is foreign words; their beginning tells.
        while position < min(end, start &+ 64) {
            let byte = text[position]
            if byte.isDigit {
                digits &+= 1
            } else if byte.isLetter {
                letters &+= 1
                if byte.isUpper, text[position &- 1] &- 0x61 < 26, position > start { humps &+= 1 }
            } else {
                others &+= 1
            }
            position &+= 1
        }
        if others > digits &+ letters, isForeign(start, end, in: text) { return false }
        if digits == length { return length >= 6 }
        if digits > 0, letters > 0 { return length >= 5 }
        if digits > 0 { return length >= 8 }
        return length >= 20 && others == 0 || humps >= 3 && length >= 12
    }

    /// Whether a byte above ASCII is among the first: words of other scripts, which need no space between them.
    private static func isForeign(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        for position in start..<min(end, start &+ 16) where text[position] >= 0x80 { return true }
        return false
    }
}
