/// Tells tokens from words.
enum TokenShape {
    /// Whether `start ..< end` looks made by a machine: digits and letters mixed, six digits or more, or longer than
    /// words are.
    static func isToken(_ start: Int, _ end: Int, in text: TextBytes) -> Bool {
        let length = end &- start
        if length > 40 { return true }
        var digits = 0
        var letters = 0
        var others = 0
        var humps = 0
        var position = start
        while position < end {
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
        if digits == length { return length >= 6 }
        if digits > 0, letters > 0 { return length >= 5 }
        if digits > 0 { return length >= 8 }
        return length >= 20 && others == 0 || humps >= 3 && length >= 12
    }
}
